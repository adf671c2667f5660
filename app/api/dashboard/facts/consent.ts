import { actorOf } from "@/lib/accounts/audit/actor";
import { consentPolicy } from "@/lib/facts/consent/policy";
import { projectConsent } from "@/lib/facts/consent/schema";
import { changePolicy, consentOfProject } from "@/lib/facts/consent/show";
import { projectRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const consentRoutes = {
  "/projects/:project/consent": {
    GET: defineRoute(projectRoute("consent.read"), {
      summary: "Get the consent defaults and the consent of the last 30 days' installs",
      tag: "Privacy",
      answers: { 200: { msg: "Consent.", data: projectConsent } },
      handle: async ({ caller, call }) => ok("Consent.", await consentOfProject(caller.project, call.now)),
    }),
    PUT: defineRoute(projectRoute("consent.write"), {
      summary: "Set the consent defaults, where the law requires consent and elsewhere",
      description: "Applies to data stored and matched from now on.",
      tag: "Privacy",
      body: consentPolicy,
      answers: { 200: { msg: "Saved.", data: consentPolicy } },
      async handle({ caller, body, call }) {
        await changePolicy(caller.project, body, actorOf(caller.member), call.now);
        return ok("Saved.", body);
      },
    }),
  },
};
