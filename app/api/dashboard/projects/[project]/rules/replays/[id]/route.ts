import { actorOf } from "@/lib/accounts/audit/actor";
import { discardReplay, showReplay } from "@/lib/attribution/replay/replay";
import { replayShown } from "@/lib/attribution/replay/schema";
import { idParams, removed } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/rules/replays/:id";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("rules.read"), {
    summary: "What rules would change, or changed, of past installs",
    tag: "Rules",
    params: idParams("id"),
    answers: { 200: { msg: "Replay.", data: replayShown } },
    handle: async ({ caller, params }) =>
      ok("Replay.", { replay: await showReplay(caller.project, params.id) }),
  }),
  DELETE: defineRoute(projectRoute("rules.try"), {
    summary: "Discard a trial of rules",
    tag: "Rules",
    params: idParams("id"),
    answers: {
      200: { msg: "Discarded.", data: removed },
      409: { description: "It is applied, or is being applied." },
    },
    async handle({ caller, params, call }) {
      await discardReplay(caller.project, params.id, actorOf(caller.member), call.now);
      return ok("Discarded.", { id: params.id });
    },
  }),
});
