import { projectRoute } from "@/lib/access/session-routes";
import { warningsOf } from "@/lib/clicks/warnings";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { warnings, warningsQuery } from "@/lib/links/tester-schema";

const path = "/api/dashboard/projects/:project/links/warnings";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("campaigns.read"), {
    summary: "What is wrong with the latest clicks of a campaign",
    tag: "Links",
    query: warningsQuery,
    answers: { 200: { msg: "Warnings.", data: warnings } },
    handle: async ({ caller, query }) =>
      ok("Warnings.", await warningsOf(caller.project.id, query.campaign_id)),
  }),
});
