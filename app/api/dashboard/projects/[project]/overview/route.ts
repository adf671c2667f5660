import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { overview } from "@/lib/reporting/overview";
import { overviewData, overviewQuery } from "@/lib/reporting/overview-schema";

const path = "/api/dashboard/projects/:project/overview";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("reports.read"), {
    summary: "The main figures of a window of days, beside days before it",
    description: "Money is in minor units of `currency`. Null is what cannot be said, which is not zero.",
    tag: "Reporting",
    query: overviewQuery,
    answers: {
      200: { msg: "Overview.", data: overviewData },
      422: { description: "The dates are none, in the wrong order, or too far apart." },
    },
    handle: async ({ caller, call, query }) =>
      ok("Overview.", await overview(caller.project, query, call.now)),
  }),
});
