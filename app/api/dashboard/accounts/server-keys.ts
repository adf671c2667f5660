import { actorOf } from "@/lib/accounts/audit/actor";
import { idParams, removed } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { created, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { issueKey, listKeys, replaceKey, withdrawKey } from "@/lib/projects/server-keys/keys";
import { createdServerKey, keyInput, keys, rotateInput } from "@/lib/projects/server-keys/schema";

export const serverKeysRoutes = {
  "/projects/:project/server-keys": {
    GET: defineRoute(projectRoute("server-keys.read"), {
      summary: "List server keys by their first characters",
      tag: "Server keys",
      answers: { 200: { msg: "Server keys.", data: keys } },
      handle: async ({ caller, call }) => ok("Server keys.", await listKeys(caller.project, call.now)),
    }),
    POST: defineRoute(projectRoute("server-keys.write"), {
      summary: "Create a server key; it is shown only once",
      tag: "Server keys",
      body: keyInput,
      answers: { 201: { msg: "Copy the key now. It is not shown again.", data: createdServerKey } },
      async handle({ caller, body, call }) {
        const { name, scopes, expires_at } = body;
        const input = { name, scopes, expiresAt: expires_at ? new Date(expires_at) : null };
        const made = await issueKey(caller.project, input, actorOf(caller.member), call.now);
        return created("Copy the key now. It is not shown again.", made);
      },
    }),
  },
  "/projects/:project/server-keys/:id": {
    DELETE: defineRoute(projectRoute("server-keys.write"), {
      summary: "Revoke a server key",
      tag: "Server keys",
      params: idParams("id"),
      answers: { 200: { msg: "Key revoked.", data: removed }, 409: { msg: "This key is revoked." } },
      handle: async ({ caller, params, call }) =>
        ok("Key revoked.", await withdrawKey(caller.project, params.id, actorOf(caller.member), call.now)),
    }),
  },
  "/projects/:project/server-keys/:id/rotate": {
    POST: defineRoute(projectRoute("server-keys.write"), {
      summary: "Rotate a server key; the old one expires some hours later",
      tag: "Server keys",
      params: idParams("id"),
      body: rotateInput,
      answers: {
        201: { msg: "Copy the new key now. It is not shown again.", data: createdServerKey },
        409: { description: "The key was already revoked or rotated, or it expired." },
      },
      async handle({ caller, params, body, call }) {
        const { overlap_hours: overlapHours, expires_at: until } = body;
        const expiresAt = typeof until === "string" ? new Date(until) : until;
        const input = { id: params.id, overlapHours, expiresAt };
        const made = await replaceKey(caller.project, input, actorOf(caller.member), call.now);
        return created("Copy the new key now. It is not shown again.", made);
      },
    }),
  },
};
