import { idParams } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { userPageQuery, userTable } from "@/lib/reporting/attributed-users/schema";
import { attributedUserPage } from "@/lib/reporting/attributed-users/table";

const path = "/api/dashboard/projects/:project/campaigns/:campaign/attributed-users";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("users.read"), {
    summary: "The users that a campaign brought",
    tag: "Campaigns",
    params: idParams("campaign"),
    query: userPageQuery,
    answers: {
      200: { msg: "Attributed users.", data: userTable },
      422: { description: "The page or the limit is none." },
    },
    handle: async ({ caller, params, query }) =>
      ok("Attributed users.", await attributedUserPage(caller.project, params.campaign, query)),
  }),
});
