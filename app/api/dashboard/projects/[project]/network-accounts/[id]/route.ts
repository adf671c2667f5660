import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { idParams, removed } from "@/lib/fields";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { changeNetworkAccount, removeNetworkAccount } from "@/lib/projects/network-accounts/manage";
import { networkAccountChanges, oneNetworkAccount } from "@/lib/projects/network-accounts/schema";

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
