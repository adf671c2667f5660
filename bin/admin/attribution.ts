import { setTimeout as sleep } from "node:timers/promises";
import { type AdminCommand, checkOptions, type GivenOptions } from "@/bin/admin/cli/command";
import { projectNamed, projectOption } from "@/bin/admin/cli/project-option";
import { now } from "@/db/clock";
import type { Project } from "@/lib/accounts/access/project";
import { commandLine } from "@/lib/accounts/audit/actor";
import { applyReplay, discardReplay, showReplay, startReplay } from "@/lib/attribution/replay/replay";
import { runReplay } from "@/lib/attribution/replay/run";
import { replayInput } from "@/lib/attribution/replay/schema";
import { storedRulesOf } from "@/lib/attribution/rule-sets/rule-sets";
import { addDays } from "@/lib/base/days";
import { Refusal } from "@/lib/base/refusal";
import { dayIn } from "@/lib/base/time";

const notEnd = () => false;

export const attributionCommands: AdminCommand[] = [
  {
    name: "attribution replay",
    summary: "Attribute past installs again with current or changed rules, and list the changes",
    options: {
      ...projectOption,
      from: { value: "DAY", help: "First day, such as 2026-06-01 (default: 30 days ago)" },
      to: { value: "DAY", help: "Last day (default: today)" },
      settings: {
        value: "JSON",
        help: "Apply these changes to the rules first, such as '{\"click_days\":3}'",
      },
      "dry-run": { help: "Only list the changes" },
    },
    async run(given) {
      const project = await projectNamed(given);
      const today = dayIn(project.timeZone, now());
      const to = given.text("to") ?? today;
      const { settings, ...days } = checkOptions(replayInput, {
        settings: { ...storedRulesOf(project), ...changesIn(given) },
        from: given.text("from") ?? addDays(today, -30),
        to,
      });
      const { id } = await startReplay(project, settings, days, commandLine, now());
      const trial = await finished(project, id);
      const { outcome } = trial;
      const summary = {
        replay: id,
        days: `${days.from} to ${days.to}`,
        rules: trial.rules,
        changes: trial.changes,
        outcome: `${outcome?.moved} of ${outcome?.installs} installs would move`,
        rematched: outcome?.rematched,
        reflagged: outcome?.reflagged,
        kept: outcome?.kept,
        campaigns: outcome?.campaigns,
      };
      if (given.is("dry-run")) {
        await discardReplay(project, id, commandLine, now());
        return summary;
      }
      await applyReplay(project, id, commandLine, now());
      const done = await finished(project, id);
      return {
        ...summary,
        outcome: `${outcome?.moved} of ${outcome?.installs} installs moved`,
        written: done.written,
      };
    },
  },
];

function changesIn(given: GivenOptions): Record<string, unknown> {
  const text = given.text("settings");
  if (text === undefined) return {};
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === "object" && read !== null && !Array.isArray(read))
      return read as Record<string, unknown>;
  } catch {
    // The schema rejects this below, like JSON that is not an object.
  }
  throw new Refusal("invalid_request", "--settings must be a JSON object.");
}

/** Waits until the replay is finished, because a running server may have started it first. */
async function finished(project: Project, id: number) {
  for (;;) {
    if (!(await runReplay(project, id, notEnd, now))) await sleep(200);
    const shown = await showReplay(project, id);
    if (shown.state === "failed") throw new Refusal("internal_error", shown.problem ?? "The replay failed.");
    if (shown.state !== "trying" && shown.state !== "applying") return shown;
  }
}
