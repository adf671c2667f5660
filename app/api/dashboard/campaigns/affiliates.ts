import { actorOf } from "@/lib/accounts/audit/actor";
import { idParams, removedById } from "@/lib/base/fields";
import { addAffiliate, listAffiliates, removeAffiliate } from "@/lib/campaigns/affiliates/affiliates";
import { affiliateInput, affiliateList, oneAffiliate } from "@/lib/campaigns/affiliates/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const affiliatesRoutes = {
  "/projects/:project/affiliates": {
    GET: defineRoute(projectRoute("affiliates.read"), {
      summary: "List the affiliates of a project",
      tag: "Affiliates",
      answers: { 200: { msg: "Affiliates.", data: affiliateList } },
      handle: async ({ caller }) => ok("Affiliates.", await listAffiliates(caller.project)),
    }),
    POST: defineRoute(projectRoute("affiliates.write"), {
      summary: "Add an affiliate",
      tag: "Affiliates",
      body: affiliateInput,
      answers: {
        201: { msg: "Affiliate added.", data: oneAffiliate },
        400: {
          msg: [
            "An affiliate with this name already exists.",
            "This is the name of an ad network. Choose another one.",
          ],
        },
      },
      handle: async ({ caller, body, call }) =>
        createdReply(
          "Affiliate added.",
          await addAffiliate(caller.project, body.name, actorOf(caller.member), call.now),
        ),
    }),
  },
  "/projects/:project/affiliates/:id": {
    DELETE: defineRoute(projectRoute("affiliates.write"), {
      summary: "Remove an affiliate that no campaign uses",
      tag: "Affiliates",
      params: idParams("id"),
      answers: {
        200: { msg: "Affiliate removed.", data: removedById },
        409: { msg: "A campaign uses this affiliate. Delete the campaign or change its affiliate first." },
      },
      handle: async ({ caller, params }) =>
        ok("Affiliate removed.", await removeAffiliate(caller.project, params.id, actorOf(caller.member))),
    }),
  },
};
