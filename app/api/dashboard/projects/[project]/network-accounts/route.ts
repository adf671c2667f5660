import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { endpoint } from "@/lib/http/endpoint";
import { created, ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { addNetworkAccount, listNetworkAccounts } from "@/lib/projects/network-accounts/manage";
import {
  networkAccountInput,
  networkAccounts,
  oneNetworkAccount,
} from "@/lib/projects/network-accounts/schema";

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
