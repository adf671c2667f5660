import { actorOf } from "@/lib/accounts/audit/actor";
import { addNetworkAccount, listNetworkAccounts } from "@/lib/facts/spend/accounts/manage";
import { networkAccountInput, networkAccounts, oneNetworkAccount } from "@/lib/facts/spend/accounts/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { created, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/network-accounts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("network-accounts.read"), {
    summary: "Accounts with ad networks",
    tag: "Network accounts",
    answers: { 200: { msg: "Network accounts.", data: networkAccounts } },
    handle: async ({ caller }) => ok("Network accounts.", await listNetworkAccounts(caller.project)),
  }),
  POST: defineRoute(projectRoute("network-accounts.write"), {
    summary: "Add an account with an ad network",
    tag: "Network accounts",
    body: networkAccountInput,
    answers: { 201: { msg: "Network account added.", data: oneNetworkAccount } },
    async handle({ caller, body, call }) {
      const made = await addNetworkAccount(caller.project, body, actorOf(caller.member), call.now);
      return created("Network account added.", made);
    },
  }),
});
