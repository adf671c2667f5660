import { may } from "@/lib/accounts/access/roles";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { arrivalsOf } from "@/lib/reporting/live/arrivals";
import { arrivals } from "@/lib/reporting/live/schema";

const path = "/api/dashboard/projects/:project/arrivals";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("activity.read"), {
    summary: "When the last init, trigger, event and payment of a project's app came",
    tag: "Live",
    answers: { 200: { msg: "Arrivals.", data: arrivals } },
    handle: async ({ caller }) =>
      ok("Arrivals.", await arrivalsOf(caller.project, may(caller.role, "rejections.read"))),
  }),
});
