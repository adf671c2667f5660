import { endpoints } from "@/app/api/endpoints";
import { may } from "@/lib/accounts/access/roles";
import { searchQuery, searchResults } from "@/lib/activity/search/schema";
import { type ReferenceOperation, searchProject } from "@/lib/activity/search/search";
import { projectRoute } from "@/lib/gateway/session-routes";
import { documentedRoutes, referencePath } from "@/lib/platform/http/openapi";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { anchorsOf, referencePages } from "@/lib/reference/pages";

let operations: ReferenceOperation[] | null = null;

/** The operations of the API reference, with their addresses. Methods with the same effect share one. */
function referenceOperations(): ReferenceOperation[] {
  const anchors = anchorsOf(referencePages(endpoints));
  return endpoints.flatMap((each) => {
    const path = referencePath(each.path);
    const methods = documentedRoutes(each.routes);
    const shared = methods.map(([method]) => anchors[method.toLowerCase() + path]).find(Boolean);
    return methods.map(([method, { declaration }]) => ({
      method,
      path,
      summary: declaration.summary,
      url: anchors[method.toLowerCase() + path] ?? shared ?? "/docs",
    }));
  });
}

export const searchRoutes = {
  "/projects/:project/search": {
    GET: defineRoute(projectRoute("users.read"), {
      summary: "Search campaigns, users, installs and endpoints by name or ID",
      description: "Admins also find users by name and email.",
      tag: "Projects",
      query: searchQuery,
      answers: { 200: { msg: "Search results.", data: searchResults } },
      handle: async ({ caller, query }) => {
        operations ??= referenceOperations();
        const mayName = may(caller.role, "people.read");
        return ok("Search results.", await searchProject(caller.project, query.q, operations, mayName));
      },
    }),
  },
};
