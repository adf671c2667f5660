import { actorOf } from "@/lib/accounts/audit/actor";
import { changedMeanwhile, idParams, removed } from "@/lib/base/fields";
import { changeCampaign } from "@/lib/campaigns/change/change";
import { removeCampaign } from "@/lib/campaigns/change/remove";
import { campaignOf } from "@/lib/campaigns/table/list";
import { campaignChanges, oneCampaign } from "@/lib/campaigns/table/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/campaigns/:campaign";
const params = idParams("campaign");

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("campaigns.read"), {
    summary: "A campaign with its settings",
    tag: "Campaigns",
    params,
    answers: { 200: { msg: "Campaign.", data: oneCampaign } },
    handle: async ({ caller, params }) => ok("Campaign.", await campaignOf(caller.project, params.campaign)),
  }),
  PATCH: defineRoute(projectRoute("campaigns.write"), {
    summary: "Change any setting of a campaign",
    description: "What is absent stays; null clears. `store_listing_ids` replaces them all.",
    tag: "Campaigns",
    params,
    body: campaignChanges,
    answers: { 200: { msg: "Saved.", data: oneCampaign }, 412: { msg: changedMeanwhile } },
    async handle({ caller, call, params, body }) {
      const by = actorOf(caller.member);
      return ok("Saved.", await changeCampaign(caller.project, params.campaign, body, { by, now: call.now }));
    },
  }),
  DELETE: defineRoute(projectRoute("campaigns.write"), {
    summary: "Delete a campaign",
    description: "What was counted for it stays counted; its display ID is free again.",
    tag: "Campaigns",
    params,
    answers: { 200: { msg: "Campaign deleted.", data: removed } },
    async handle({ caller, call, params }) {
      const id = params.campaign;
      await removeCampaign(caller.project, { id }, { by: actorOf(caller.member), now: call.now });
      return ok("Campaign deleted.", { id });
    },
  }),
});
