import { actorOf } from "@/lib/accounts/audit/actor";
import { idParams } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { connectAccount } from "@/lib/spend/pull/connect";
import { disconnectAccount } from "@/lib/spend/pull/disconnect";
import { listPulls } from "@/lib/spend/pull/list";
import { pullNow } from "@/lib/spend/pull/pull-now";
import { credentialsBody, onePull, pullList } from "@/lib/spend/pull/schema";

export const spendPullsRoutes = {
  "/projects/:project/spend/pulls": {
    GET: defineRoute(projectRoute("spend.read"), {
      summary: "Ad accounts that are asked what they cost, and how that went",
      tag: "Spend",
      answers: { 200: { msg: "Ad accounts.", data: pullList } },
      handle: async ({ caller, call }) => ok("Ad accounts.", await listPulls(caller.project, call.now)),
    }),
  },
  "/projects/:project/spend/pulls/:id": {
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
  },
  "/projects/:project/spend/pulls/:id/run": {
    POST: defineRoute(projectRoute("spend.write"), {
      summary: "Ask an ad account now what it cost",
      tag: "Spend",
      params: idParams("id"),
      answers: {
        200: { msg: "It is being pulled.", data: onePull },
        409: { description: "It is not connected, not active, or being pulled already." },
      },
      handle: async ({ caller, params, call }) =>
        ok("It is being pulled.", await pullNow(caller.project, params.id, actorOf(caller.member), call.now)),
    }),
  },
};
