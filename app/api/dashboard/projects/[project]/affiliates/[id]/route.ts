import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { idParams, removed } from "@/lib/fields";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { removeAffiliate } from "@/lib/projects/affiliates/manage";

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
