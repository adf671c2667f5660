import { actorOf } from "@/lib/accounts/audit/actor";
import { idParams } from "@/lib/base/fields";
import { pullNow } from "@/lib/facts/spend/pull/manage";
import { onePull } from "@/lib/facts/spend/pull/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/spend/pulls/:id/run";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  POST: defineRoute(projectRoute("spend.write"), {
    summary: "Ask an ad account now what it cost",
    tag: "Spend",
    params: idParams("id"),
    answers: {
      200: { msg: "It is being pulled.", data: onePull },
      409: { description: "It is not connected, not active, or being pulled already." },
    },
    handle: async ({ caller, params, call }) =>
      ok("It is being pulled.", await pullNow(caller.project, params.id, actorOf(caller.member), call.now)),
  }),
});
