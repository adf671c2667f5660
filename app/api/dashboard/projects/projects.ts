import { actorOf } from "@/lib/accounts/audit/actor";
import { changeProject } from "@/lib/attribution/recalculation/change-project";
import { env } from "@/lib/base/env";
import { changedMeanwhile, idParams } from "@/lib/base/fields";
import { accountRoute, projectRoute } from "@/lib/gateway/session-routes";
import { created, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { lossesOf } from "@/lib/privacy/removal/losses";
import { setArchived } from "@/lib/projects/archive";
import { setBilling } from "@/lib/projects/billing";
import { createProject } from "@/lib/projects/create";
import { deleteProject, listDeleted, restoreProject } from "@/lib/projects/deletion/delete";
import {
  deletedProject,
  deletedProjects,
  deletionInput,
  losses,
  restoredProject,
} from "@/lib/projects/deletion/schema";
import { changeProjectLimits, showLimits } from "@/lib/projects/limits";
import { retention, retentionInput } from "@/lib/projects/retention/schema";
import { changeRetention, showRetention } from "@/lib/projects/retention/settings";
import { rotateToken } from "@/lib/projects/rotate-token";
import {
  archive,
  archiveInput,
  billing,
  billingInput,
  limits,
  limitsInput,
  memberProject,
  newProject,
  newToken,
  overlapInput,
  projectChanges,
  projectInput,
} from "@/lib/projects/schema";
import { showProject } from "@/lib/projects/show";

export const projectsRoutes = {
  "/accounts/:account/projects": {
    POST: defineRoute(accountRoute("projects.create"), {
      summary: "Create a project",
      description:
        "With its token, a host for its links and, if one is named, a server key, which is shown this once.",
      tag: "Projects",
      body: projectInput,
      answers: {
        201: { msg: "Project created.", data: newProject },
        400: { msg: "This domain is in use already." },
      },
      async handle({ caller, body, call }) {
        const at = { now: call.now, appUrl: env.APP_URL };
        const made = await createProject(caller.account.id, body, actorOf(caller.member), at);
        return created("Project created.", {
          project: await showProject(made.id, at),
          server_key: made.serverKey,
        });
      },
    }),
  },
  "/projects/:project": {
    GET: defineRoute(projectRoute("project.read"), {
      summary: "A project",
      tag: "Projects",
      answers: { 200: { msg: "Project.", data: memberProject } },
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
        200: { msg: "Saved.", data: memberProject },
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
  },
  "/projects/:project/archive": {
    PUT: defineRoute(projectRoute("project.archive"), {
      summary: "Archive a project, or bring it back",
      description:
        "It leaves the list of projects. Links, apps and servers are answered and counted as before.",
      tag: "Projects",
      body: archiveInput,
      answers: { 200: { msg: "Saved.", data: archive } },
      handle: async ({ caller, body, call }) =>
        ok("Saved.", await setArchived(caller.project, body.archived, actorOf(caller.member), call.now)),
    }),
  },
  "/projects/:project/deletion": {
    GET: defineRoute(projectRoute("project.delete"), {
      summary: "What would be lost with a project",
      tag: "Projects",
      answers: { 200: { msg: "What would be lost.", data: losses } },
      handle: async ({ caller }) => ok("What would be lost.", await lossesOf(caller.project)),
    }),
    POST: defineRoute(projectRoute("project.delete"), {
      summary: "Delete a project",
      description:
        "At once its links, tokens and keys are unknown. It can be restored for 7 days; then all of its data is removed.",
      tag: "Projects",
      body: deletionInput,
      answers: {
        200: { msg: "Project deleted.", data: deletedProject },
        400: { description: "What was written is not its name." },
      },
      handle: async ({ caller, body, call }) =>
        ok(
          "Project deleted.",
          await deleteProject(caller.project, body.confirm, actorOf(caller.member), call.now),
        ),
    }),
  },
  "/accounts/:account/deleted-projects": {
    GET: defineRoute(accountRoute("projects.restore"), {
      summary: "Deleted projects, until all of their data is removed",
      tag: "Projects",
      answers: { 200: { msg: "Deleted projects.", data: deletedProjects } },
      handle: async ({ caller }) => ok("Deleted projects.", await listDeleted(caller.account.id)),
    }),
  },
  "/accounts/:account/deleted-projects/:id/restore": {
    POST: defineRoute(accountRoute("projects.restore"), {
      summary: "Restore a deleted project",
      tag: "Projects",
      params: idParams("id"),
      answers: {
        200: { msg: "Project restored.", data: restoredProject },
        404: { msg: "Not found." },
        409: { msg: "Its data is already being removed, so it can't be restored." },
      },
      handle: async ({ caller, params }) =>
        ok("Project restored.", await restoreProject(caller.account.id, params.id, actorOf(caller.member))),
    }),
  },
  "/projects/:project/billing": {
    PUT: defineRoute(projectRoute("billing.write"), {
      summary: "Suspend a project, with a link to pay, or resume it",
      description: "Reporting answers 402 while it is suspended; everything else goes on.",
      tag: "Projects",
      body: billingInput,
      answers: { 200: { msg: "Saved.", data: billing } },
      async handle({ caller, body, call }) {
        const input = { suspended: body.suspended, paymentLink: body.payment_link };
        return ok("Saved.", await setBilling(caller.project, input, actorOf(caller.member), call.now));
      },
    }),
  },
  "/projects/:project/limits": {
    GET: defineRoute(projectRoute("limits.read"), {
      summary: "How often a project's interfaces may be called",
      tag: "Projects",
      answers: { 200: { msg: "Limits.", data: limits } },
      handle: async ({ caller }) =>
        ok("Limits.", await showLimits(caller.project, env.PROJECT_LIMIT_CEILING)),
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
        return ok("Saved.", await changeProjectLimits(caller.project, body, actorOf(caller.member), at));
      },
    }),
  },
  "/projects/:project/retention": {
    GET: defineRoute(projectRoute("retention.read"), {
      summary: "How long each kind of fact is kept",
      tag: "Privacy",
      answers: { 200: { msg: "Retention.", data: retention } },
      handle: async ({ caller }) => ok("Retention.", await showRetention(caller.project)),
    }),
    PUT: defineRoute(projectRoute("retention.write"), {
      summary: "Change how long facts are kept: days, ever, or null for what the instance says",
      description:
        "What is older is removed by the scheduler within minutes and cannot be brought back; figures stay as they were counted.",
      tag: "Privacy",
      body: retentionInput,
      answers: { 200: { msg: "Saved.", data: retention } },
      handle: async ({ caller, body, call }) =>
        ok("Saved.", await changeRetention(caller.project, body, actorOf(caller.member), call.now)),
    }),
  },
  "/projects/:project/token/rotate": {
    POST: defineRoute(projectRoute("tokens.write"), {
      summary: "Make a new project token; the old one is good for some hours more",
      tag: "Projects",
      body: overlapInput,
      answers: {
        201: { msg: "Token made.", data: newToken },
        409: { msg: "The token was rotated in the meantime." },
      },
      handle: async ({ caller, body, call }) =>
        created(
          "Token made.",
          await rotateToken(caller.project, body.overlap_hours, actorOf(caller.member), call.now),
        ),
    }),
  },
};
