import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { created, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { oneView, viewInput, views } from "@/lib/reporting/views/schema";
import { listViews, saveView } from "@/lib/reporting/views/views";

const path = "/api/dashboard/projects/:project/report/views";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("reports.read"), {
    summary: "Saved views of the report: one's own and those that are shared",
    tag: "Reporting",
    answers: { 200: { msg: "Views.", data: views } },
    handle: async ({ caller }) => ok("Views.", await listViews(caller)),
  }),
  POST: defineRoute(projectRoute("views.write"), {
    summary: "Save a view of the report",
    description: "A view of one's own that has the name already is replaced.",
    tag: "Reporting",
    body: viewInput,
    answers: {
      201: { msg: "View saved.", data: oneView },
      400: { description: "It has no name, or holds too much." },
      403: { msg: "You may keep views for yourself, but not share them." },
    },
    handle: async ({ caller, body, call }) => created("View saved.", await saveView(caller, body, call.now)),
  }),
});
