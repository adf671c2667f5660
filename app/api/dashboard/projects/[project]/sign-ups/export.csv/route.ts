import { projectRoute } from "@/lib/access/session-routes";
import { noteExport } from "@/lib/audit/exported";
import { endpoint } from "@/lib/http/endpoint";
import { download } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { signUpsCsv } from "@/lib/users/explore/list";
import { signUpFilter } from "@/lib/users/explore/schema";

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
