import { endOtherSessions, listSessions } from "@/lib/accounts/access/sessions";
import { endedSessions, ownSessions } from "@/lib/accounts/schema";
import { sessionRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/dashboard/me/sessions", {
  GET: defineRoute(sessionRoute, {
    summary: "Where one is signed in",
    description: "The 200 sessions that were used last; a session ends after 30 days, or 7 days without use.",
    tag: "Members",
    answers: { 200: { msg: "Sessions.", data: ownSessions } },
    handle: async ({ caller }) => ok("Sessions.", await listSessions(caller.member, caller.session)),
  }),
  DELETE: defineRoute(sessionRoute, {
    summary: "End all one's sessions but this one",
    tag: "Members",
    answers: { 200: { msg: "All other sessions ended.", data: endedSessions } },
    handle: async ({ caller }) =>
      ok("All other sessions ended.", await endOtherSessions(caller.member, caller.session)),
  }),
});
