import { actorOf } from "@/lib/accounts/audit/actor";
import { overlapInput } from "@/lib/accounts/projects/schema";
import { replaceSigningKey } from "@/lib/accounts/projects/signing/manage";
import { newSigningKey } from "@/lib/accounts/projects/signing/schema";
import { idParams } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { created } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/signing/keys/:id/rotate";
const shown = "Copy the new secret now. It is not shown again.";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  POST: defineRoute(projectRoute("signing.write"), {
    summary: "Rotate a signing key: a new one, and the old one works for some hours more",
    tag: "Signing",
    params: idParams("id"),
    body: overlapInput,
    answers: {
      201: { msg: shown, data: newSigningKey },
      409: { msg: "This key is revoked, expired or rotated already." },
    },
    async handle({ caller, params, body, call }) {
      const wanted = { id: params.id, overlapHours: body.overlap_hours };
      return created(
        shown,
        await replaceSigningKey(caller.project, wanted, actorOf(caller.member), call.now),
      );
    },
  }),
});
