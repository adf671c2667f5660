import { reportingRoute, suspendedText } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { describeMixModel } from "@/lib/reporting/mix-model/mix-model";
import { mixModelData, mixModelQuery } from "@/lib/reporting/mix-model/schema";

const get = defineRoute(reportingRoute, {
  summary: "Describe a file for a marketing mix model",
  description:
    "The columns of the file with their sums, which days miss data, what has no country, and a program that loads the file into Meridian or Robyn. Money in `total` and `left_out` is in minor units of `currency`. The limit of one call per minute is shared with the campaign figures.",
  tag: "Reporting",
  query: mixModelQuery,
  exampleQuery: { format: "meridian", from: "2026-06-01", to: "2026-06-30" },
  answers: {
    200: { msg: "Mix model file.", data: mixModelData },
    402: { msg: suspendedText },
    422: { description: "A parameter is not valid, or the file would be too large." },
  },
  handle: async ({ caller, call, query }) =>
    ok("Mix model file.", await describeMixModel(caller.project, query, call.now)),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/reporting/mix-model", {
  GET: get,
});
