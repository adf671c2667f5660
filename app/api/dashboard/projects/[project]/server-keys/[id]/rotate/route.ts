import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { idParams } from "@/lib/fields";
import { endpoint } from "@/lib/http/endpoint";
import { created } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { replaceKey } from "@/lib/projects/server-keys/manage";
import { newKey, rotateInput } from "@/lib/projects/server-keys/schema";

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
