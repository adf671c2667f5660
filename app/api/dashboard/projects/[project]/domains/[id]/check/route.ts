import { actorOf } from "@/lib/accounts/audit/actor";
import { systemDns } from "@/lib/accounts/projects/domains/dns";
import { checkDomain } from "@/lib/accounts/projects/domains/manage";
import { oneDomain } from "@/lib/accounts/projects/domains/schema";
import { env } from "@/lib/base/env";
import { idParams } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/domains/:id/check";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  POST: defineRoute(projectRoute("domains.write"), {
    summary: "Look up a domain's DNS records",
    tag: "Domains",
    params: idParams("id"),
    description:
      "What the TXT record proves is served from then on. It is also looked up by itself, for a month.",
    answers: {
      200: { msg: ["The domain is verified.", "The records are not there yet."], data: oneDomain },
      409: { msg: "Another project of this server has proved this domain. Remove it there first." },
    },
    async handle({ caller, params, call }) {
      const at = { now: call.now, appUrl: env.APP_URL, dns: systemDns() };
      const checked = await checkDomain(caller.project, params.id, actorOf(caller.member), at);
      const seen = checked.domain.check_result?.verified;
      return ok(seen ? "The domain is verified." : "The records are not there yet.", checked);
    },
  }),
});
