import { actorOf } from "@/lib/accounts/audit/actor";
import { retention, retentionInput } from "@/lib/accounts/projects/retention/schema";
import { changeRetention, showRetention } from "@/lib/accounts/projects/retention/settings";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/retention";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("retention.read"), {
    summary: "How long each kind of fact is kept",
    tag: "Privacy",
    answers: { 200: { msg: "Retention.", data: retention } },
    handle: async ({ caller }) => ok("Retention.", await showRetention(caller.project)),
  }),
  PUT: defineRoute(projectRoute("retention.write"), {
    summary: "Change how long facts are kept: days, ever, or null for what the instance says",
    description:
      "What is older is removed by the scheduler within minutes and cannot be brought back; figures stay as they were counted.",
    tag: "Privacy",
    body: retentionInput,
    answers: { 200: { msg: "Saved.", data: retention } },
    handle: async ({ caller, body, call }) =>
      ok("Saved.", await changeRetention(caller.project, body, actorOf(caller.member), call.now)),
  }),
});
