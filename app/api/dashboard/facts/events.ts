import { listRoutes } from "@/app/api/dashboard/lists/list-routes";
import { eventsList, namesOfEvents } from "@/lib/activity/lists/events/list";
import { eventNameList } from "@/lib/activity/lists/events/schema";
import { withoutPeopleInData } from "@/lib/facts/users/personal";
import { projectRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const eventsRoutes = {
  ...listRoutes("/projects/:project/events", eventsList, {
    action: "activity.read",
    mask: withoutPeopleInData,
  }),
  "/projects/:project/events/names": {
    GET: defineRoute(projectRoute("activity.read"), {
      summary: "List the event names of a project",
      tag: "Events",
      answers: { 200: { msg: "Names.", data: eventNameList } },
      handle: async ({ caller }) => ok("Names.", await namesOfEvents(caller.project)),
    }),
  },
};
