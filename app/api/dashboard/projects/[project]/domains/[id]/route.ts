import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { idParams, removed } from "@/lib/fields";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { removeDomain } from "@/lib/projects/domains/manage";

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
