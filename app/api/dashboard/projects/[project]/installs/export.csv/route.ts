import { projectRoute } from "@/lib/access/session-routes";
import { noteExport } from "@/lib/audit/exported";
import { endpoint } from "@/lib/http/endpoint";
import { download } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { installsCsv } from "@/lib/installs/explore/list";
import { installFilter } from "@/lib/installs/explore/schema";

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
