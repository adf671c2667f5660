import { endpoints } from "@/app/api/endpoints";
import { may } from "@/lib/accounts/access/roles";
import { searchQuery, searchResults } from "@/lib/activity/search/schema";
import { searchProject } from "@/lib/activity/search/search";
import { projectRoute } from "@/lib/gateway/session-routes";
import { listed, referencePath } from "@/lib/platform/http/openapi";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

/** The endpoints in the API reference. */
const reference = endpoints.flatMap((each) =>
  listed(each.routes).map(([method, route]) => ({
    method,
    path: referencePath(each.path),
    summary: route.declaration.summary,
  })),
);

export const searchRoutes = {
  "/projects/:project/search": {
    GET: defineRoute(projectRoute("users.read"), {
      summary: "Search campaigns, users, installs and endpoints by name or ID",
      description: "Admins also find users by name and email.",
      tag: "Projects",
      query: searchQuery,
      answers: { 200: { msg: "Search results.", data: searchResults } },
      handle: async ({ caller, query }) =>
        ok(
          "Search results.",
          await searchProject(caller.project, query.q, reference, may(caller.role, "people.read")),
        ),
    }),
  },
};
