import { actorOf } from "@/lib/accounts/audit/actor";
import { idParams, removedById } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { overlapInput } from "@/lib/projects/schema";
import {
  makeSigningKey,
  replaceSigningKey,
  setSigning,
  showSigning,
  withdrawSigningKey,
} from "@/lib/projects/signing/keys";
import {
  newSigningKeyAnswer,
  signingAnswer,
  signingInput,
  signingKeyInput,
  signingState,
} from "@/lib/projects/signing/schema";

const rotatedText = "Copy the new secret now. It is not shown again.";

const madeText = "Copy the secret now. It is not shown again.";

export const signingRoutes = {
  "/projects/:project/signing": {
    GET: defineRoute(projectRoute("signing.read"), {
      summary: "Get the signing settings and keys",
      tag: "Signing",
      answers: { 200: { msg: "Signing.", data: signingState } },
      handle: async ({ caller, call }) => ok("Signing.", await showSigning(caller.project, call.now)),
    }),
    PUT: defineRoute(projectRoute("signing.write"), {
      summary: "Change whether calls must be signed, and which signatures are accepted",
      tag: "Signing",
      body: signingInput,
      answers: {
        200: { msg: "Signing changed.", data: signingAnswer },
        409: { msg: "Create a signing key first. Without one, every call would be rejected." },
      },
      async handle({ caller, body, call }) {
        const input = { required: body.required, bodyOnly: body.body_only };
        return ok(
          "Signing changed.",
          await setSigning(caller.project, input, actorOf(caller.member), call.now),
        );
      },
    }),
  },
  "/projects/:project/signing/keys": {
    POST: defineRoute(projectRoute("signing.write"), {
      summary: "Create a signing key; its secret is shown only once",
      tag: "Signing",
      body: signingKeyInput,
      answers: { 201: { msg: madeText, data: newSigningKeyAnswer } },
      handle: async ({ caller, body, call }) =>
        createdReply(
          madeText,
          await makeSigningKey(caller.project, body.name, actorOf(caller.member), call.now),
        ),
    }),
  },
  "/projects/:project/signing/keys/:id": {
    DELETE: defineRoute(projectRoute("signing.write"), {
      summary: "Revoke a signing key",
      tag: "Signing",
      params: idParams("id"),
      answers: {
        200: { msg: "Key revoked.", data: removedById },
        409: { description: "The key is revoked, or it is the last working key while calls must be signed." },
      },
      handle: async ({ caller, params, call }) =>
        ok(
          "Key revoked.",
          await withdrawSigningKey(caller.project, params.id, actorOf(caller.member), call.now),
        ),
    }),
  },
  "/projects/:project/signing/keys/:id/rotate": {
    POST: defineRoute(projectRoute("signing.write"), {
      summary: "Rotate a signing key; the old one works for some more hours",
      tag: "Signing",
      params: idParams("id"),
      body: overlapInput,
      answers: {
        201: { msg: rotatedText, data: newSigningKeyAnswer },
        409: { msg: "This key was already revoked or rotated, or it expired." },
      },
      async handle({ caller, params, body, call }) {
        const input = { id: params.id, overlapHours: body.overlap_hours };
        return createdReply(
          rotatedText,
          await replaceSigningKey(caller.project, input, actorOf(caller.member), call.now),
        );
      },
    }),
  },
};
