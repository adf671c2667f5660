import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { endpoint } from "@/lib/http/endpoint";
import { created } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { makeSigningKey } from "@/lib/projects/signing/manage";
import { newSigningKey, signingKeyInput } from "@/lib/projects/signing/schema";

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
