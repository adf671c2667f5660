import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { eventsTotals } from "@/lib/reporting/lists/events/list";
import { eventFilter, eventTotals } from "@/lib/reporting/lists/events/schema";

const path = "/api/dashboard/projects/:project/events/totals";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("activity.read"), {
    summary: "How many events of a project match, and what they amount to",
    description: "Of the newest 100,000 that match.",
    tag: "Events",
    query: eventFilter,
    answers: { 200: { msg: "Totals.", data: eventTotals } },
    handle: async ({ caller, query }) => ok("Totals.", await eventsTotals(caller.project, query)),
  }),
});
