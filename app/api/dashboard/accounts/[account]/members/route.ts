import { accountRoute } from "@/lib/access/session-routes";
import { listMembers } from "@/lib/accounts/members/change";
import { members } from "@/lib/accounts/schema";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";

const path = "/api/dashboard/accounts/:account/members";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(accountRoute("members.read"), {
    summary: "Members of an account",
    tag: "Members",
    answers: { 200: { msg: "Members.", data: members } },
    handle: async ({ caller }) => ok("Members.", await listMembers(caller.account.id)),
  }),
});
