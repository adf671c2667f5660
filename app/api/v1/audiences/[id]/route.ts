import { serverKeyActor } from "@/lib/accounts/audit/actor";
import { tableRoute } from "@/lib/gateway/routes";
import { changeAudience, listAudienceRuns, removeAudience } from "@/lib/outbound/audiences/manage/audiences";
import {
  audienceInput,
  audienceParams,
  audienceRemoved,
  audienceRunList,
  oneAudience,
  removeAudienceQuery,
} from "@/lib/outbound/audiences/schema";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const unknown = { msg: "Not found." };

const get = defineRoute(tableRoute, {
  summary: "Read an audience",
  description: "With its newest 100 runs.",
  tag: "Audiences",
  params: audienceParams,
  answers: { 200: { msg: "Audience.", data: audienceRunList }, 404: unknown },
  handle: async ({ caller: { project }, call, params: { id } }) =>
    ok("Audience.", await listAudienceRuns(project, id, call.now)),
});

const put = defineRoute(tableRoute, {
  summary: "Change an audience",
  description:
    "All fields are replaced; without `secrets`, the stored ones are kept. Receiver and list are permanent. With `on` false, the audience is paused: no one is added. The next run starts at once.",
  tag: "Audiences",
  params: audienceParams,
  body: audienceInput,
  example: { title: "Lapsed buyers", conditions: { last_open: { min_days: 30 } }, kind: "csv", on: false },
  answers: { 200: { msg: "Saved.", data: oneAudience }, 404: unknown },
  async handle({ caller: { project, keyPrefix }, call, params: { id }, body }) {
    return ok("Saved.", await changeAudience(project, id, body, serverKeyActor(keyPrefix), call.now));
  },
});

const remove = defineRoute(tableRoute, {
  summary: "Remove an audience",
  description:
    "Its members are first removed at the receiver; the audience is listed as `ending` until then. With `members=keep`, they stay there, and the audience is removed at once.",
  tag: "Audiences",
  params: audienceParams,
  query: removeAudienceQuery,
  exampleQuery: { members: "remove" },
  answers: { 200: { msg: "Audience removed.", data: audienceRemoved }, 404: unknown },
  async handle({ caller: { project, keyPrefix }, call, params: { id }, query }) {
    const by = serverKeyActor(keyPrefix);
    return ok("Audience removed.", await removeAudience(project, id, query.members, by, call.now));
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/audiences/:id", {
  GET: get,
  PUT: put,
  DELETE: remove,
});
