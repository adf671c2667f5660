import { projectRoute } from "@/lib/access/session-routes";
import { namesOfEvents } from "@/lib/events/explore/list";
import { eventNames } from "@/lib/events/explore/schema";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";

const path = "/api/dashboard/projects/:project/events/names";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("activity.read"), {
    summary: "The names of events that a project has seen",
    tag: "Events",
    answers: { 200: { msg: "Names.", data: eventNames } },
    handle: async ({ caller }) => ok("Names.", await namesOfEvents(caller.project)),
  }),
});
