import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { paymentsTotals } from "@/lib/reporting/lists/payments/list";
import { paymentFilter, paymentTotals } from "@/lib/reporting/lists/payments/schema";

const path = "/api/dashboard/projects/:project/payments/totals";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("activity.read"), {
    summary: "How many payments of a project match, and what they amount to",
    description: "Of the newest 100,000 that match.",
    tag: "Payments",
    query: paymentFilter,
    answers: { 200: { msg: "Totals.", data: paymentTotals } },
    handle: async ({ caller, query }) => ok("Totals.", await paymentsTotals(caller.project, query)),
  }),
});
