import { projectRoute } from "@/lib/access/session-routes";
import { eventsPage } from "@/lib/events/explore/list";
import { eventList, eventQuery } from "@/lib/events/explore/schema";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";

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
