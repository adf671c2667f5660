import { projectRoute } from "@/lib/access/session-routes";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { findAnything } from "@/lib/installs/explore/list";
import { findQuery, found } from "@/lib/installs/explore/schema";

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
