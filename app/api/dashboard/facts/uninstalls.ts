import { actorOf } from "@/lib/accounts/audit/actor";
import { connectPushService, disconnectPushService, testPushService } from "@/lib/facts/uninstalls/connect";
import {
  pushCredentialsBody,
  pushKindParam,
  pushTested,
  uninstallSettings,
} from "@/lib/facts/uninstalls/schema";
import { showUninstalls } from "@/lib/facts/uninstalls/show";
import { projectRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const uninstallsRoutes = {
  "/projects/:project/uninstalls": {
    GET: defineRoute(projectRoute("network-accounts.read"), {
      summary: "List the push services for uninstall tracking",
      tag: "Uninstalls",
      answers: { 200: { msg: "Push services.", data: uninstallSettings } },
      handle: async ({ caller }) => ok("Push services.", await showUninstalls(caller.project)),
    }),
  },
  "/projects/:project/uninstalls/:kind": {
    PUT: defineRoute(projectRoute("network-accounts.write"), {
      summary: "Connect a push service",
      description: "Credentials are stored encrypted and never shown again.",
      tag: "Uninstalls",
      params: pushKindParam,
      body: pushCredentialsBody,
      answers: { 200: { msg: "Connected.", data: uninstallSettings } },
      handle: async ({ caller, params, body, call }) =>
        ok(
          "Connected.",
          await connectPushService(
            caller.project,
            params.kind,
            body.credentials,
            actorOf(caller.member),
            call.now,
          ),
        ),
    }),
    DELETE: defineRoute(projectRoute("network-accounts.write"), {
      summary: "Disconnect a push service",
      description: "Recorded uninstalls are kept.",
      tag: "Uninstalls",
      params: pushKindParam,
      answers: { 200: { msg: "Disconnected.", data: uninstallSettings } },
      handle: async ({ caller, params }) =>
        ok("Disconnected.", await disconnectPushService(caller.project, params.kind, actorOf(caller.member))),
    }),
  },
  "/projects/:project/uninstalls/:kind/test": {
    POST: defineRoute(projectRoute("network-accounts.write"), {
      summary: "Test the credentials of a push service",
      description:
        "Uses a push token that does not exist. If the test succeeds, a service that had rejected the credentials is used again.",
      tag: "Uninstalls",
      params: pushKindParam,
      answers: { 200: { msg: "Tested.", data: pushTested } },
      handle: async ({ caller, params, call }) =>
        ok("Tested.", await testPushService(caller.project, params.kind, call.now)),
    }),
  },
};
