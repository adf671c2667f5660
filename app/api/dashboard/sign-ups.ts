import { noteExport } from "@/lib/accounts/audit/exported";
import { projectRoute } from "@/lib/gateway/session-routes";
import { download, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { signUpsCsv, signUpsPage, signUpsTotals } from "@/lib/reporting/lists/users/list";
import { signUpFilter, signUpList, signUpQuery, signUpTotals } from "@/lib/reporting/lists/users/schema";

export const signUpsRoutes = {
  "/projects/:project/sign-ups": {
    GET: defineRoute(projectRoute("activity.read"), {
      summary: "Sign-ups of a project that match, newest first",
      description: "Each user once, when the app identified him for the first time.",
      tag: "Sign-ups",
      query: signUpQuery,
      answers: { 200: { msg: "Sign-ups.", data: signUpList }, 422: { description: "The limit is none." } },
      handle: async ({ caller, query }) => ok("Sign-ups.", await signUpsPage(caller.project, query)),
    }),
  },
  "/projects/:project/sign-ups/export.csv": {
    GET: defineRoute(projectRoute("activity.read"), {
      summary: "The sign-ups that match, as CSV",
      description: "The newest 100,000 of them.",
      tag: "Sign-ups",
      query: signUpFilter,
      answers: { 200: { description: "RFC 4180, UTF-8." } },
      async handle({ caller, query }) {
        await noteExport(caller.project, caller.member, "Sign-ups");
        const text = await signUpsCsv(caller.project, query);
        return download("text/csv; charset=utf-8", `${caller.project.slug}-sign-ups.csv`, text);
      },
    }),
  },
  "/projects/:project/sign-ups/totals": {
    GET: defineRoute(projectRoute("activity.read"), {
      summary: "How many sign-ups match",
      description: "Of the newest 100,000 of them.",
      tag: "Sign-ups",
      query: signUpFilter,
      answers: { 200: { msg: "Totals.", data: signUpTotals } },
      handle: async ({ caller, query }) => ok("Totals.", await signUpsTotals(caller.project, query)),
    }),
  },
};
