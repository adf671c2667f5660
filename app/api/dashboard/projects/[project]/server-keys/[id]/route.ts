import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { idParams, removed } from "@/lib/fields";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { withdrawKey } from "@/lib/projects/server-keys/manage";

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
