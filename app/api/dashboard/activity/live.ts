import { may } from "@/lib/accounts/access/roles";
import { callArrivalsOf } from "@/lib/activity/live/arrivals";
import { callArrivals, livePage, liveQuery } from "@/lib/activity/live/schema";
import { readLive } from "@/lib/activity/live/watch";
import { listRejections, rejectionReasonsOf } from "@/lib/facts/rejections/reject";
import { rejectionList, rejectionQuery, rejectionReasons } from "@/lib/facts/rejections/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const liveRoutes = {
  "/projects/:project/arrivals": {
    GET: defineRoute(projectRoute("activity.read"), {
      summary: "Get the times of the last init, trigger, event and payment",
      tag: "Live",
      answers: { 200: { msg: "Arrivals.", data: callArrivals } },
      handle: async ({ caller }) =>
        ok("Arrivals.", await callArrivalsOf(caller.project, may(caller.role, "rejections.read"))),
    }),
  },
  "/projects/:project/live": {
    GET: defineRoute(projectRoute("activity.read"), {
      summary: "List a project's latest calls, newest first",
      tag: "Live",
      query: liveQuery,
      answers: { 200: { msg: "Live.", data: livePage }, 422: { description: "limit is not valid." } },
      async handle({ caller, call, query }) {
        const allowed = {
          rejections: may(caller.role, "rejections.read"),
          devices: may(caller.role, "devices.read"),
          people: may(caller.role, "people.read"),
        };
        return ok("Live.", await readLive(caller.project, query, allowed, call.now));
      },
    }),
  },
  "/projects/:project/rejections": {
    GET: defineRoute(projectRoute("rejections.read"), {
      summary: "List rejected calls of the last 30 days, newest first",
      description:
        "Stores at most one per second for each reason, and ten per second in all. Only the SHA-256 of the body is stored.",
      tag: "Live",
      query: rejectionQuery,
      answers: {
        200: { msg: "Rejected calls.", data: rejectionList },
        422: { description: "limit is not valid." },
      },
      handle: async ({ caller, query }) => ok("Rejected calls.", await listRejections(caller.project, query)),
    }),
  },
  "/projects/:project/rejections/reasons": {
    GET: defineRoute(projectRoute("rejections.read"), {
      summary: "Count rejected calls of the last 7 days by reason",
      description: "Counts stored calls, of which there is at most one per second for each reason.",
      tag: "Live",
      answers: { 200: { msg: "Reasons.", data: rejectionReasons } },
      handle: async ({ caller, call }) => ok("Reasons.", await rejectionReasonsOf(caller.project, call.now)),
    }),
  },
};
