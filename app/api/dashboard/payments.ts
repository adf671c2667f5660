import { noteExport } from "@/lib/accounts/audit/exported";
import { projectRoute } from "@/lib/gateway/session-routes";
import { download, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { paymentsCsv, paymentsPage, paymentsTotals } from "@/lib/reporting/lists/payments/list";
import {
  paymentFilter,
  paymentList,
  paymentQuery,
  paymentTotals,
} from "@/lib/reporting/lists/payments/schema";

export const paymentsRoutes = {
  "/projects/:project/payments": {
    GET: defineRoute(projectRoute("activity.read"), {
      summary: "Payments of a project that match, newest first",
      tag: "Payments",
      query: paymentQuery,
      answers: { 200: { msg: "Payments.", data: paymentList }, 422: { description: "The limit is none." } },
      handle: async ({ caller, query }) => ok("Payments.", await paymentsPage(caller.project, query)),
    }),
  },
  "/projects/:project/payments/export.csv": {
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
  },
  "/projects/:project/payments/totals": {
    GET: defineRoute(projectRoute("activity.read"), {
      summary: "How many payments of a project match, and what they amount to",
      description: "Of the newest 100,000 that match.",
      tag: "Payments",
      query: paymentFilter,
      answers: { 200: { msg: "Totals.", data: paymentTotals } },
      handle: async ({ caller, query }) => ok("Totals.", await paymentsTotals(caller.project, query)),
    }),
  },
};
