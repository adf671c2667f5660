import type { Project } from "@/lib/accounts/access/project";
import { decisionsOf, flagsOf } from "@/lib/attribution/attribute-batch";
import { decide } from "@/lib/attribution/engine";
import { type Case, gather } from "@/lib/attribution/gather";
import { lookAtReturns } from "@/lib/attribution/late-queries";
import { afterOf, changeOf, type Tally, tally } from "@/lib/attribution/replay/changes";
import { type DecidedInstall, findRevenueOf } from "@/lib/attribution/replay/queries";
import type { Uses } from "@/lib/attribution/replay/uses";
import { factsOf, kindOf, placeIn } from "@/lib/attribution/stays";
import { type Span, storeDecisions } from "@/lib/attribution/store-queries";
import type { Verdict } from "@/lib/attribution/touches";
import type { Rules } from "@/lib/attribution/windows";

type Judged = { one: Case; before: DecidedInstall; verdict: Verdict };

/** Decides installs again, in their order, without writing anything. */
async function judge(
  project: Project,
  installs: DecidedInstall[],
  rules: Rules,
  uses: Uses,
  now: Date,
): Promise<{ judged: Judged[]; kept: number }> {
  const known = installs.filter(({ click_known }) => click_known);
  const { cases, holders } = await gather(project, known, rules, now);
  const judged = cases.map((one, i) => {
    const before = known[i]!;
    const verdict = decide(
      factsOf(one, rules, uses.places),
      uses.seenBy(one, holders),
      rules,
      one.fraudChecks,
    );
    uses.note(before, before.holds_click ? before.click_id : null, verdict.winner?.clickId ?? null, holders);
    uses.notePlace(before, placeIn(verdict));
    return { one, before, verdict };
  });
  return { judged, kept: installs.length - known.length };
}

const afterwards = ({ one, verdict }: Judged, rules: Rules) =>
  afterOf(verdict, kindOf(one, rules), flagsOf(verdict));

/** What deciding them again would change is added to the tally. */
export async function tryBatch(
  project: Project,
  installs: DecidedInstall[],
  rules: Rules,
  { uses, total, now }: { uses: Uses; total: Tally; now: Date },
): Promise<void> {
  const { judged, kept } = await judge(project, installs, rules, uses, now);
  total.seen += installs.length;
  total.kept += kept;
  const changed = judged.filter((entry) => changeOf(entry.before, afterwards(entry, rules)) !== null);
  const revenue =
    changed.length === 0
      ? new Map<string, number>()
      : await findRevenueOf(
          project.id,
          changed.map(({ before }) => before.id),
        );
  for (const entry of judged)
    tally(total, entry.before, afterwards(entry, rules), revenue.get(entry.before.id) ?? 0);
}

/** Writes the decisions that change as new versions. Answers how many there were, and how many could not be written. */
export async function applyBatch(
  project: Project,
  installs: DecidedInstall[],
  rules: Rules,
  { uses, span, now }: { uses: Uses; span: Span; now: Date },
): Promise<{ written: number; missed: number }> {
  const { judged } = await judge(project, installs, rules, uses, now);
  const changed = judged.filter((entry) => changeOf(entry.before, afterwards(entry, rules)) !== null);
  if (changed.length === 0) return { written: 0, missed: 0 };
  const rows = await decisionsOf(
    project,
    changed.map(({ one }) => one),
    changed.map(({ verdict }) => verdict),
    rules,
  );
  for (const [i, { before }] of changed.entries())
    rows[i]!.released_click = before.click_id === rows[i]!.click_id ? null : before.click_id;
  const missed = (await storeDecisions(project.id, now, rows, span)).length;
  if (rules.reinstallKeeps && uses.places.size > 0)
    await lookAtReturns(project.id, [...uses.places.keys()], now);
  uses.written();
  return { written: rows.length - missed, missed };
}
