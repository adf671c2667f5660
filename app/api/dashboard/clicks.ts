import { noteExport } from "@/lib/accounts/audit/exported";
import { projectRoute } from "@/lib/gateway/session-routes";
import { download, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { clicksCsv, clicksPage } from "@/lib/reporting/lists/clicks/list";
import { clickFilter, clickList, clickQuery } from "@/lib/reporting/lists/clicks/schema";

export const clicksRoutes = {
  "/projects/:project/clicks": {
    GET: defineRoute(projectRoute("activity.read"), {
      summary: "Clicks of a project that match, newest first",
      tag: "Clicks",
      query: clickQuery,
      answers: { 200: { msg: "Clicks.", data: clickList }, 422: { description: "The limit is none." } },
      handle: async ({ caller, query }) => ok("Clicks.", await clicksPage(caller.project, query)),
    }),
  },
  "/projects/:project/clicks/export.csv": {
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
  },
};
