import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { installsPage } from "@/lib/reporting/lists/installs/list";
import { installList, installQuery } from "@/lib/reporting/lists/installs/schema";

const path = "/api/dashboard/projects/:project/installs";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("installs.read"), {
    summary: "Installs of a project that match, newest first",
    tag: "Installs",
    query: installQuery,
    answers: { 200: { msg: "Installs.", data: installList }, 422: { description: "The limit is none." } },
    handle: async ({ caller, query }) => ok("Installs.", await installsPage(caller.project, query)),
  }),
});
