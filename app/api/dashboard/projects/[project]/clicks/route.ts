import { projectRoute } from "@/lib/access/session-routes";
import { clicksPage } from "@/lib/clicks/explore/list";
import { clickList, clickQuery } from "@/lib/clicks/explore/schema";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";

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
