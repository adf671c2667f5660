import { serverKeyActor } from "@/lib/accounts/audit/actor";
import { tableRoute } from "@/lib/gateway/routes";
import { addAudience, listAudiences } from "@/lib/outbound/audiences/manage/audiences";
import { audienceInput, audienceList, oneAudience } from "@/lib/outbound/audiences/schema";
import { endpoint } from "@/lib/platform/http/endpoint";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const get = defineRoute(tableRoute, {
  summary: "List audiences",
  description: "With their conditions and their last runs.",
  tag: "Audiences",
  answers: { 200: { msg: "Audiences.", data: audienceList } },
  handle: async ({ caller: { project }, call }) => ok("Audiences.", await listAudiences(project, call.now)),
});

const post = defineRoute(tableRoute, {
  summary: "Add an audience",
  description:
    "All conditions must hold. The first run starts at once. `kind` is a receiver: `meta`, `google_contacts`, `google_mobile`, `tiktok`, `webhook` or `csv`; `settings` and `secrets` are its fields.",
  tag: "Audiences",
  body: audienceInput,
  example: {
    title: "Lapsed buyers",
    conditions: {
      countries: ["DE", "FR"],
      last_open: { min_days: 14 },
      revenue: { min: 20 },
      events: [{ name: "level_up", did: true, at_least: 3, within_days: 90 }],
    },
    holdout: 10,
    every_hours: 24,
    kind: "csv",
  },
  answers: {
    201: { msg: "Audience added.", data: oneAudience },
    409: { description: "The project has 50 audiences." },
  },
  async handle({ caller: { project, keyPrefix }, call, body }) {
    const added = await addAudience(project, body, serverKeyActor(keyPrefix), call.now);
    return createdReply("Audience added.", added);
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/audiences", {
  GET: get,
  POST: post,
});
