import { reportingRoute, suspendedText } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { resultData, testParams, testResultQuery } from "@/lib/reporting/incrementality/schema";
import { resultOfTest } from "@/lib/reporting/incrementality/tests";

const get = defineRoute(reportingRoute, {
  summary: "Get the result of an incrementality test",
  description:
    "What the network added, with an interval from comparisons without an effect, computed from the figures of today. `refused` says why there is no effect, for example while the test runs. Money is in minor units of `currency`. The limit of one call per minute is shared with the campaign figures.",
  tag: "Incrementality",
  params: testParams,
  query: testResultQuery,
  exampleQuery: { kpi: "revenue" },
  answers: {
    200: { msg: "Result.", data: resultData },
    402: { msg: suspendedText },
    404: { msg: "Not found." },
  },
  handle: async ({ caller, call, params: { id }, query }) =>
    ok("Result.", await resultOfTest(caller.project, id, query.kpi, call.now)),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  "/api/v1/incrementality/:id/result",
  {
    GET: get,
  },
);
