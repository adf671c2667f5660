import { actorOf } from "@/lib/accounts/audit/actor";
import { withdrawKey } from "@/lib/accounts/projects/server-keys/manage";
import { idParams, removed } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/server-keys/:id";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  DELETE: defineRoute(projectRoute("server-keys.write"), {
    summary: "Revoke a server key",
    tag: "Server keys",
    params: idParams("id"),
    answers: { 200: { msg: "Key revoked.", data: removed }, 409: { msg: "This key is revoked." } },
    handle: async ({ caller, params, call }) =>
      ok("Key revoked.", await withdrawKey(caller.project, params.id, actorOf(caller.member), call.now)),
  }),
});
