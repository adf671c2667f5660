import { actorOf } from "@/lib/accounts/audit/actor";
import { invite, listInvitations } from "@/lib/accounts/invitations/invite";
import { invitations, inviteInput, newInvitation } from "@/lib/accounts/schema";
import { env } from "@/lib/base/env";
import { randomBase62 } from "@/lib/base/ids";
import { accountRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { created, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/accounts/:account/invitations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(accountRoute("members.read"), {
    summary: "Open invitations of an account",
    tag: "Members",
    answers: { 200: { msg: "Open invitations.", data: invitations } },
    handle: async ({ caller, call }) =>
      ok("Open invitations.", await listInvitations(caller.account.id, caller.role, call.now)),
  }),
  POST: defineRoute(accountRoute("members.write"), {
    summary: "Invite somebody by e-mail",
    description: "The answer holds the link, once; whoever has it can accept for a week.",
    tag: "Members",
    body: inviteInput,
    answers: {
      201: { msg: "Invitation made. Pass its link on; it is not shown again.", data: newInvitation },
      400: { description: "The person is a member already." },
      403: { description: "The role is above one's own, or an owner has invited this person already." },
    },
    async handle({ caller, body, call }) {
      const by = { actor: actorOf(caller.member), role: caller.role };
      const made = await invite(caller.account.id, body, by, {
        token: randomBase62(32),
        now: call.now,
        appUrl: env.APP_URL,
      });
      return created("Invitation made. Pass its link on; it is not shown again.", made);
    },
  }),
});
