import { actorOf } from "@/lib/accounts/audit/actor";
import { changeProject } from "@/lib/attribution/recalculation/change-project";
import { env } from "@/lib/base/env";
import { changedMeanwhile, idParams } from "@/lib/base/fields";
import { accountRoute, projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { deletionLosses } from "@/lib/privacy/removal/losses";
import { setArchived } from "@/lib/projects/archive";
import { setBilling } from "@/lib/projects/billing";
import { createProject } from "@/lib/projects/creation/create";
import { deleteProject, deleteSample, listDeleted, restoreProject } from "@/lib/projects/deletion/delete";
import {
  deletedProject,
  deletedProjects,
  deletionInput,
  deletionLossesSchema,
  restoredProject,
} from "@/lib/projects/deletion/schema";
import { changeProjectLimits, showLimits } from "@/lib/projects/limits";
import { retention, retentionInput } from "@/lib/projects/retention/schema";
import { changeRetention, showRetention } from "@/lib/projects/retention/settings";
import { rotateAppToken } from "@/lib/projects/rotate-token";
import {
  addedSample,
  archiveInput,
  archiveState,
  billingInput,
  billingState,
  limitsInput,
  memberProject,
  newAppToken,
  newProject,
  overlapInput,
  projectChanges,
  projectInput,
  removedSample,
  sampleInput,
  shownLimits,
} from "@/lib/projects/schema";
import { showProject } from "@/lib/projects/show";
import { addSample } from "@/lib/sample/sample";

export const projectsRoutes = {
  "/accounts/:account/projects": {
    POST: defineRoute(accountRoute("projects.create"), {
      summary: "Create a project",
      description:
        "Creates its app token, a host for its links and, if named, a server key. The key is shown only once.",
      tag: "Projects",
      body: projectInput,
      answers: {
        201: { msg: "Project created.", data: newProject },
        400: { msg: "This domain is already in use." },
      },
      async handle({ caller, body, call }) {
        const at = { now: call.now, appUrl: env.APP_URL };
        const made = await createProject(caller.account.id, body, actorOf(caller.member), at);
        return createdReply("Project created.", {
          project: await showProject(made.id, at),
          server_key: made.serverKey,
        });
      },
    }),
  },
  "/projects/:project": {
    GET: defineRoute(projectRoute("project.read"), {
      summary: "Get a project",
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
            "Time zone or currency: another change or a what-if test is in progress, or an exchange rate is missing.",
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
      summary: "Archive or restore a project",
      description: "The project is hidden from the list. Links, apps and servers continue to work.",
      tag: "Projects",
      body: archiveInput,
      answers: { 200: { msg: "Saved.", data: archiveState } },
      handle: async ({ caller, body, call }) =>
        ok("Saved.", await setArchived(caller.project, body.archived, actorOf(caller.member), call.now)),
    }),
  },
  "/accounts/:account/sample-project": {
    POST: defineRoute(accountRoute("projects.create"), {
      summary: "Add a sample project with generated activity",
      description:
        "30 days of an invented app, made in the background. It sends nothing and receives no links. An account has at most one.",
      tag: "Projects",
      body: sampleInput,
      answers: {
        201: { msg: "Sample project added.", data: addedSample },
        409: { msg: "The account already has a sample project." },
      },
      async handle({ caller, body, call }) {
        const at = { now: call.now, appUrl: env.APP_URL };
        return createdReply(
          "Sample project added.",
          await addSample(caller.account.id, body.time_zone, actorOf(caller.member), at),
        );
      },
    }),
  },
  "/projects/:project/sample": {
    DELETE: defineRoute(projectRoute("project.archive"), {
      summary: "Remove a sample project with all its data",
      tag: "Projects",
      answers: {
        200: { msg: "Sample project removed.", data: removedSample },
        404: { msg: "This is not a sample project." },
      },
      handle: async ({ caller, call }) =>
        ok("Sample project removed.", await deleteSample(caller.project, actorOf(caller.member), call.now)),
    }),
  },
  "/projects/:project/deletion": {
    GET: defineRoute(projectRoute("project.delete"), {
      summary: "Preview deleting a project",
      tag: "Projects",
      answers: { 200: { msg: "Data that would be deleted.", data: deletionLossesSchema } },
      handle: async ({ caller }) => ok("Data that would be deleted.", await deletionLosses(caller.project)),
    }),
    POST: defineRoute(projectRoute("project.delete"), {
      summary: "Delete a project",
      description:
        "Its links, tokens and keys stop working at once. It can be restored for 7 days. Then its data is removed.",
      tag: "Projects",
      body: deletionInput,
      answers: {
        200: { msg: "Project deleted.", data: deletedProject },
        400: { description: "The typed name is not the project's name." },
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
      summary: "List deleted projects whose data is not removed yet",
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
        409: { msg: "The project can't be restored: its data is already being removed." },
      },
      handle: async ({ caller, params }) =>
        ok("Project restored.", await restoreProject(caller.account.id, params.id, actorOf(caller.member))),
    }),
  },
  "/projects/:project/billing": {
    PUT: defineRoute(projectRoute("billing.write"), {
      summary: "Suspend a project with a payment link, or resume it",
      description: "Reporting returns 402 while the project is suspended. Everything else continues.",
      tag: "Projects",
      body: billingInput,
      answers: { 200: { msg: "Saved.", data: billingState } },
      async handle({ caller, body, call }) {
        const input = { suspended: body.suspended, paymentLink: body.payment_link };
        return ok("Saved.", await setBilling(caller.project, input, actorOf(caller.member), call.now));
      },
    }),
  },
  "/projects/:project/limits": {
    GET: defineRoute(projectRoute("limits.read"), {
      summary: "Get a project's rate limits",
      tag: "Projects",
      answers: { 200: { msg: "Limits.", data: shownLimits } },
      handle: async ({ caller }) =>
        ok("Limits.", await showLimits(caller.project, env.PROJECT_LIMIT_CEILING)),
    }),
    PUT: defineRoute(projectRoute("limits.write"), {
      summary: "Change rate limits: calls per second, off, or null for the default",
      tag: "Projects",
      body: limitsInput,
      answers: {
        200: { msg: "Saved.", data: shownLimits },
        400: { description: "Only the server operator can set this limit." },
      },
      async handle({ caller, body, call }) {
        const at = { now: call.now, ceiling: env.PROJECT_LIMIT_CEILING };
        return ok("Saved.", await changeProjectLimits(caller.project, body, actorOf(caller.member), at));
      },
    }),
  },
  "/projects/:project/retention": {
    GET: defineRoute(projectRoute("retention.read"), {
      summary: "Get the retention periods",
      tag: "Privacy",
      answers: { 200: { msg: "Retention.", data: retention } },
      handle: async ({ caller }) => ok("Retention.", await showRetention(caller.project)),
    }),
    PUT: defineRoute(projectRoute("retention.write"), {
      summary: "Change retention periods: days, ever, or null for the default",
      description: "Older data is removed within minutes and can't be restored. Figures are kept.",
      tag: "Privacy",
      body: retentionInput,
      answers: { 200: { msg: "Saved.", data: retention } },
      handle: async ({ caller, body, call }) =>
        ok("Saved.", await changeRetention(caller.project, body, actorOf(caller.member), call.now)),
    }),
  },
  "/projects/:project/token/rotate": {
    POST: defineRoute(projectRoute("tokens.write"), {
      summary: "Rotate the app token; the old one stays valid for some hours",
      tag: "Projects",
      body: overlapInput,
      answers: {
        201: { msg: "Token made.", data: newAppToken },
        409: { msg: "The token was rotated in the meantime." },
      },
      handle: async ({ caller, body, call }) =>
        createdReply(
          "Token made.",
          await rotateAppToken(caller.project, body.overlap_hours, actorOf(caller.member), call.now),
        ),
    }),
  },
};
