import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { namesOfEvents } from "@/lib/reporting/lists/events/list";
import { eventNames } from "@/lib/reporting/lists/events/schema";

const path = "/api/dashboard/projects/:project/events/names";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("activity.read"), {
    summary: "The names of events that a project has seen",
    tag: "Events",
    answers: { 200: { msg: "Names.", data: eventNames } },
    handle: async ({ caller }) => ok("Names.", await namesOfEvents(caller.project)),
  }),
});
