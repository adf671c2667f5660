import { rename, showMe } from "@/lib/accounts/profile";
import { me, profile, profileInput } from "@/lib/accounts/schema";
import { sessionRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/dashboard/me", {
  GET: defineRoute(sessionRoute, {
    summary: "Who is signed in, with all accounts and projects that may be opened",
    tag: "Members",
    answers: { 200: { msg: "Signed in.", data: me } },
    handle: async ({ caller }) => ok("Signed in.", await showMe(caller.member)),
  }),
  PATCH: defineRoute(sessionRoute, {
    summary: "Change one's own name",
    tag: "Members",
    body: profileInput,
    answers: { 200: { msg: "Saved.", data: profile } },
    handle: async ({ caller, body }) => ok("Saved.", await rename(caller.member, body.name)),
  }),
});
