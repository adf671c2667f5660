import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { setSigning, showSigning } from "@/lib/projects/signing/manage";
import { signing, signingInput, signingSettings } from "@/lib/projects/signing/schema";

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
