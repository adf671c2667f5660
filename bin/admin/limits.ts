import { type AdminCommand, checkOptions, type GivenOptions } from "@/bin/admin/cli/command";
import { projectNamed } from "@/bin/admin/cli/project-option";
import { now } from "@/db/clock";
import { limitGroups } from "@/lib/accounts/access/limits";
import type { Project } from "@/lib/accounts/access/project";
import { commandLine } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { changeLimits, showLimits } from "@/lib/projects/limits";
import { limitsInput } from "@/lib/projects/schema";

const project = {
  project: { value: "P", help: "ID or slug of the project (default: the whole instance)" },
};

const ofWhom = (given: GivenOptions): Promise<Project> | null =>
  given.text("project") === undefined ? null : projectNamed(given);

type Shown = Awaited<ReturnType<typeof showLimits>>;

/** For each group: `off`, or a number of calls in a number of seconds. */
function present(owner: Project | null, { limits }: Shown) {
  return {
    project_id: owner?.id ?? 0,
    limits: Object.fromEntries(
      limits.map(({ group, effective, setting }) => [
        group,
        effective === null ? "off" : { ...effective, setting },
      ]),
    ),
  };
}

export const limitCommands: AdminCommand[] = [
  {
    name: "limits show",
    summary: "Show rate limits",
    options: project,
    async run(given) {
      const owner = await ofWhom(given);
      return present(owner, await showLimits(owner));
    },
  },
  {
    name: "limits set",
    summary: "Change rate limits",
    options: {
      ...project,
      group: { value: limitGroups.join("|"), help: "Limit to change (default: all)" },
      "per-second": { value: "N", help: "Calls per second" },
      off: { help: "Remove the limit" },
      default: { help: "Use the default limit" },
    },
    async run(given) {
      const group = given.text("group");
      const perSecond = given.text("per-second");
      const chosen = [perSecond !== undefined, given.is("off"), given.is("default")].filter(Boolean).length;
      if (chosen !== 1)
        throw new Refusal("invalid_request", "Add one of --per-second N, --off and --default.");
      if (group !== undefined && !(limitGroups as readonly string[]).includes(group)) {
        throw new Refusal("invalid_request", `--group must be one of ${limitGroups.join(", ")}.`);
      }
      if (perSecond !== undefined && group === undefined)
        throw new Refusal("invalid_request", "--per-second needs a --group.");
      const value = perSecond === undefined ? (given.is("off") ? "off" : null) : Number(perSecond);
      const groups = group === undefined ? limitGroups : [group];
      const changes = checkOptions(
        limitsInput,
        Object.fromEntries(groups.map((each) => [each, value])),
        "per-second",
      );
      const owner = await ofWhom(given);
      return present(owner, await changeLimits(owner, changes, commandLine, { now: now() }));
    },
  },
];
