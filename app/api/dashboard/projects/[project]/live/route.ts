import { may } from "@/lib/accounts/access/roles";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { livePage, liveQuery } from "@/lib/reporting/live/schema";
import { watch } from "@/lib/reporting/live/watch";

const path = "/api/dashboard/projects/:project/live";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("activity.read"), {
    summary:
      "What happens in a project, newest first: everything that was stored, and for admins what was refused",
    tag: "Live",
    query: liveQuery,
    answers: { 200: { msg: "Live.", data: livePage }, 422: { description: "The limit is none." } },
    async handle({ caller, call, query }) {
      const allowed = {
        rejections: may(caller.role, "rejections.read"),
        devices: may(caller.role, "devices.read"),
      };
      return ok("Live.", await watch(caller.project, query, allowed, call.now));
    },
  }),
});
