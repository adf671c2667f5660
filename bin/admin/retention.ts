import { type AdminCommand, checkOptions, type GivenOptions } from "@/bin/admin/cli/command";
import { projectNamed } from "@/bin/admin/cli/project-option";
import { now } from "@/db/clock";
import type { Project } from "@/lib/accounts/access/project";
import { commandLine } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { retentionKindNames } from "@/lib/projects/retention/kinds";
import { retentionInput } from "@/lib/projects/retention/schema";
import { changeRetention, showRetention } from "@/lib/projects/retention/settings";

const project = {
  project: { value: "P", help: "ID or slug of the project (default: the whole instance)" },
};

const ofWhom = (given: GivenOptions): Promise<Project> | null =>
  given.text("project") === undefined ? null : projectNamed(given);

/** For each kind: the number of days, or `ever`. */
function present(owner: Project | null, { kinds }: Awaited<ReturnType<typeof showRetention>>) {
  return {
    project_id: owner?.id ?? 0,
    retention: Object.fromEntries(
      kinds.map(({ kind, effective, setting, removed_before }) => [
        kind,
        { days: effective ?? "ever", setting, ...(removed_before ? { removed_before } : {}) },
      ]),
    ),
  };
}

export const retentionCommands: AdminCommand[] = [
  {
    name: "retention show",
    summary: "Show retention periods",
    options: project,
    async run(given) {
      const owner = await ofWhom(given);
      return present(owner, await showRetention(owner));
    },
  },
  {
    name: "retention set",
    summary: "Change a retention period; older data is deleted within minutes, permanently",
    options: {
      ...project,
      kind: { value: retentionKindNames.join("|"), required: true, help: "Kind of data" },
      days: { value: "N", help: "Days to keep data of this kind" },
      ever: { help: "Never delete this data" },
      default: { help: "Use the default period" },
    },
    async run(given) {
      const days = given.text("days");
      const chosen = [days !== undefined, given.is("ever"), given.is("default")].filter(Boolean).length;
      if (chosen !== 1) throw new Refusal("invalid_request", "Add one of --days N, --ever and --default.");
      const kind = given.text("kind") ?? "";
      if (!(retentionKindNames as string[]).includes(kind)) {
        throw new Refusal("invalid_request", `--kind must be one of ${retentionKindNames.join(", ")}.`);
      }
      const value = days === undefined ? (given.is("ever") ? "ever" : null) : Number(days);
      const changes = checkOptions(retentionInput, { [kind]: value }, "days");
      const owner = await ofWhom(given);
      return present(owner, await changeRetention(owner, changes, commandLine, now()));
    },
  },
];
