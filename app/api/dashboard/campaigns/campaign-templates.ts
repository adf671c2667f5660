import { idParams, removedById } from "@/lib/base/fields";
import {
  oneTemplate,
  templateInput,
  templateList,
  templateName,
  templateNameTakenText,
  tooManyTemplatesText,
} from "@/lib/campaigns/templates/schema";
import {
  listTemplates,
  removeTemplate,
  renameCampaignTemplate,
  saveTemplate,
} from "@/lib/campaigns/templates/templates";
import { projectEndpoint } from "@/lib/gateway/project-endpoint";

const tag = "Campaigns";
const params = idParams("id");

export const campaignTemplatesRoutes = {
  "/projects/:project/campaign-templates": {
    GET: projectEndpoint("campaigns.read", {
      summary: "List campaign templates",
      tag,
      msg: "Templates.",
      data: templateList,
      run: ({ project }) => listTemplates(project),
    }),
    POST: projectEndpoint("campaigns.write", {
      summary: "Save a campaign's settings as a template",
      description: "All settings except names, IDs and schedule.",
      tag,
      body: templateInput,
      status: 201,
      msg: "Template saved.",
      data: oneTemplate,
      refusals: { 409: { msg: [templateNameTakenText, tooManyTemplatesText] } },
      run: ({ project, body, by, now }) => saveTemplate(project, body, { by, now }),
    }),
  },
  "/projects/:project/campaign-templates/:id": {
    PATCH: projectEndpoint("campaigns.write", {
      summary: "Rename a template",
      tag,
      params,
      body: templateName,
      msg: "Template renamed.",
      data: oneTemplate,
      refusals: { 404: { msg: "Not found." }, 409: { msg: templateNameTakenText } },
      run: ({ project, params, body, by, now }) =>
        renameCampaignTemplate(project, { id: params.id, name: body.name }, { by, now }),
    }),
    DELETE: projectEndpoint("campaigns.write", {
      summary: "Delete a template",
      tag,
      params,
      msg: "Template deleted.",
      data: removedById,
      refusals: { 404: { msg: "Not found." } },
      run: ({ project, params, by }) => removeTemplate(project, params.id, by),
    }),
  },
};
