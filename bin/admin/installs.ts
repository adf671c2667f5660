import { type Command, Misused } from "@/bin/admin/command";
import { projectNamed, projectOption } from "@/bin/admin/project-option";
import { now } from "@/db/clock";
import { commandLine } from "@/lib/accounts/audit/actor";
import { mendInstalls, settleMended } from "@/lib/attribution/mend/mend";

export const installCommands: Command[] = [
  {
    name: "installs mend",
    summary: "Say what is wrong with stored platforms and device ids, and with --apply mend it",
    options: {
      ...projectOption,
      apply: { help: "Mend it, decide what was decided by it anew, and let the figures follow" },
      "dry-run": { help: "Only say what would change, which is what it does without --apply" },
    },
    async run(given) {
      if (given.is("apply") && given.is("dry-run")) {
        throw new Misused("--apply and --dry-run stand there both.", "Leave one of them out.\n");
      }
      const project = await projectNamed(given);
      if (!given.is("apply")) {
        const { mended: _, ...counts } = await mendInstalls(project, null, now);
        return { project: project.slug, applied: false, ...counts };
      }
      const summary = await mendInstalls(project, commandLine, now);
      await settleMended(project, now);
      return { project: project.slug, applied: true, ...summary };
    },
  },
];
