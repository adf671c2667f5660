import { idParams, removed } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { removeView } from "@/lib/reporting/views/views";

const path = "/api/dashboard/projects/:project/report/views/:id";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  DELETE: defineRoute(projectRoute("views.write"), {
    summary: "Remove a saved view of the report",
    description: "One's own; those that others share can be removed by administrators.",
    tag: "Reporting",
    params: idParams("id"),
    answers: {
      200: { msg: "View removed.", data: removed },
      403: { msg: "This view is somebody else's." },
    },
    handle: async ({ caller, params }) => ok("View removed.", await removeView(caller, params.id)),
  }),
});
