import { actorOf } from "@/lib/accounts/audit/actor";
import { removeDomain } from "@/lib/accounts/projects/domains/manage";
import { idParams, removed } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/domains/:id";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  DELETE: defineRoute(projectRoute("domains.write"), {
    summary: "Remove a domain",
    tag: "Domains",
    params: idParams("id"),
    answers: {
      200: { msg: "Domain removed.", data: removed },
      409: { description: "The domain is the primary one, or a campaign uses it." },
    },
    handle: async ({ caller, params }) =>
      ok("Domain removed.", await removeDomain(caller.project, params.id, actorOf(caller.member))),
  }),
});
