import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { clicksPage } from "@/lib/reporting/lists/clicks/list";
import { clickList, clickQuery } from "@/lib/reporting/lists/clicks/schema";

const path = "/api/dashboard/projects/:project/clicks";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("activity.read"), {
    summary: "Clicks of a project that match, newest first",
    tag: "Clicks",
    query: clickQuery,
    answers: { 200: { msg: "Clicks.", data: clickList }, 422: { description: "The limit is none." } },
    handle: async ({ caller, query }) => ok("Clicks.", await clicksPage(caller.project, query)),
  }),
});
