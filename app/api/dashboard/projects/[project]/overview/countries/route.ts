import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { installsByCountry } from "@/lib/reporting/countries";
import { countries, overviewQuery } from "@/lib/reporting/overview-schema";

const path = "/api/dashboard/projects/:project/overview/countries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("reports.read"), {
    summary: "Installs of a window of days by country",
    description: "As a proxy in front of the server tells it, else by the table of addresses.",
    tag: "Reporting",
    query: overviewQuery,
    answers: {
      200: { msg: "Countries.", data: countries },
      422: { description: "The dates are none, in the wrong order, or too far apart." },
    },
    handle: async ({ caller, call, query }) =>
      ok("Countries.", await installsByCountry(caller.project, query, call.now)),
  }),
});
