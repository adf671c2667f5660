import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { paymentsPage } from "@/lib/reporting/lists/payments/list";
import { paymentList, paymentQuery } from "@/lib/reporting/lists/payments/schema";

const path = "/api/dashboard/projects/:project/payments";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("activity.read"), {
    summary: "Payments of a project that match, newest first",
    tag: "Payments",
    query: paymentQuery,
    answers: { 200: { msg: "Payments.", data: paymentList }, 422: { description: "The limit is none." } },
    handle: async ({ caller, query }) => ok("Payments.", await paymentsPage(caller.project, query)),
  }),
});
