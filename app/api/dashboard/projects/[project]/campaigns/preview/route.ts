import { projectRoute } from "@/lib/access/session-routes";
import { preview, previewCampaign, previewInput } from "@/lib/campaigns/preview";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";

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
