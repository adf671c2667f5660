import { actorOf } from "@/lib/accounts/audit/actor";
import { addDomain, listDomains } from "@/lib/accounts/projects/domains/manage";
import { domainInput, domains, oneDomain } from "@/lib/accounts/projects/domains/schema";
import { env } from "@/lib/base/env";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { created, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/domains";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("domains.read"), {
    summary: "Domains of a project, with the DNS records each needs",
    tag: "Domains",
    answers: { 200: { msg: "Domains.", data: domains } },
    handle: async ({ caller }) => ok("Domains.", await listDomains(caller.project, env.APP_URL)),
  }),
  POST: defineRoute(projectRoute("domains.write"), {
    summary: "Add a domain",
    description:
      "Nothing is served on it until its TXT record proves that it is the project's; names that end in .localhost need none.",
    tag: "Domains",
    body: domainInput,
    answers: {
      201: { msg: "Domain added.", data: oneDomain },
      400: { msg: "This domain is in use already." },
    },
    async handle({ caller, body, call }) {
      const at = { now: call.now, appUrl: env.APP_URL };
      return created("Domain added.", await addDomain(caller.project, body.host, actorOf(caller.member), at));
    },
  }),
});
