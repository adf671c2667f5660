import { actorOf } from "@/lib/accounts/audit/actor";
import { idParams, removed } from "@/lib/base/fields";
import { changeNetworkAccount, removeNetworkAccount } from "@/lib/facts/spend/accounts/manage";
import { networkAccountChanges, oneNetworkAccount } from "@/lib/facts/spend/accounts/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/network-accounts/:id";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  PATCH: defineRoute(projectRoute("network-accounts.write"), {
    summary: "Change an account with an ad network",
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
    summary: "Remove an account with an ad network that no campaign uses",
    tag: "Network accounts",
    params: idParams("id"),
    answers: {
      200: { msg: "Network account removed.", data: removed },
      409: { msg: "A campaign uses this account." },
    },
    handle: async ({ caller, params }) =>
      ok(
        "Network account removed.",
        await removeNetworkAccount(caller.project, params.id, actorOf(caller.member)),
      ),
  }),
});
