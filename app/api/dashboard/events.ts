import { noteExport } from "@/lib/accounts/audit/exported";
import { projectRoute } from "@/lib/gateway/session-routes";
import { download, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { eventsCsv, eventsPage, eventsTotals, namesOfEvents } from "@/lib/reporting/lists/events/list";
import {
  eventFilter,
  eventList,
  eventNames,
  eventQuery,
  eventTotals,
} from "@/lib/reporting/lists/events/schema";

export const eventsRoutes = {
  "/projects/:project/events": {
    GET: defineRoute(projectRoute("activity.read"), {
      summary: "Events of a project that match, newest first",
      tag: "Events",
      query: eventQuery,
      answers: { 200: { msg: "Events.", data: eventList }, 422: { description: "The limit is none." } },
      handle: async ({ caller, query }) => ok("Events.", await eventsPage(caller.project, query)),
    }),
  },
  "/projects/:project/events/export.csv": {
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
  },
  "/projects/:project/events/names": {
    GET: defineRoute(projectRoute("activity.read"), {
      summary: "The names of events that a project has seen",
      tag: "Events",
      answers: { 200: { msg: "Names.", data: eventNames } },
      handle: async ({ caller }) => ok("Names.", await namesOfEvents(caller.project)),
    }),
  },
  "/projects/:project/events/totals": {
    GET: defineRoute(projectRoute("activity.read"), {
      summary: "How many events of a project match, and what they amount to",
      description: "Of the newest 100,000 that match.",
      tag: "Events",
      query: eventFilter,
      answers: { 200: { msg: "Totals.", data: eventTotals } },
      handle: async ({ caller, query }) => ok("Totals.", await eventsTotals(caller.project, query)),
    }),
  },
};
