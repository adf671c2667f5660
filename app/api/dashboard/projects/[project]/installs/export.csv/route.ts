import { noteExport } from "@/lib/accounts/audit/exported";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { download } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { installsCsv } from "@/lib/reporting/lists/installs/list";
import { installFilter } from "@/lib/reporting/lists/installs/schema";

const path = "/api/dashboard/projects/:project/installs/export.csv";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("installs.read"), {
    summary: "The installs that match, as CSV",
    description: "The newest 100,000 of them.",
    tag: "Installs",
    query: installFilter,
    answers: { 200: { description: "RFC 4180, UTF-8." } },
    async handle({ caller, query }) {
      await noteExport(caller.project, caller.member, "Installs");
      const text = await installsCsv(caller.project, query);
      return download("text/csv; charset=utf-8", `${caller.project.slug}-installs.csv`, text);
    },
  }),
});
