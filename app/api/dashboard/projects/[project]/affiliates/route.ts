import { actorOf } from "@/lib/accounts/audit/actor";
import { addAffiliate, listAffiliates } from "@/lib/campaigns/affiliates/manage";
import { affiliateInput, affiliates, oneAffiliate } from "@/lib/campaigns/affiliates/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { created, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/affiliates";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("affiliates.read"), {
    summary: "Affiliates of a project",
    tag: "Affiliates",
    answers: { 200: { msg: "Affiliates.", data: affiliates } },
    handle: async ({ caller }) => ok("Affiliates.", await listAffiliates(caller.project)),
  }),
  POST: defineRoute(projectRoute("affiliates.write"), {
    summary: "Add an affiliate",
    tag: "Affiliates",
    body: affiliateInput,
    answers: {
      201: { msg: "Affiliate added.", data: oneAffiliate },
      400: { msg: ["There is an affiliate of this name already.", "This is the name of an ad network."] },
    },
    handle: async ({ caller, body, call }) =>
      created(
        "Affiliate added.",
        await addAffiliate(caller.project, body.name, actorOf(caller.member), call.now),
      ),
  }),
});
