import { actorOf } from "@/lib/accounts/audit/actor";
import { idParams, removedById } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import {
  addNetworkAccount,
  changeNetworkAccount,
  listNetworkAccounts,
  removeNetworkAccount,
} from "@/lib/spend/accounts/accounts";
import {
  networkAccountChanges,
  networkAccountInput,
  networkAccountList,
  oneNetworkAccount,
} from "@/lib/spend/accounts/schema";

export const networkAccountsRoutes = {
  "/projects/:project/network-accounts": {
    GET: defineRoute(projectRoute("network-accounts.read"), {
      summary: "List network accounts",
      tag: "Network accounts",
      answers: { 200: { msg: "Network accounts.", data: networkAccountList } },
      handle: async ({ caller }) => ok("Network accounts.", await listNetworkAccounts(caller.project)),
    }),
    POST: defineRoute(projectRoute("network-accounts.write"), {
      summary: "Add a network account",
      tag: "Network accounts",
      body: networkAccountInput,
      answers: { 201: { msg: "Network account added.", data: oneNetworkAccount } },
      async handle({ caller, body, call }) {
        const made = await addNetworkAccount(caller.project, body, actorOf(caller.member), call.now);
        return createdReply("Network account added.", made);
      },
    }),
  },
  "/projects/:project/network-accounts/:id": {
    PATCH: defineRoute(projectRoute("network-accounts.write"), {
      summary: "Change a network account",
      tag: "Network accounts",
      params: idParams("id"),
      body: networkAccountChanges,
      answers: { 200: { msg: "Saved.", data: oneNetworkAccount } },
      handle: async ({ caller, params, body, call }) =>
        ok(
          "Saved.",
          await changeNetworkAccount(caller.project, params.id, body, actorOf(caller.member), call.now),
        ),
    }),
    DELETE: defineRoute(projectRoute("network-accounts.write"), {
      summary: "Remove a network account that no campaign uses",
      tag: "Network accounts",
      params: idParams("id"),
      answers: {
        200: { msg: "Network account removed.", data: removedById },
        409: { msg: "A campaign uses this account. Change the campaign's account first." },
      },
      handle: async ({ caller, params }) =>
        ok(
          "Network account removed.",
          await removeNetworkAccount(caller.project, params.id, actorOf(caller.member)),
        ),
    }),
  },
};
