import { actorOf } from "@/lib/accounts/audit/actor";
import { setSigning, showSigning } from "@/lib/accounts/projects/signing/manage";
import { signing, signingInput, signingSettings } from "@/lib/accounts/projects/signing/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/signing";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("signing.read"), {
    summary: "Whether apps must sign their calls, and with which keys",
    tag: "Signing",
    answers: { 200: { msg: "Signing.", data: signing } },
    handle: async ({ caller, call }) => ok("Signing.", await showSigning(caller.project, call.now)),
  }),
  PUT: defineRoute(projectRoute("signing.write"), {
    summary: "Require that apps sign their calls, or stop requiring it; and which signatures are accepted",
    tag: "Signing",
    body: signingInput,
    answers: {
      200: { msg: "Signing changed.", data: signingSettings },
      409: { msg: "Make a signing key first: without one every call would be refused." },
    },
    async handle({ caller, body, call }) {
      const wanted = { required: body.required, bodyOnly: body.body_only };
      return ok(
        "Signing changed.",
        await setSigning(caller.project, wanted, actorOf(caller.member), call.now),
      );
    },
  }),
});
