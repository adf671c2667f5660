import { actorOf } from "@/lib/accounts/audit/actor";
import { idParams } from "@/lib/base/fields";
import { connectAccount, disconnectAccount } from "@/lib/facts/spend/pull/manage";
import { credentialsBody, onePull } from "@/lib/facts/spend/pull/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/spend/pulls/:id";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  PUT: defineRoute(projectRoute("network-accounts.write"), {
    summary: "Give the credentials of an ad account",
    description: "They are stored encrypted and never shown again. The network is asked at once.",
    tag: "Spend",
    params: idParams("id"),
    body: credentialsBody,
    answers: {
      200: { msg: "Connected.", data: onePull },
      409: { description: "The account lacks its id at the network, or its currency." },
    },
    handle: async ({ caller, params, body, call }) =>
      ok(
        "Connected.",
        await connectAccount(caller.project, params.id, body.credentials, actorOf(caller.member), call.now),
      ),
  }),
  DELETE: defineRoute(projectRoute("network-accounts.write"), {
    summary: "Forget the credentials of an ad account",
    description: "What was pulled stays.",
    tag: "Spend",
    params: idParams("id"),
    answers: { 200: { msg: "Disconnected.", data: onePull } },
    handle: async ({ caller, params, call }) =>
      ok(
        "Disconnected.",
        await disconnectAccount(caller.project, params.id, actorOf(caller.member), call.now),
      ),
  }),
});
