import { actorOf } from "@/lib/accounts/audit/actor";
import { showProject } from "@/lib/accounts/projects/manage";
import { ownProject, projectChanges } from "@/lib/accounts/projects/schema";
import { changeProject } from "@/lib/attribution/recalculation/change-project";
import { env } from "@/lib/base/env";
import { changedMeanwhile } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("project.read"), {
    summary: "A project",
    tag: "Projects",
    answers: { 200: { msg: "Project.", data: ownProject } },
    async handle({ caller, call }) {
      const project = await showProject(caller.project.id, { now: call.now, appUrl: env.APP_URL });
      return ok("Project.", { ...project, role: caller.role });
    },
  }),
  PATCH: defineRoute(projectRoute("project.write"), {
    summary: "Change a project",
    tag: "Projects",
    body: projectChanges,
    answers: {
      200: { msg: "Saved.", data: ownProject },
      409: {
        description:
          "A new time zone or currency: another change, or a trial of rules, is under way; or an exchange rate is missing.",
      },
      412: { msg: changedMeanwhile },
    },
    async handle({ caller, body, call }) {
      await changeProject(caller.project, body, actorOf(caller.member), call.now);
      const project = await showProject(caller.project.id, { now: call.now, appUrl: env.APP_URL });
      return ok("Saved.", { ...project, role: caller.role });
    },
  }),
});
