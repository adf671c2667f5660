import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { download } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { reportCsv } from "@/lib/reporting/table-csv";
import { fileQuery } from "@/lib/reporting/table-schema";

const path = "/api/dashboard/projects/:project/report/export.csv";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("reports.read"), {
    summary: "The report with the columns that are shown, at one level, as CSV",
    tag: "Reporting",
    query: fileQuery,
    answers: { 200: { description: "RFC 4180, UTF-8." }, 422: { description: "An argument is wrong." } },
    async handle({ caller, call, query }) {
      const text = await reportCsv(caller.project, query, call.now);
      return download("text/csv; charset=utf-8", `${caller.project.slug}-report.csv`, text);
    },
  }),
});
