import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { idParams, removed } from "@/lib/fields";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { withdrawSigningKey } from "@/lib/projects/signing/manage";

const path = "/api/dashboard/projects/:project/signing/keys/:id";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  DELETE: defineRoute(projectRoute("signing.write"), {
    summary: "Revoke a signing key",
    tag: "Signing",
    params: idParams("id"),
    answers: {
      200: { msg: "Key revoked.", data: removed },
      409: { description: "The key is revoked, or the last one that works while calls must be signed." },
    },
    handle: async ({ caller, params, call }) =>
      ok(
        "Key revoked.",
        await withdrawSigningKey(caller.project, params.id, actorOf(caller.member), call.now),
      ),
  }),
});
