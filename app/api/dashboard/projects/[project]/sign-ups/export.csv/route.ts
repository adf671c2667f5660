import { noteExport } from "@/lib/accounts/audit/exported";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { download } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { signUpsCsv } from "@/lib/reporting/lists/users/list";
import { signUpFilter } from "@/lib/reporting/lists/users/schema";

const path = "/api/dashboard/projects/:project/sign-ups/export.csv";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
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
});
