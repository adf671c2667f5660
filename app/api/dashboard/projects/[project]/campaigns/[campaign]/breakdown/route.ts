import { idParams } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { campaignBreakdown } from "@/lib/reporting/breakdown";
import { figuresQuery } from "@/lib/reporting/figures-schema";
import { breakdown } from "@/lib/reporting/table-schema";

const path = "/api/dashboard/projects/:project/campaigns/:campaign/breakdown";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("campaigns.read"), {
    summary: "What ad sets, creatives and keywords of a campaign brought",
    description: "In these days, or in all time without dates. The most installs first.",
    tag: "Campaigns",
    params: idParams("campaign"),
    query: figuresQuery,
    answers: { 200: { msg: "Breakdown.", data: breakdown }, 422: { description: "A date is none." } },
    handle: async ({ caller, params, query, call }) =>
      ok("Breakdown.", await campaignBreakdown(caller.project, params.campaign, query, call.now)),
  }),
});
