import { projectRoute } from "@/lib/access/session-routes";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
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
