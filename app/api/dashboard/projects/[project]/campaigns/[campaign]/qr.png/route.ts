import { idParams } from "@/lib/base/fields";
import { campaignQr, qrQuery } from "@/lib/campaigns/qr";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { download } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/campaigns/:campaign/qr.png";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("campaigns.read"), {
    summary: "The campaign's short link as a QR code",
    tag: "Campaigns",
    params: idParams("campaign"),
    query: qrQuery,
    answers: { 200: { description: "image/png." }, 409: { msg: "The project has no domain for links yet." } },
    async handle({ caller, params, query }) {
      const { name, picture } = await campaignQr(caller.project, params.campaign, "png", query.size);
      return download("image/png", name, picture, "inline");
    },
  }),
});
