import type { AdminCommand } from "@/bin/admin/cli/command";
import { projectNamed, projectOption } from "@/bin/admin/cli/project-option";
import { now } from "@/db/clock";
import { commandLine } from "@/lib/accounts/audit/actor";
import { claimPostbacks } from "@/lib/apple/postbacks/claim";
import { chooseProjectOfApp, findAppClaims } from "@/lib/apple/postbacks/queries";
import { Refusal } from "@/lib/base/refusal";

const app = { value: "ID", help: "Apple's numeric ID of the app" };

const waitingMs = 60_000;

export const appleAppCommands: AdminCommand[] = [
  {
    name: "apple-app list",
    summary: "List iOS apps that several projects claim, and the project that gets their postbacks",
    options: { app },
    async run(given) {
      const claims = await findAppClaims(given.text("app") ?? null);
      return {
        claims: claims.map(({ claimed_at, settled_at, last_at, ...claim }) => ({
          ...claim,
          claimed_at: claimed_at.toISOString(),
          settled_at: settled_at?.toISOString() ?? null,
          last_postback_at: last_at?.toISOString() ?? null,
        })),
      };
    },
  },
  {
    name: "apple-app settle",
    summary: "Assign Apple's postbacks of an app to a project, including waiting ones",
    options: { ...projectOption, app: { ...app, required: true } },
    async run(given) {
      const project = await projectNamed(given);
      const appId = given.text("app")!;
      if (!(await chooseProjectOfApp(project.id, appId, commandLine, now())))
        throw new Refusal("not_found", `The project has no App Store listing of app ${appId}.`);
      const { claimed } = await claimPostbacks(waitingMs, now, { only: appId });
      return { project_id: project.id, app_id: appId, settled: true, postbacks: claimed };
    },
  },
];
