import { actorOf } from "@/lib/accounts/audit/actor";
import { issueKey, listKeys } from "@/lib/accounts/projects/server-keys/manage";
import { keyInput, keys, newKey } from "@/lib/accounts/projects/server-keys/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { created, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/server-keys";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("server-keys.read"), {
    summary: "Server keys of a project, by their beginnings",
    tag: "Server keys",
    answers: { 200: { msg: "Server keys.", data: keys } },
    handle: async ({ caller, call }) => ok("Server keys.", await listKeys(caller.project, call.now)),
  }),
  POST: defineRoute(projectRoute("server-keys.write"), {
    summary: "Issue a server key; it is shown this once",
    tag: "Server keys",
    body: keyInput,
    answers: { 201: { msg: "Copy the key now. It is not shown again.", data: newKey } },
    async handle({ caller, body, call }) {
      const wanted = { name: body.name, expiresAt: body.expires_at ? new Date(body.expires_at) : null };
      const made = await issueKey(caller.project, wanted, actorOf(caller.member), call.now);
      return created("Copy the key now. It is not shown again.", made);
    },
  }),
});
