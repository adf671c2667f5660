import { idParams } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { campaignFigures } from "@/lib/reporting/figures";
import { figures, figuresQuery } from "@/lib/reporting/figures-schema";

const path = "/api/dashboard/projects/:project/campaigns/:campaign/figures";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("campaigns.read"), {
    summary: "The figures of a campaign",
    description: "Of all time without dates. Money is in minor units.",
    tag: "Campaigns",
    params: idParams("campaign"),
    query: figuresQuery,
    answers: { 200: { msg: "Figures.", data: figures }, 422: { description: "A date is none." } },
    handle: async ({ caller, call, params, query }) =>
      ok("Figures.", await campaignFigures(caller.project, params.campaign, query, call.now)),
  }),
});
