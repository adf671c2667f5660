import { projectRoute } from "@/lib/access/session-routes";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { importsPage } from "@/lib/spend/list/imports";
import { importList, importQuery } from "@/lib/spend/list/schema";

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
