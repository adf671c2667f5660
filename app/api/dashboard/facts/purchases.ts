import { actorOf } from "@/lib/accounts/audit/actor";
import {
  connectStore,
  disconnectSource,
  makeAddress,
  testStore,
} from "@/lib/facts/purchases/settings/connect";
import {
  connectionBody,
  noticeAddress,
  purchaseSettings,
  purchaseSourceParam,
  storeTested,
} from "@/lib/facts/purchases/settings/schema";
import { showPurchases } from "@/lib/facts/purchases/settings/show";
import { projectRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const purchasesRoutes = {
  "/projects/:project/purchases": {
    GET: defineRoute(projectRoute("network-accounts.read"), {
      summary: "Show how purchases are checked, and the newest notifications",
      tag: "Purchases",
      answers: { 200: { msg: "Purchases.", data: purchaseSettings } },
      handle: async ({ caller, call }) => ok("Purchases.", await showPurchases(caller.project, call.now)),
    }),
  },
  "/projects/:project/purchases/:source": {
    PUT: defineRoute(projectRoute("network-accounts.write"), {
      summary: "Set how purchases of a store are checked",
      description: "Credentials are stored encrypted and never shown again.",
      tag: "Purchases",
      params: purchaseSourceParam,
      body: connectionBody,
      answers: { 200: { msg: "Saved.", data: purchaseSettings } },
      handle: async ({ caller, params, body, call }) =>
        ok(
          "Saved.",
          await connectStore(caller.project, params.source, body, actorOf(caller.member), call.now),
        ),
    }),
    DELETE: defineRoute(projectRoute("network-accounts.write"), {
      summary: "Disconnect a store or service",
      description: "Its address stops working. Payments keep the results of their checks.",
      tag: "Purchases",
      params: purchaseSourceParam,
      answers: { 200: { msg: "Disconnected.", data: purchaseSettings } },
      handle: async ({ caller, params, call }) =>
        ok(
          "Disconnected.",
          await disconnectSource(caller.project, params.source, actorOf(caller.member), call.now),
        ),
    }),
  },
  "/projects/:project/purchases/:source/test": {
    POST: defineRoute(projectRoute("network-accounts.write"), {
      summary: "Test the credentials of a store's server",
      description: "Queries a purchase that does not exist. If the test succeeds, stopped checks resume.",
      tag: "Purchases",
      params: purchaseSourceParam,
      answers: { 200: { msg: "Tested.", data: storeTested } },
      handle: async ({ caller, params, call }) =>
        ok("Tested.", await testStore(caller.project, params.source, call.now)),
    }),
  },
  "/projects/:project/purchases/:source/address": {
    POST: defineRoute(projectRoute("network-accounts.write"), {
      summary: "Create an address for notifications",
      description: "The address is shown once. An earlier address of the source stops working.",
      tag: "Purchases",
      params: purchaseSourceParam,
      answers: { 200: { msg: "Created.", data: noticeAddress } },
      handle: async ({ caller, params, call }) =>
        ok("Created.", await makeAddress(caller.project, params.source, actorOf(caller.member), call.now)),
    }),
  },
};
