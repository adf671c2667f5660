import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { env } from "@/lib/env";
import { endpoint } from "@/lib/http/endpoint";
import { created, ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { addDomain, listDomains } from "@/lib/projects/domains/manage";
import { domainInput, domains, oneDomain } from "@/lib/projects/domains/schema";

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
