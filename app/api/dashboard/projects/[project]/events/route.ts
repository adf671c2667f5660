import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { eventsPage } from "@/lib/reporting/lists/events/list";
import { eventList, eventQuery } from "@/lib/reporting/lists/events/schema";

const path = "/api/dashboard/projects/:project/events";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("activity.read"), {
    summary: "Events of a project that match, newest first",
    tag: "Events",
    query: eventQuery,
    answers: { 200: { msg: "Events.", data: eventList }, 422: { description: "The limit is none." } },
    handle: async ({ caller, query }) => ok("Events.", await eventsPage(caller.project, query)),
  }),
});
