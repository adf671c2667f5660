import { actorOf } from "@/lib/accounts/audit/actor";
import { withdrawSigningKey } from "@/lib/accounts/projects/signing/manage";
import { idParams, removed } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

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
