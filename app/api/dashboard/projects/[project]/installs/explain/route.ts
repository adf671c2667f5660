import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { findAnything } from "@/lib/reporting/lists/installs/list";
import { findQuery, found } from "@/lib/reporting/lists/installs/schema";

const path = "/api/dashboard/projects/:project/installs/explain";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("installs.read"), {
    summary: "The installs that an id of any kind belongs to, or what is known instead",
    tag: "Installs",
    query: findQuery,
    answers: { 200: { msg: "What is known.", data: found } },
    handle: async ({ caller, query }) => ok("What is known.", await findAnything(caller.project, query.q)),
  }),
});
