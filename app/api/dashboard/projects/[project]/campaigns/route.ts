import { actorOf } from "@/lib/accounts/audit/actor";
import { createCampaign } from "@/lib/campaigns/create/create";
import { takenDisplayId } from "@/lib/campaigns/create/schema";
import { campaignOf, campaignPage } from "@/lib/campaigns/table/list";
import { campaignTable, newCampaign, oneCampaign, tableQuery } from "@/lib/campaigns/table/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { created, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/campaigns";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("campaigns.read"), {
    summary: "Campaigns of a project, and what those that match come to",
    tag: "Campaigns",
    query: tableQuery,
    answers: {
      200: { msg: "Campaigns.", data: campaignTable },
      422: { description: "The page or the limit is none." },
    },
    handle: async ({ caller, query }) => ok("Campaigns.", await campaignPage(caller.project, query)),
  }),
  POST: defineRoute(projectRoute("campaigns.write"), {
    summary: "Create a campaign",
    tag: "Campaigns",
    body: newCampaign,
    answers: { 201: { msg: "Campaign created.", data: oneCampaign }, 409: { msg: takenDisplayId } },
    async handle({ caller, call, body }) {
      const by = actorOf(caller.member);
      const { id } = await createCampaign(caller.project, body, { by, now: call.now });
      return created("Campaign created.", await campaignOf(caller.project, id));
    },
  }),
});
