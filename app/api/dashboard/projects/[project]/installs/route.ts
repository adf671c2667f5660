import { projectRoute } from "@/lib/access/session-routes";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { installsPage } from "@/lib/installs/explore/list";
import { installList, installQuery } from "@/lib/installs/explore/schema";

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
