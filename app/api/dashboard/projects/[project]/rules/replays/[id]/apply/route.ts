import { actorOf } from "@/lib/accounts/audit/actor";
import { applyReplay, showReplay } from "@/lib/attribution/replay/replay";
import { wakeReplays } from "@/lib/attribution/replay/run";
import { replayShown } from "@/lib/attribution/replay/schema";
import { idParams } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/rules/replays/:id/apply";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  POST: defineRoute(projectRoute("rules.write"), {
    summary: "Put tried rules in force, and decide the days they were tried on again",
    tag: "Rules",
    params: idParams("id"),
    answers: {
      200: { msg: "Under way.", data: replayShown },
      409: { description: "It is still being counted, or was applied or discarded already." },
    },
    async handle({ caller, params, call }) {
      await applyReplay(caller.project, params.id, actorOf(caller.member), call.now);
      wakeReplays(caller.project.id);
      return ok("Under way.", { replay: await showReplay(caller.project, params.id) });
    },
  }),
});
