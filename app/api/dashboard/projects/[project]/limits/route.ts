import { actorOf } from "@/lib/accounts/audit/actor";
import { changeOwnLimits, showLimits } from "@/lib/accounts/projects/limits";
import { limits, limitsInput } from "@/lib/accounts/projects/schema";
import { env } from "@/lib/base/env";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

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
