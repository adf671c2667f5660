import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { preview, previewCampaign, previewInput } from "@/lib/traffic/preview";

const path = "/api/dashboard/projects/:project/campaigns/preview";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  POST: defineRoute(projectRoute("campaigns.read"), {
    summary: "Where visitors of a campaign with these settings would go",
    tag: "Campaigns",
    body: previewInput,
    answers: { 200: { msg: "Preview.", data: preview } },
    handle: async ({ caller, body }) => ok("Preview.", await previewCampaign(caller.project, body)),
  }),
});
