import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { warningsOf } from "@/lib/traffic/clicks/warnings";
import { warnings, warningsQuery } from "@/lib/traffic/tester/schema";

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
