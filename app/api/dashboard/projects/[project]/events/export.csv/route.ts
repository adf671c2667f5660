import { noteExport } from "@/lib/accounts/audit/exported";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { download } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { eventsCsv } from "@/lib/reporting/lists/events/list";
import { eventFilter } from "@/lib/reporting/lists/events/schema";

const path = "/api/dashboard/projects/:project/events/export.csv";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("activity.read"), {
    summary: "The events that match, as CSV",
    description: "The newest 100,000 of them.",
    tag: "Events",
    query: eventFilter,
    answers: { 200: { description: "RFC 4180, UTF-8." } },
    async handle({ caller, query }) {
      await noteExport(caller.project, caller.member, "Events");
      const text = await eventsCsv(caller.project, query);
      return download("text/csv; charset=utf-8", `${caller.project.slug}-events.csv`, text);
    },
  }),
});
