import { actorOf } from "@/lib/accounts/audit/actor";
import { acceptInvitation, showInvitation } from "@/lib/accounts/invitations/accept";
import { invite, listInvitations, withdrawInvitation } from "@/lib/accounts/invitations/invite";
import { changeAccess, listMembers, removeMember } from "@/lib/accounts/members/change";
import {
  accepted,
  acceptInvitationInput,
  changedMember,
  invitationList,
  invitationOffer,
  inviteInput,
  memberAccessInput,
  memberList,
  newInvitation,
} from "@/lib/accounts/schema";
import { callOrigin } from "@/lib/accounts/sessions/origin";
import { env } from "@/lib/base/env";
import { idParams, removedById } from "@/lib/base/fields";
import { randomBase62 } from "@/lib/base/ids";
import { accountRoute, visitorRoute } from "@/lib/gateway/session-routes";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const lastOwner = "An account needs an owner. Make someone else an owner first.";

const over = "This invitation was used, withdrawn or has expired. Ask for a new one.";

export const membersRoutes = {
  "/accounts/:account/invitations": {
    GET: defineRoute(accountRoute("members.read"), {
      summary: "List the open invitations of an account",
      tag: "Members",
      answers: { 200: { msg: "Open invitations.", data: invitationList } },
      handle: async ({ caller, call }) =>
        ok("Open invitations.", await listInvitations(caller.account.id, caller.role, call.now)),
    }),
    POST: defineRoute(accountRoute("members.write"), {
      summary: "Invite a person by email to the account or to projects",
      description: "The response has the link, only once. Anyone with the link can accept for a week.",
      tag: "Members",
      body: inviteInput,
      answers: {
        201: { msg: "Invitation created. Copy its link now. It is not shown again.", data: newInvitation },
        400: { description: "The person is already a member, or a project is in another account." },
        403: { description: "The role is above yours, or an owner already invited this person." },
      },
      async handle({ caller, body, call }) {
        const by = { actor: actorOf(caller.member), role: caller.role };
        const made = await invite(caller.account.id, body, by, {
          token: randomBase62(32),
          now: call.now,
          appUrl: env.APP_URL,
        });
        return createdReply("Invitation created. Copy its link now. It is not shown again.", made);
      },
    }),
  },
  "/accounts/:account/invitations/:id": {
    DELETE: defineRoute(accountRoute("members.write"), {
      summary: "Withdraw an invitation",
      tag: "Members",
      params: idParams("id"),
      answers: {
        200: { msg: "Invitation withdrawn.", data: removedById },
        403: { description: "An owner created the invitation." },
        404: { msg: "Not found." },
      },
      handle: async ({ caller, params }) =>
        ok(
          "Invitation withdrawn.",
          await withdrawInvitation(caller.account.id, params.id, {
            actor: actorOf(caller.member),
            role: caller.role,
          }),
        ),
    }),
  },
  "/accounts/:account/members": {
    GET: defineRoute(accountRoute("members.read"), {
      summary: "List the members of an account",
      tag: "Members",
      answers: { 200: { msg: "Members.", data: memberList } },
      handle: async ({ caller }) => ok("Members.", await listMembers(caller.account.id)),
    }),
  },
  "/accounts/:account/members/:member": {
    PATCH: defineRoute(accountRoute("members.write"), {
      summary: "Change a member's role in the account or in projects",
      description:
        "Ends the member's sessions. You can't change or assign a role above yours. Members of single projects see only those.",
      tag: "Members",
      params: idParams("member"),
      body: memberAccessInput,
      answers: {
        200: { msg: "Role changed.", data: changedMember },
        400: { description: "The role does not exist, or a project is in another account." },
        409: { msg: lastOwner },
      },
      async handle({ caller, params, body }) {
        const { role, projects = [] } = body;
        const to = role === undefined ? { projects } : { role };
        return ok("Role changed.", await changeAccess(caller.account.id, params.member, to, caller));
      },
    }),
    DELETE: defineRoute(accountRoute("account.read"), {
      summary: "Remove a member, or leave",
      description: "Every member can leave. Only admins can remove others. Ends the member's sessions.",
      tag: "Members",
      params: idParams("member"),
      answers: { 200: { msg: "Member removed.", data: removedById }, 409: { msg: lastOwner } },
      handle: async ({ caller, params }) =>
        ok("Member removed.", await removeMember(caller.account.id, params.member, caller)),
    }),
  },
  "/invitations/:token": {
    GET: defineRoute(visitorRoute, {
      summary: "Get an invitation",
      tag: "Members",
      answers: { 200: { msg: "The invitation is open.", data: invitationOffer }, 404: { msg: over } },
      handle: async ({ caller, call }) =>
        ok("The invitation is open.", await showInvitation(call.params.token ?? "", caller.member, call.now)),
    }),
    POST: defineRoute(visitorRoute, {
      summary: "Accept an invitation",
      description:
        "New people choose a name and a password. Members must be signed in, or send only their password.",
      tag: "Members",
      body: acceptInvitationInput,
      answers: {
        200: { msg: "Welcome.", data: accepted },
        400: { description: "The name or password is missing or wrong." },
        404: { msg: over },
        409: { description: "A person with this email already has an account here." },
        429: { msg: "Too many attempts. Please try again in a few minutes." },
      },
      async handle({ caller, body, call }) {
        const from = { ...(await callOrigin(call)), signedIn: caller.member };
        return ok("Welcome.", await acceptInvitation(call.params.token ?? "", body, from));
      },
    }),
  },
};
