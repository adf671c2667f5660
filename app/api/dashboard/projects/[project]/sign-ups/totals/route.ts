import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { signUpsTotals } from "@/lib/reporting/lists/users/list";
import { signUpFilter, signUpTotals } from "@/lib/reporting/lists/users/schema";

const path = "/api/dashboard/projects/:project/sign-ups/totals";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("activity.read"), {
    summary: "How many sign-ups match",
    description: "Of the newest 100,000 of them.",
    tag: "Sign-ups",
    query: signUpFilter,
    answers: { 200: { msg: "Totals.", data: signUpTotals } },
    handle: async ({ caller, query }) => ok("Totals.", await signUpsTotals(caller.project, query)),
  }),
});
