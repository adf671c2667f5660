import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { env } from "@/lib/env";
import { idParams } from "@/lib/fields";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { systemDns } from "@/lib/projects/domains/dns";
import { checkDomain } from "@/lib/projects/domains/manage";
import { oneDomain } from "@/lib/projects/domains/schema";

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
