import { actorOf } from "@/lib/accounts/audit/actor";
import { replaceKey } from "@/lib/accounts/projects/server-keys/manage";
import { newKey, rotateInput } from "@/lib/accounts/projects/server-keys/schema";
import { idParams } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { created } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/server-keys/:id/rotate";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  POST: defineRoute(projectRoute("server-keys.write"), {
    summary: "Rotate a server key: a new one, and the old one expires some hours later",
    tag: "Server keys",
    params: idParams("id"),
    body: rotateInput,
    answers: {
      201: { msg: "Copy the new key now. It is not shown again.", data: newKey },
      409: { description: "The key is revoked, expired or rotated already." },
    },
    async handle({ caller, params, body, call }) {
      const { overlap_hours: overlapHours, expires_at: until } = body;
      const expiresAt = typeof until === "string" ? new Date(until) : until;
      const wanted = { id: params.id, overlapHours, expiresAt };
      const made = await replaceKey(caller.project, wanted, actorOf(caller.member), call.now);
      return created("Copy the new key now. It is not shown again.", made);
    },
  }),
});
