import { actorOf } from "@/lib/accounts/audit/actor";
import { idParams, removedById } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import {
  issueServerKey,
  listServerKeys,
  replaceServerKey,
  withdrawServerKey,
} from "@/lib/projects/server-keys/keys";
import {
  createdServerKey,
  rotateInput,
  serverKeyInput,
  serverKeyList,
} from "@/lib/projects/server-keys/schema";

export const serverKeysRoutes = {
  "/projects/:project/server-keys": {
    GET: defineRoute(projectRoute("server-keys.read"), {
      summary: "List server keys by their first characters",
      tag: "Server keys",
      answers: { 200: { msg: "Server keys.", data: serverKeyList } },
      handle: async ({ caller, call }) => ok("Server keys.", await listServerKeys(caller.project, call.now)),
    }),
    POST: defineRoute(projectRoute("server-keys.write"), {
      summary: "Create a server key; it is shown only once",
      tag: "Server keys",
      body: serverKeyInput,
      answers: { 201: { msg: "Copy the key now. It is not shown again.", data: createdServerKey } },
      async handle({ caller, body, call }) {
        const { name, scopes, expires_at } = body;
        const input = { name, scopes, expiresAt: expires_at ? new Date(expires_at) : null };
        const made = await issueServerKey(caller.project, input, actorOf(caller.member), call.now);
        return createdReply("Copy the key now. It is not shown again.", made);
      },
    }),
  },
  "/projects/:project/server-keys/:id": {
    DELETE: defineRoute(projectRoute("server-keys.write"), {
      summary: "Revoke a server key",
      tag: "Server keys",
      params: idParams("id"),
      answers: { 200: { msg: "Key revoked.", data: removedById }, 409: { msg: "This key is revoked." } },
      handle: async ({ caller, params, call }) =>
        ok(
          "Key revoked.",
          await withdrawServerKey(caller.project, params.id, actorOf(caller.member), call.now),
        ),
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
        const made = await replaceServerKey(caller.project, input, actorOf(caller.member), call.now);
        return createdReply("Copy the new key now. It is not shown again.", made);
      },
    }),
  },
};
