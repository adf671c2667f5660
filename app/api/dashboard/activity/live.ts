import { may } from "@/lib/accounts/access/roles";
import { arrivalsOf } from "@/lib/activity/live/arrivals";
import { arrivals, livePage, liveQuery } from "@/lib/activity/live/schema";
import { watch } from "@/lib/activity/live/watch";
import { rejectionReasonsOf, rejectionsPage } from "@/lib/facts/rejections/reject";
import { rejectionList, rejectionQuery, rejectionReasons } from "@/lib/facts/rejections/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const liveRoutes = {
  "/projects/:project/arrivals": {
    GET: defineRoute(projectRoute("activity.read"), {
      summary: "When the last init, trigger, event and payment of a project's app came",
      tag: "Live",
      answers: { 200: { msg: "Arrivals.", data: arrivals } },
      handle: async ({ caller }) =>
        ok("Arrivals.", await arrivalsOf(caller.project, may(caller.role, "rejections.read"))),
    }),
  },
  "/projects/:project/live": {
    GET: defineRoute(projectRoute("activity.read"), {
      summary:
        "What happens in a project, newest first: everything that was stored, and for admins what was refused",
      tag: "Live",
      query: liveQuery,
      answers: { 200: { msg: "Live.", data: livePage }, 422: { description: "The limit is none." } },
      async handle({ caller, call, query }) {
        const allowed = {
          rejections: may(caller.role, "rejections.read"),
          devices: may(caller.role, "devices.read"),
          people: may(caller.role, "people.read"),
        };
        return ok("Live.", await watch(caller.project, query, allowed, call.now));
      },
    }),
  },
  "/projects/:project/rejections": {
    GET: defineRoute(projectRoute("rejections.read"), {
      summary: "Calls of apps that were refused in the last 30 days, newest first",
      description:
        "At most one note a second for each reason, and ten a second in all. Of the body only the SHA-256 is kept.",
      tag: "Live",
      query: rejectionQuery,
      answers: {
        200: { msg: "Refused calls.", data: rejectionList },
        422: { description: "The limit is none." },
      },
      handle: async ({ caller, query }) => ok("Refused calls.", await rejectionsPage(caller.project, query)),
    }),
  },
  "/projects/:project/rejections/reasons": {
    GET: defineRoute(projectRoute("rejections.read"), {
      summary: "Why calls of apps were refused in the last 7 days, the most frequent reason first",
      description: "Counts of notes, of which there is at most one a second for each reason.",
      tag: "Live",
      answers: { 200: { msg: "Reasons.", data: rejectionReasons } },
      handle: async ({ caller, call }) => ok("Reasons.", await rejectionReasonsOf(caller.project, call.now)),
    }),
  },
};
