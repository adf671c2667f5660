import { noSessionCookie } from "@/lib/accounts/access/session";
import { endOneSession } from "@/lib/accounts/access/sessions";
import { endedSession } from "@/lib/accounts/schema";
import { sessionRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/me/sessions/:session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  DELETE: defineRoute(sessionRoute, {
    summary: "End one of one's sessions",
    tag: "Members",
    answers: {
      200: { msg: "Session ended.", data: endedSession },
      404: { msg: "This session is over already." },
    },
    async handle({ caller, call }) {
      const id = (call.params.session ?? "").toLowerCase();
      const ended = ok("Session ended.", await endOneSession(caller.member, id));
      return id === caller.session ? { ...ended, cookies: [noSessionCookie()] } : ended;
    },
  }),
});
