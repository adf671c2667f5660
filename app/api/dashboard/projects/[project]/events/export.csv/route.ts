import { projectRoute } from "@/lib/access/session-routes";
import { noteExport } from "@/lib/audit/exported";
import { eventsCsv } from "@/lib/events/explore/list";
import { eventFilter } from "@/lib/events/explore/schema";
import { endpoint } from "@/lib/http/endpoint";
import { download } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";

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
