import { noteExport } from "@/lib/accounts/audit/exported";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { download } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { clicksCsv } from "@/lib/reporting/lists/clicks/list";
import { clickFilter } from "@/lib/reporting/lists/clicks/schema";

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
