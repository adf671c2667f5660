import type { AdminCommand } from "@/bin/admin/cli/command";
import { projectNamed, projectOption } from "@/bin/admin/cli/project-option";
import { rebuildLedger } from "@/lib/ledger/rebuild";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { showRetention } from "@/lib/projects/retention/settings";

/** A longer list would not be read. */
const maxShown = 20;

export const reportCommands: AdminCommand[] = [
  {
    name: "report verify",
    summary: "Compare the report's figures with the stored facts",
    options: projectOption,
    async run(given) {
      const project = await projectNamed(given);
      const differences = await findDifferences(project.id, project.timeZone);
      const { kinds } = await showRetention(project);
      const removed = kinds.filter(
        ({ kind, removed_before }) => removed_before && /^(clicks|events)$/.test(kind),
      );
      return {
        project: project.slug,
        exact: differences.length === 0,
        differing_cells: differences.length,
        // Days whose facts were removed cannot be recounted, so their figures stay.
        ...(removed.length === 0
          ? {}
          : { counted_from: Object.fromEntries(removed.map((each) => [each.kind, each.removed_before])) }),
        ...(differences.length === 0 ? {} : { first: differences.slice(0, maxShown) }),
      };
    },
    isBad: ({ exact }) => exact === false,
  },
  {
    name: "report rebuild",
    summary: "Recalculate the report's figures from the stored facts",
    options: projectOption,
    async run(given) {
      const project = await projectNamed(given);
      return { project: project.slug, ...(await rebuildLedger(project.id)) };
    },
  },
];
