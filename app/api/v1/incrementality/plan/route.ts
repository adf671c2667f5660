import { reportingRoute, suspendedText } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { planTest } from "@/lib/reporting/incrementality/plan";
import { planData, planQuery } from "@/lib/reporting/incrementality/schema";

const get = defineRoute(reportingRoute, {
  summary: "Plan an incrementality test",
  description:
    "How well other countries predict the countries of a test, the smallest effect that it can find, and what is at stake, from up to 180 days so far. Without `countries`, a split is suggested. `refused` says why there are no figures. Money is in minor units of `currency`. The limit of one call per minute is shared with the campaign figures.",
  tag: "Incrementality",
  query: planQuery,
  exampleQuery: { network: "META", countries: "DE,FR", days: "28" },
  answers: {
    200: { msg: "Plan.", data: planData },
    402: { msg: suspendedText },
    422: { description: "A parameter is not valid." },
  },
  handle: async ({ caller, call, query }) => ok("Plan.", await planTest(caller.project, query, call.now)),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/incrementality/plan", {
  GET: get,
});
