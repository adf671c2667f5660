import { actorOf } from "@/lib/accounts/audit/actor";
import { removeRate } from "@/lib/facts/spend/rates/manage";
import { rateName, ratesChanged } from "@/lib/facts/spend/rates/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/spend/rates/:currency/:day";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  DELETE: defineRoute(projectRoute("spend.write"), {
    summary: "Remove an exchange rate",
    description: "Spend of its days is counted by the rate before it; without one it is not removed.",
    tag: "Spend",
    params: rateName,
    answers: {
      200: { msg: "Exchange rate removed.", data: ratesChanged },
      409: { description: "Stored spend would be left without a rate." },
    },
    handle: async ({ caller, params, call }) =>
      ok(
        "Exchange rate removed.",
        await removeRate(caller.project, params, actorOf(caller.member), call.now),
      ),
  }),
});
