import { listRoutes } from "@/app/api/dashboard/lists/list-routes";
import { webVisitorsList } from "@/lib/activity/lists/web-visitors/list";
import { projectRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { webToAppData, webToAppQuery } from "@/lib/reporting/web-to-app/schema";
import { webToApp } from "@/lib/reporting/web-to-app/web-to-app";

export const webToAppRoutes = {
  "/projects/:project/web-to-app": {
    GET: defineRoute(projectRoute("reports.read"), {
      summary: "Get the web-to-app funnel of visitors who first came on these days",
      description:
        "Each visitor counts once, for their first ad. Bots and installs of test devices are left out.",
      tag: "Reporting",
      query: webToAppQuery,
      answers: {
        200: { msg: "Web to app.", data: webToAppData },
        422: { description: "The dates are not valid, in the wrong order, or too far apart." },
      },
      handle: async ({ caller, query, call }) =>
        ok("Web to app.", await webToApp(caller.project, query, call.now)),
    }),
  },
  ...listRoutes("/projects/:project/web-visitors", webVisitorsList, {
    action: "activity.read",
    description: "People who visited a website of the project, by their first visit.",
  }),
};
