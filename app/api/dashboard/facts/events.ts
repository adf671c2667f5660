import { z } from "zod";
import { listRoutes } from "@/app/api/dashboard/lists/list-routes";
import { countEventsByName, eventsList, listEventNames } from "@/lib/activity/lists/events/list";
import { eventCounts, eventNameList } from "@/lib/activity/lists/events/schema";
import { withoutPeopleInData } from "@/lib/facts/users/personal";
import { projectRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { dayParams } from "@/lib/platform/keyset";

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
      handle: async ({ caller }) => ok("Names.", await listEventNames(caller.project)),
    }),
  },
  "/projects/:project/events/counts": {
    GET: defineRoute(projectRoute("activity.read"), {
      summary: "Count a project's events by name",
      description:
        "The most frequent name is the first. Events of test devices do not count. Default: the last 30 days. At most 731 days.",
      tag: "Events",
      query: z.object(dayParams),
      answers: {
        200: { msg: "Counts.", data: eventCounts },
        422: { description: "The days are more than 731." },
      },
      handle: async ({ caller, query, call }) =>
        ok("Counts.", await countEventsByName(caller.project, query, call.now)),
    }),
  },
};
