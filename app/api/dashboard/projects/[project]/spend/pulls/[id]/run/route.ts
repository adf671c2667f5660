import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { idParams } from "@/lib/fields";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { pullNow } from "@/lib/spend/pull/manage";
import { onePull } from "@/lib/spend/pull/schema";

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
