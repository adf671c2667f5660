import { actorOf } from "@/lib/accounts/audit/actor";
import { createProject } from "@/lib/accounts/projects/create";
import { showProject } from "@/lib/accounts/projects/manage";
import { newProject, projectInput } from "@/lib/accounts/projects/schema";
import { env } from "@/lib/base/env";
import { accountRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { created } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/accounts/:account/projects";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
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
});
