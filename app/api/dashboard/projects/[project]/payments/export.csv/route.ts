import { noteExport } from "@/lib/accounts/audit/exported";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { download } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { paymentsCsv } from "@/lib/reporting/lists/payments/list";
import { paymentFilter } from "@/lib/reporting/lists/payments/schema";

const path = "/api/dashboard/projects/:project/payments/export.csv";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("activity.read"), {
    summary: "The payments that match, as CSV",
    description: "The newest 100,000 of them.",
    tag: "Payments",
    query: paymentFilter,
    answers: { 200: { description: "RFC 4180, UTF-8." } },
    async handle({ caller, query }) {
      await noteExport(caller.project, caller.member, "Payments");
      const text = await paymentsCsv(caller.project, query);
      return download("text/csv; charset=utf-8", `${caller.project.slug}-payments.csv`, text);
    },
  }),
});
