import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { reportTable } from "@/lib/reporting/table";
import { tableData, tableQuery } from "@/lib/reporting/table-schema";

const path = "/api/dashboard/projects/:project/report";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("reports.read"), {
    summary: "The campaign report as numbers",
    description: "Money is in minor units of `currency`. Null is what cannot be said, or not yet.",
    tag: "Reporting",
    query: tableQuery,
    answers: {
      200: { msg: "Report.", data: tableData },
      422: { description: "An argument is wrong." },
    },
    handle: async ({ caller, call, query }) =>
      ok("Report.", await reportTable(caller.project, query, call.now)),
  }),
});
