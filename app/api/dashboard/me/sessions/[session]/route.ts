import { noSessionCookie } from "@/lib/access/session";
import { sessionRoute } from "@/lib/access/session-routes";
import { endOneSession } from "@/lib/access/sessions";
import { endedSession } from "@/lib/accounts/schema";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";

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
