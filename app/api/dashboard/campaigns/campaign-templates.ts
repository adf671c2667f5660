import { actorOf } from "@/lib/accounts/audit/actor";
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
import { projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const params = idParams("id");

export const campaignTemplatesRoutes = {
  "/projects/:project/campaign-templates": {
    GET: defineRoute(projectRoute("campaigns.read"), {
      summary: "List campaign templates",
      tag: "Campaigns",
      answers: { 200: { msg: "Templates.", data: templateList } },
      handle: async ({ caller }) => ok("Templates.", await listTemplates(caller.project)),
    }),
    POST: defineRoute(projectRoute("campaigns.write"), {
      summary: "Save a campaign's settings as a template",
      description: "All settings except names, IDs and schedule.",
      tag: "Campaigns",
      body: templateInput,
      answers: {
        201: { msg: "Template saved.", data: oneTemplate },
        409: { msg: [templateNameTakenText, tooManyTemplatesText] },
      },
      handle: async ({ caller, body, call }) =>
        createdReply(
          "Template saved.",
          await saveTemplate(caller.project, body, { by: actorOf(caller.member), now: call.now }),
        ),
    }),
  },
  "/projects/:project/campaign-templates/:id": {
    PATCH: defineRoute(projectRoute("campaigns.write"), {
      summary: "Rename a template",
      tag: "Campaigns",
      params,
      body: templateName,
      answers: {
        200: { msg: "Template renamed.", data: oneTemplate },
        404: { msg: "Not found." },
        409: { msg: templateNameTakenText },
      },
      handle: async ({ caller, params, body, call }) =>
        ok(
          "Template renamed.",
          await renameCampaignTemplate(
            caller.project,
            { id: params.id, name: body.name },
            { by: actorOf(caller.member), now: call.now },
          ),
        ),
    }),
    DELETE: defineRoute(projectRoute("campaigns.write"), {
      summary: "Delete a template",
      tag: "Campaigns",
      params,
      answers: { 200: { msg: "Template deleted.", data: removedById }, 404: { msg: "Not found." } },
      handle: async ({ caller, params }) =>
        ok("Template deleted.", await removeTemplate(caller.project, params.id, actorOf(caller.member))),
    }),
  },
};
