import { idParams } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { campaignCohorts } from "@/lib/reporting/cohorts";
import { cohorts } from "@/lib/reporting/cohorts-schema";
import { figuresQuery } from "@/lib/reporting/figures-schema";

const path = "/api/dashboard/projects/:project/campaigns/:campaign/cohorts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("campaigns.read"), {
    summary: "Who came back, by day since the install",
    description:
      "Of installs of these days, or of all time without dates. Null is what is not old enough yet.",
    tag: "Campaigns",
    params: idParams("campaign"),
    query: figuresQuery,
    answers: { 200: { msg: "Cohorts.", data: cohorts }, 422: { description: "A date is none." } },
    handle: async ({ caller, params, query, call }) =>
      ok("Cohorts.", await campaignCohorts(caller.project, params.campaign, query, call.now)),
  }),
});
