import { actorOf } from "@/lib/accounts/audit/actor";
import { idParams, removed } from "@/lib/base/fields";
import { removeAffiliate } from "@/lib/campaigns/affiliates/manage";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/affiliates/:id";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  DELETE: defineRoute(projectRoute("affiliates.write"), {
    summary: "Remove an affiliate that no campaign uses",
    tag: "Affiliates",
    params: idParams("id"),
    answers: {
      200: { msg: "Affiliate removed.", data: removed },
      409: { msg: "A campaign uses this affiliate." },
    },
    handle: async ({ caller, params }) =>
      ok("Affiliate removed.", await removeAffiliate(caller.project, params.id, actorOf(caller.member))),
  }),
});
