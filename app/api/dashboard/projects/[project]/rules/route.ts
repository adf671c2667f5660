import { actorOf } from "@/lib/accounts/audit/actor";
import { changeRules, showRules } from "@/lib/attribution/rule-sets/rule-sets";
import { rulesChanged, rulesInput, rulesShown } from "@/lib/attribution/rule-sets/schema";
import { changedMeanwhile } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/rules";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("rules.read"), {
    summary: "The rules of attribution, their effect of late and how they came about",
    tag: "Rules",
    answers: { 200: { msg: "Rules.", data: rulesShown } },
    handle: async ({ caller, call }) => ok("Rules.", await showRules(caller.project, call.now)),
  }),
  PUT: defineRoute(projectRoute("rules.write"), {
    summary: "Put rules in force for what is decided from now on",
    tag: "Rules",
    body: rulesInput,
    answers: {
      200: { msg: "Saved.", data: rulesChanged },
      409: { msg: "Somebody changed the rules meanwhile. Look at them again first." },
      412: { msg: changedMeanwhile },
    },
    handle: async ({ caller, body, call }) =>
      ok(
        "Saved.",
        await changeRules(caller.project, body.settings, actorOf(caller.member), call.now, body.seen),
      ),
  }),
});
