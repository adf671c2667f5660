import { idParams, removedById } from "@/lib/base/fields";
import { addAffiliate, listAffiliates, removeAffiliate } from "@/lib/campaigns/affiliates/affiliates";
import { affiliateInput, affiliateList, oneAffiliate } from "@/lib/campaigns/affiliates/schema";
import { projectEndpoint } from "@/lib/gateway/project-endpoint";

const tag = "Affiliates";

export const affiliatesRoutes = {
  "/projects/:project/affiliates": {
    GET: projectEndpoint("affiliates.read", {
      summary: "List the affiliates of a project",
      tag,
      msg: "Affiliates.",
      data: affiliateList,
      run: ({ project }) => listAffiliates(project),
    }),
    POST: projectEndpoint("affiliates.write", {
      summary: "Add an affiliate",
      tag,
      body: affiliateInput,
      status: 201,
      msg: "Affiliate added.",
      data: oneAffiliate,
      refusals: {
        400: {
          msg: [
            "An affiliate with this name already exists.",
            "This is the name of an ad network. Choose another one.",
          ],
        },
      },
      run: ({ project, body, by, now }) => addAffiliate(project, body.name, by, now),
    }),
  },
  "/projects/:project/affiliates/:id": {
    DELETE: projectEndpoint("affiliates.write", {
      summary: "Remove an affiliate that no campaign uses",
      tag,
      params: idParams("id"),
      msg: "Affiliate removed.",
      data: removedById,
      refusals: {
        409: { msg: "A campaign uses this affiliate. Delete the campaign or change its affiliate first." },
      },
      run: ({ project, params, by }) => removeAffiliate(project, params.id, by),
    }),
  },
};
