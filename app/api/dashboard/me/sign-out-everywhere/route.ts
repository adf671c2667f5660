import { noSessionCookie } from "@/lib/access/session";
import { sessionRoute } from "@/lib/access/session-routes";
import { signOutEverywhere } from "@/lib/accounts/profile";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  "/api/dashboard/me/sign-out-everywhere",
  {
    POST: defineRoute(sessionRoute, {
      summary: "End every session of one's own, this one too",
      tag: "Members",
      answers: { 200: { msg: "Signed out everywhere." } },
      async handle({ caller }) {
        await signOutEverywhere(caller.member);
        return { ...ok("Signed out everywhere.", null), cookies: [noSessionCookie()] };
      },
    }),
  },
);
