import { may } from "@/lib/access/roles";
import { projectRoute } from "@/lib/access/session-routes";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { arrivalsOf } from "@/lib/live/arrivals";
import { arrivals } from "@/lib/live/schema";

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
