import { actorOf } from "@/lib/accounts/audit/actor";
import { listRates, setRates } from "@/lib/facts/spend/rates/manage";
import { rateList, ratesBody, ratesChanged } from "@/lib/facts/spend/rates/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/spend/rates";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("spend.read"), {
    summary: "Exchange rates",
    tag: "Spend",
    answers: { 200: { msg: "Exchange rates.", data: rateList } },
    handle: async ({ caller }) => ok("Exchange rates.", await listRates(caller.project)),
  }),
  PUT: defineRoute(projectRoute("spend.write"), {
    summary: "Set exchange rates",
    description: "Stored spend of the days they hold for is counted by them at once.",
    tag: "Spend",
    body: ratesBody,
    answers: { 200: { msg: "Exchange rates saved.", data: ratesChanged } },
    handle: async ({ caller, body, call }) =>
      ok(
        "Exchange rates saved.",
        await setRates(caller.project, body.rates, actorOf(caller.member), call.now),
      ),
  }),
});
