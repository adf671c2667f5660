import { projectRoute } from "@/lib/access/session-routes";
import { noteExport } from "@/lib/audit/exported";
import { endpoint } from "@/lib/http/endpoint";
import { download } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { paymentsCsv } from "@/lib/payments/explore/list";
import { paymentFilter } from "@/lib/payments/explore/schema";

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
