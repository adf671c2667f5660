import { actorOf } from "@/lib/accounts/audit/actor";
import { projectRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { removeExchangeRate, setExchangeRates } from "@/lib/spend/rates/change";
import { listExchangeRates } from "@/lib/spend/rates/list";
import { rateList, rateName, ratesBody, ratesChanged } from "@/lib/spend/rates/schema";

export const spendRatesRoutes = {
  "/projects/:project/spend/rates": {
    GET: defineRoute(projectRoute("spend.read"), {
      summary: "List exchange rates",
      tag: "Spend",
      answers: { 200: { msg: "Exchange rates.", data: rateList } },
      handle: async ({ caller }) => ok("Exchange rates.", await listExchangeRates(caller.project)),
    }),
    PUT: defineRoute(projectRoute("spend.write"), {
      summary: "Set exchange rates",
      description: "Stored spend and payments of their days are converted again at once.",
      tag: "Spend",
      body: ratesBody,
      answers: { 200: { msg: "Exchange rates saved.", data: ratesChanged } },
      handle: async ({ caller, body, call }) =>
        ok(
          "Exchange rates saved.",
          await setExchangeRates(caller.project, body.rates, actorOf(caller.member), call.now),
        ),
    }),
  },
  "/projects/:project/spend/rates/:currency/:day": {
    DELETE: defineRoute(projectRoute("spend.write"), {
      summary: "Remove an exchange rate",
      description:
        "Spend and payments of its days are converted at the rate before it. Without an earlier rate, it is not removed.",
      tag: "Spend",
      params: rateName,
      answers: {
        200: { msg: "Exchange rate removed.", data: ratesChanged },
        409: { description: "Stored spend or payments would have no rate." },
      },
      handle: async ({ caller, params, call }) =>
        ok(
          "Exchange rate removed.",
          await removeExchangeRate(caller.project, params, actorOf(caller.member), call.now),
        ),
    }),
  },
};
