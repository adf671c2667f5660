import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { env } from "@/lib/env";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { changeOwnLimits, showLimits } from "@/lib/projects/limits";
import { limits, limitsInput } from "@/lib/projects/schema";

const path = "/api/dashboard/projects/:project/limits";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("limits.read"), {
    summary: "How often a project's interfaces may be called",
    tag: "Projects",
    answers: { 200: { msg: "Limits.", data: limits } },
    handle: async ({ caller }) => ok("Limits.", await showLimits(caller.project, env.PROJECT_LIMIT_CEILING)),
  }),
  PUT: defineRoute(projectRoute("limits.write"), {
    summary: "Change limits: calls per second, off, or null for the instance's",
    tag: "Projects",
    body: limitsInput,
    answers: {
      200: { msg: "Saved.", data: limits },
      400: { description: "What only the operator of the server may set." },
    },
    async handle({ caller, body, call }) {
      const at = { now: call.now, ceiling: env.PROJECT_LIMIT_CEILING };
      return ok("Saved.", await changeOwnLimits(caller.project, body, actorOf(caller.member), at));
    },
  }),
});
