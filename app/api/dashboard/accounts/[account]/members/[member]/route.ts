import { changeRole, removeMember } from "@/lib/accounts/members/change";
import { changedMember, memberRoleInput } from "@/lib/accounts/schema";
import { idParams, removed } from "@/lib/base/fields";
import { accountRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/accounts/:account/members/:member";
const lastOwner = "An account needs an owner. Make somebody else an owner first.";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  PATCH: defineRoute(accountRoute("members.write"), {
    summary: "Change a member's role",
    description: "Ends the member's sessions. Nobody changes a role above his own, or gives one.",
    tag: "Members",
    params: idParams("member"),
    body: memberRoleInput,
    answers: { 200: { msg: "Role changed.", data: changedMember }, 409: { msg: lastOwner } },
    handle: async ({ caller, params, body }) =>
      ok("Role changed.", await changeRole(caller.account.id, params.member, body.role, caller)),
  }),
  DELETE: defineRoute(accountRoute("account.read"), {
    summary: "Remove a member, or leave",
    description: "Everybody may leave; removing somebody else takes an admin. Ends the member's sessions.",
    tag: "Members",
    params: idParams("member"),
    answers: { 200: { msg: "Member removed.", data: removed }, 409: { msg: lastOwner } },
    handle: async ({ caller, params }) =>
      ok("Member removed.", await removeMember(caller.account.id, params.member, caller)),
  }),
});
