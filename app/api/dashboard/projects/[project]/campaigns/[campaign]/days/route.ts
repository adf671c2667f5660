import { idParams } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { campaignDays } from "@/lib/reporting/days";
import { campaignDays as daysShown } from "@/lib/reporting/days-schema";
import { figuresQuery } from "@/lib/reporting/figures-schema";

const path = "/api/dashboard/projects/:project/campaigns/:campaign/days";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("campaigns.read"), {
    summary: "The course of a campaign over days",
    description:
      "Beside the same number of days before, and what installs of these days brought by how old they were. Null is a day without the campaign, or an age that no install has reached.",
    tag: "Campaigns",
    params: idParams("campaign"),
    query: figuresQuery,
    answers: { 200: { msg: "Days.", data: daysShown }, 422: { description: "A date is none." } },
    handle: async ({ caller, params, query, call }) =>
      ok("Days.", await campaignDays(caller.project, params.campaign, query, call.now)),
  }),
});
