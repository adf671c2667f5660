import { importsPage } from "@/lib/facts/spend/list/imports";
import { importList, importQuery } from "@/lib/facts/spend/list/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/spend/imports";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("spend.read"), {
    summary: "Where the stored spend came from",
    description: "Each import with what is still stored of it. The newest first.",
    tag: "Spend",
    query: importQuery,
    answers: { 200: { msg: "Imports.", data: importList } },
    handle: async ({ caller, query }) => ok("Imports.", await importsPage(caller.project, query)),
  }),
});
