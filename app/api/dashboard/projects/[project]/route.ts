import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { env } from "@/lib/env";
import { changedMeanwhile } from "@/lib/fields";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { changeProject, showProject } from "@/lib/projects/manage";
import { ownProject, projectChanges } from "@/lib/projects/schema";

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
