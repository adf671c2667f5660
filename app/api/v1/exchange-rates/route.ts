import { serverKeyActor } from "@/lib/accounts/audit/actor";
import { tableRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { removeExchangeRate, setExchangeRates } from "@/lib/spend/rates/change";
import { listExchangeRates } from "@/lib/spend/rates/list";
import { rateList, rateName, ratesBody, ratesChanged } from "@/lib/spend/rates/schema";

const get = defineRoute(tableRoute, {
  summary: "List exchange rates",
  description:
    "By currency and day. A rate applies until the next one of its currency. `waiting` has the payments and ad revenue without a rate, which don't count yet.",
  tag: "Spend",
  answers: { 200: { msg: "Exchange rates.", data: rateList } },
  handle: async ({ caller }) => ok("Exchange rates.", await listExchangeRates(caller.project)),
});

const put = defineRoute(tableRoute, {
  summary: "Set exchange rates",
  description:
    "A rate applies from its day until the next one. Stored spend, payments and ad revenue are converted again at once. Safe to repeat.",
  tag: "Spend",
  body: ratesBody,
  example: { rates: [{ currency: "CHF", day: "2026-06-01", rate: 1.07 }] },
  answers: {
    200: { msg: "Exchange rates saved.", data: ratesChanged },
    400: { description: "The rate is for the project's own currency, or not above zero." },
    409: { msg: "Another spend upload is in progress. Please try again." },
  },
  handle: async ({ caller, call, body }) =>
    ok(
      "Exchange rates saved.",
      await setExchangeRates(caller.project, body.rates, serverKeyActor(caller.keyPrefix), call.now),
    ),
});

const remove = defineRoute(tableRoute, {
  summary: "Remove an exchange rate",
  description: "Spend and payments of its days are converted by the rate before it.",
  tag: "Spend",
  query: rateName,
  exampleQuery: { currency: "CHF", day: "2026-06-01" },
  answers: {
    200: { msg: "Exchange rate removed.", data: ratesChanged },
    404: { msg: "Not found." },
    409: { description: "Stored spend or payments still need this rate. Nothing was changed." },
  },
  handle: async ({ caller, call, query }) =>
    ok(
      "Exchange rate removed.",
      await removeExchangeRate(caller.project, query, serverKeyActor(caller.keyPrefix), call.now),
    ),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/exchange-rates", {
  GET: get,
  PUT: put,
  DELETE: remove,
});
