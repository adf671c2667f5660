import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { endpoint } from "@/lib/http/endpoint";
import { created, ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { addAffiliate, listAffiliates } from "@/lib/projects/affiliates/manage";
import { affiliateInput, affiliates, oneAffiliate } from "@/lib/projects/affiliates/schema";

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
