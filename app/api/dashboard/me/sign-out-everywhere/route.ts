import { noSessionCookie } from "@/lib/accounts/access/session";
import { signOutEverywhere } from "@/lib/accounts/profile";
import { sessionRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

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
