import { type AdminCommand, Misused } from "@/bin/admin/command";
import { projectNamed, projectOption } from "@/bin/admin/project-option";
import { now } from "@/db/clock";
import { commandLine } from "@/lib/accounts/audit/actor";
import { repairInstalls, settleRepaired } from "@/lib/attribution/mend/mend";

export const installCommands: AdminCommand[] = [
  {
    name: "installs mend",
    summary: "List wrong platforms and device IDs of 0.1.0; repair them with --apply",
    options: {
      ...projectOption,
      apply: { help: "Repair them, attribute affected installs again, and update figures" },
      "dry-run": { help: "Only list the changes (default)" },
    },
    async run(given) {
      if (given.is("apply") && given.is("dry-run")) {
        throw new Misused("--apply and --dry-run stand there both.", "Leave one of them out.\n");
      }
      const project = await projectNamed(given);
      if (!given.is("apply")) {
        const { mended: _, ...counts } = await repairInstalls(project, null, now);
        return { project: project.slug, applied: false, ...counts };
      }
      const summary = await repairInstalls(project, commandLine, now);
      await settleRepaired(project, now);
      return { project: project.slug, applied: true, ...summary };
    },
  },
];
