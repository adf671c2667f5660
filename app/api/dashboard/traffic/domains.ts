import { actorOf } from "@/lib/accounts/audit/actor";
import { env } from "@/lib/base/env";
import { idParams, removedById } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { addDomain } from "@/lib/projects/domains/add";
import { checkDomain } from "@/lib/projects/domains/check";
import { systemDns } from "@/lib/projects/domains/dns";
import { choosePrimary, listDomains, removeDomain } from "@/lib/projects/domains/domains";
import { domainInput, domainList, oneDomain } from "@/lib/projects/domains/schema";
import { examineDomain } from "@/lib/traffic/domain-check/check";
import { diagnosis } from "@/lib/traffic/domain-check/schema";

export const domainsRoutes = {
  "/projects/:project/domains": {
    GET: defineRoute(projectRoute("domains.read"), {
      summary: "List domains with the DNS records they need",
      tag: "Domains",
      answers: { 200: { msg: "Domains.", data: domainList } },
      handle: async ({ caller }) => ok("Domains.", await listDomains(caller.project, env.APP_URL)),
    }),
    POST: defineRoute(projectRoute("domains.write"), {
      summary: "Add a domain",
      description:
        "Cairn serves the domain once its TXT record proves ownership. Names that end in .localhost need no record.",
      tag: "Domains",
      body: domainInput,
      answers: {
        201: { msg: "Domain added.", data: oneDomain },
        400: { msg: "This domain is already in use." },
      },
      async handle({ caller, body, call }) {
        const at = { now: call.now, appUrl: env.APP_URL };
        return createdReply(
          "Domain added.",
          await addDomain(caller.project, body.host, actorOf(caller.member), at),
        );
      },
    }),
  },
  "/projects/:project/domains/:id": {
    DELETE: defineRoute(projectRoute("domains.write"), {
      summary: "Remove a domain",
      tag: "Domains",
      params: idParams("id"),
      answers: {
        200: { msg: "Domain removed.", data: removedById },
        409: { description: "The domain is the primary one, or a campaign uses it." },
      },
      handle: async ({ caller, params }) =>
        ok("Domain removed.", await removeDomain(caller.project, params.id, actorOf(caller.member))),
    }),
  },
  "/projects/:project/domains/:id/check": {
    POST: defineRoute(projectRoute("domains.write"), {
      summary: "Check a domain's DNS records",
      tag: "Domains",
      params: idParams("id"),
      description:
        "Once the TXT record is correct, Cairn serves the domain. Cairn also checks it automatically for a month.",
      answers: {
        200: { msg: ["The domain is verified.", "The DNS records are missing."], data: oneDomain },
        409: { msg: "Another project on this server has verified this domain. Remove it there first." },
      },
      async handle({ caller, params, call }) {
        const at = { now: call.now, appUrl: env.APP_URL, dns: systemDns() };
        const checked = await checkDomain(caller.project, params.id, actorOf(caller.member), at);
        const seen = checked.domain.check_result?.verified;
        return ok(seen ? "The domain is verified." : "The DNS records are missing.", checked);
      },
    }),
  },
  "/projects/:project/domains/:id/doctor": {
    POST: defineRoute(projectRoute("domains.read"), {
      summary: "Check a domain as phones see it",
      description:
        "Checks DNS, the certificate, that requests arrive here, and the files that let links open the app.",
      tag: "Domains",
      params: idParams("id"),
      answers: { 200: { msg: "Domain checked.", data: diagnosis }, 404: { msg: "Not found." } },
      async handle({ caller, params, call }) {
        const appHost = new URL(env.APP_URL).hostname;
        return ok(
          "Domain checked.",
          await examineDomain(caller.project.id, params.id, { now: call.now, appHost }),
        );
      },
    }),
  },
  "/projects/:project/domains/:id/primary": {
    POST: defineRoute(projectRoute("domains.write"), {
      summary: "Make a domain the primary one",
      tag: "Domains",
      params: idParams("id"),
      answers: {
        200: { msg: "This is the primary domain now.", data: oneDomain },
        409: { msg: "This domain isn't verified yet, so its links wouldn't work." },
      },
      async handle({ caller, params }) {
        const chosen = await choosePrimary(caller.project, params.id, actorOf(caller.member), env.APP_URL);
        return ok("This is the primary domain now.", chosen);
      },
    }),
  },
};
