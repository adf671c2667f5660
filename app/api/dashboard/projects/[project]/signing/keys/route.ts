import { actorOf } from "@/lib/accounts/audit/actor";
import { makeSigningKey } from "@/lib/accounts/projects/signing/manage";
import { newSigningKey, signingKeyInput } from "@/lib/accounts/projects/signing/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { created } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/signing/keys";
const shown = "Copy the secret now. It is not shown again.";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  POST: defineRoute(projectRoute("signing.write"), {
    summary: "Make a signing key; its secret is shown this once",
    tag: "Signing",
    body: signingKeyInput,
    answers: { 201: { msg: shown, data: newSigningKey } },
    handle: async ({ caller, body, call }) =>
      created(shown, await makeSigningKey(caller.project, body.name, actorOf(caller.member), call.now)),
  }),
});
