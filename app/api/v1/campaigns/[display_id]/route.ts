import { serverKeyActor } from "@/lib/accounts/audit/actor";
import { editCampaign } from "@/lib/campaigns/change/edit";
import { removeCampaign } from "@/lib/campaigns/change/remove";
import { editBody } from "@/lib/campaigns/change/schema";
import { displayIdParam, editedCampaign } from "@/lib/campaigns/schema";
import { campaignWriteRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { noContent, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const patch = defineRoute(campaignWriteRoute, {
  summary: "Edit a campaign",
  description: "Change the name, pause or resume the campaign, or both. `PUT` does the same.",
  tag: "Campaigns",
  contract: true,
  params: displayIdParam,
  body: editBody,
  example: { name: "Summer sale, second week", active: true },
  answers: {
    200: { msg: "Campaign updated successfully!", data: editedCampaign },
    400: {
      msg: [
        "Campaign display ID is required!",
        "At least one field (name or active) is required for update!",
        "Campaign name cannot be empty!",
        "Active field must be a boolean!",
      ],
    },
    404: { msg: "Campaign not found!" },
  },
  async handle({ caller, call, params, body }) {
    const by = serverKeyActor(caller.keyPrefix);
    const campaign = await editCampaign(caller.project, params.display_id, body, { by, now: call.now });
    return ok("Campaign updated successfully!", campaign);
  },
});

const remove = defineRoute(campaignWriteRoute, {
  summary: "Delete a campaign",
  description: "Its figures are kept; its display ID can be used again.",
  tag: "Campaigns",
  contract: true,
  params: displayIdParam,
  answers: {
    204: { description: "Deleted." },
    400: { msg: "Campaign display ID is required!" },
    404: { msg: "Campaign not found!" },
  },
  async handle({ caller, call, params }) {
    const by = serverKeyActor(caller.keyPrefix);
    await removeCampaign(caller.project, { displayId: params.display_id }, { by, now: call.now });
    return noContent();
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/campaigns/:display_id", {
  PATCH: patch,
  PUT: patch,
  DELETE: remove,
});
