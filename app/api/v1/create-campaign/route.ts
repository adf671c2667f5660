import { serverKeyActor } from "@/lib/accounts/audit/actor";
import { createCampaign } from "@/lib/campaigns/create/create";
import { createBody, createdCampaign, displayIdTakenText } from "@/lib/campaigns/create-schema";
import { campaignWriteRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { createdReply } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const post = defineRoute(campaignWriteRoute, {
  summary: "Create a campaign",
  description:
    "Creates a campaign with its tracking link: a short link, or the `deeplink` with the campaign in its query if `is_shortlink` is not true.",
  tag: "Campaigns",
  contract: true,
  body: createBody,
  example: { name: "Summer sale", custom_display_id: "summer-sale", is_shortlink: true },
  answers: {
    201: { msg: "Campaign created successfully!", data: createdCampaign },
    400: {
      msg: [
        "Campaign name is required!",
        "Not a valid link!",
        "Domain not found in project",
        "store_listing_ids must be an array of non-empty strings!",
        "Store listing(s) not found for this project: ios-main-v1",
        "Cannot assign multiple store listings with the same platform to a campaign!",
      ],
    },
    409: { msg: displayIdTakenText },
  },
  async handle({ caller, call, body }) {
    const by = serverKeyActor(caller.keyPrefix);
    const campaign = await createCampaign(caller.project, body, { by, now: call.now });
    return createdReply("Campaign created successfully!", campaign);
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/create-campaign", {
  POST: post,
});
