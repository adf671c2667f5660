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
      summary: "List connected ad accounts with their sync state",
      tag: "Spend",
      answers: { 200: { msg: "Ad accounts.", data: pullList } },
      handle: async ({ caller, call }) => ok("Ad accounts.", await listPulls(caller.project, call.now)),
    }),
  },
  "/projects/:project/spend/pulls/:id": {
    PUT: defineRoute(projectRoute("network-accounts.write"), {
      summary: "Connect an ad account",
      description: "Credentials are stored encrypted and never shown again. The first sync starts at once.",
      tag: "Spend",
      params: idParams("id"),
      body: credentialsBody,
      answers: {
        200: { msg: "Connected.", data: onePull },
        409: { description: "The account has no network ID or no currency." },
      },
      handle: async ({ caller, params, body, call }) =>
        ok(
          "Connected.",
          await connectAccount(caller.project, params.id, body.credentials, actorOf(caller.member), call.now),
        ),
    }),
    DELETE: defineRoute(projectRoute("network-accounts.write"), {
      summary: "Disconnect an ad account",
      description: "Synced spend is kept.",
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
      summary: "Sync an ad account now",
      tag: "Spend",
      params: idParams("id"),
      answers: {
        200: { msg: "The sync has started.", data: onePull },
        409: { description: "The account is not connected, not active, or already syncing." },
      },
      handle: async ({ caller, params, call }) =>
        ok(
          "The sync has started.",
          await pullNow(caller.project, params.id, actorOf(caller.member), call.now),
        ),
    }),
  },
};
