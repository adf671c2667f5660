import { listMembers } from "@/lib/accounts/members/change";
import { members } from "@/lib/accounts/schema";
import { accountRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/accounts/:account/members";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(accountRoute("members.read"), {
    summary: "Members of an account",
    tag: "Members",
    answers: { 200: { msg: "Members.", data: members } },
    handle: async ({ caller }) => ok("Members.", await listMembers(caller.account.id)),
  }),
});
