/** Tests rules on past installs: begin, show, apply, discard. */
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import type { ReplaySummary } from "@/lib/attribution/replay/outcome";
import {
  advanceReplay,
  countDecided,
  findReplay,
  findReplays,
  insertReplay,
  isApplying,
  type ReplayRow,
} from "@/lib/attribution/replay/queries";
import { installSpan } from "@/lib/attribution/replay/span";
import { describeChanges } from "@/lib/attribution/rule-sets/describe";
import { changeRules, type RuleSettings, storedRulesOf } from "@/lib/attribution/rule-sets/rule-sets";
import { attributionRulesOf } from "@/lib/attribution/rule-sets/windows";
import { Refusal } from "@/lib/base/refusal";
import { firstDecidableDay } from "@/lib/projects/retention/settings";

type Days = { from: string; to: string };

/** Counts the changes that the rules would make; decisions do not change. */
export async function startReplay(
  project: Project,
  settings: RuleSettings,
  { from, to }: Days,
  by: Actor,
  now: Date,
): Promise<{ id: number }> {
  await refuseDeleted(project, from);
  const total = await countDecided(project.id, installSpan(project.timeZone, from, to));
  const rules = attributionRulesOf(settings).version;
  const id = await insertReplay(project.id, { settings, rules, from, to, total, by: by.name, at: now });
  return { id };
}

/** Without its clicks, every install would become organic. All windows are at most thirty days. */
async function refuseDeleted(project: Project, from: string): Promise<void> {
  const known = await firstDecidableDay(project, 30);
  if (!known || from >= known.first) return;
  throw new Refusal(
    "data_removed",
    `Clicks before ${known.removedBefore} were deleted under your retention settings. Start on ${known.first} or later.`,
  );
}

export async function showReplay(project: Project, id: number) {
  const row = await findReplay(project.id, id);
  if (!row) throw new Refusal("not_found", "What-if test not found.");
  return {
    ...present(row),
    settings: row.settings,
    changes: describeChanges(storedRulesOf(project), row.settings),
    outcome: row.outcome as ReplaySummary | null,
  };
}

export async function listReplays(project: Project) {
  return (await findReplays(project.id)).map((row) => ({
    ...present(row),
    outcome: row.outcome as { moved: number | null; rematched: number | null; reflagged: number | null },
  }));
}

function present(row: Omit<ReplayRow, "settings">) {
  const { cursor: _cursor, ...shown } = row;
  return {
    ...shown,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

/** Puts the rules in force from now on, and for the tested days. */
export async function applyReplay(project: Project, id: number, by: Actor, now: Date): Promise<void> {
  const row = await findReplay(project.id, id);
  if (!row) throw new Refusal("not_found", "What-if test not found.");
  const isCounted = row.state === "tried" || (row.state === "failed" && row.outcome !== null);
  if (!isCounted)
    throw new Refusal(
      "already_running",
      row.state === "trying"
        ? "The what-if test is still running."
        : `The what-if test was already ${row.state}.`,
    );
  await refuseDeleted(project, row.from_day);
  if (await isApplying(project.id))
    throw new Refusal("already_running", "Another what-if test is being applied. Wait until it's done.");
  await changeRules(project, row.settings as RuleSettings, by, now);
  if (!(await advanceReplay(project, id, ["tried", "failed"], "applying", by, now)))
    throw new Refusal(
      "changed_meanwhile",
      "Someone else applied or discarded this what-if test in the meantime.",
      {
        status: 409,
      },
    );
}

export async function discardReplay(project: Project, id: number, by: Actor, now: Date): Promise<void> {
  if (await advanceReplay(project, id, ["trying", "tried", "failed"], "discarded", by, now)) return;
  const row = await findReplay(project.id, id);
  if (!row) throw new Refusal("not_found", "What-if test not found.");
  throw new Refusal("wrong_state", `The what-if test is ${row.state}.`);
}
