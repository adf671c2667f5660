import { projectRoute } from "@/lib/access/session-routes";
import { noteExport } from "@/lib/audit/exported";
import { clicksCsv } from "@/lib/clicks/explore/list";
import { clickFilter } from "@/lib/clicks/explore/schema";
import { endpoint } from "@/lib/http/endpoint";
import { download } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";

const path = "/api/dashboard/projects/:project/clicks/export.csv";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("activity.read"), {
    summary: "The clicks that match, as CSV",
    description: "The newest 100,000 of them.",
    tag: "Clicks",
    query: clickFilter,
    answers: { 200: { description: "RFC 4180, UTF-8." } },
    async handle({ caller, query }) {
      await noteExport(caller.project, caller.member, "Clicks");
      const text = await clicksCsv(caller.project, query);
      return download("text/csv; charset=utf-8", `${caller.project.slug}-clicks.csv`, text);
    },
  }),
});
