import { projectRoute } from "@/lib/access/session-routes";
import { userPageQuery, userTable } from "@/lib/attributed-users/schema";
import { attributedUserPage } from "@/lib/attributed-users/table";
import { idParams } from "@/lib/fields";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";

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
