/** Decisions made anew when something became known of an install, within a day of it. */
import type { Project } from "@/lib/accounts/access/project";
import { decisionsOf, flagsOf, noteTokens } from "@/lib/attribution/attribute-batch";
import { decide } from "@/lib/attribution/engine";
import { type Case, gather } from "@/lib/attribution/gather";
import {
  findLate,
  type LateInstall,
  lookAtReturns,
  type Settled,
  settle,
} from "@/lib/attribution/late-queries";
import { mend } from "@/lib/attribution/mend/queries";
import { afterOf, changeOf } from "@/lib/attribution/replay/changes";
import { Uses } from "@/lib/attribution/replay/uses";
import { factsOf, kindOf, placeIn } from "@/lib/attribution/stays";
import { storeDecisions } from "@/lib/attribution/store-queries";
import type { Rules } from "@/lib/attribution/windows";
import { describeError, log } from "@/lib/base/log";
import { platformOfDevice } from "@/lib/facts/installs/device";
import { bisect } from "@/lib/platform/bisect";

const batchSize = 200;
const minute = 60_000;
const settleMs = 24 * 60 * minute;

/** No use of a click passes from one install to another, unless it is given up. */
const nobodys = {
  since: "00000000-0000-0000-0000-000000000000",
  until: "00000000-0000-0000-0000-000000000000",
};

/** Answers how many installs have a new version. */
export async function decideLate(
  project: Project,
  rules: Rules,
  { until, now, extend }: { until: () => boolean; now: () => Date; extend: () => Promise<void> },
): Promise<{ decided: number; left: boolean }> {
  let decided = 0;
  for (;;) {
    const late = await findLate(project.id, now(), batchSize);
    if (await learnPlatforms(project, late, now())) continue;
    const { done } = await bisect(
      late,
      (some) => decideAgain(project, some, rules, now()),
      async (install, error) => {
        log().warn({ install: install.id, ...describeError(error) }, "an install could not be decided anew");
        await settle(project.id, [putOff(install, now())]);
      },
    );
    decided += done;
    if (late.length < batchSize) return { decided, left: false };
    if (until()) return { decided, left: true };
    await extend();
  }
}

/** Of installs that told nothing at first; before anything is decided by it. Whether there are any. */
async function learnPlatforms(project: Project, late: LateInstall[], at: Date): Promise<boolean> {
  const rows = late.flatMap(({ id, platform, os_version, device_model, language, ...install }) => {
    const known = platform === "UNKNOWN" ? platformOfDevice(install.device_data) : null;
    const described = { os_version, device_model, language, add: [], remove: [], again: true };
    return known
      ? [{ install_id: id, expected_version: install.decision_version, platform: known, ...described }]
      : [];
  });
  return rows.length > 0 && (await mend(project, rows, null, at)) > 0;
}

async function decideAgain(project: Project, late: LateInstall[], rules: Rules, at: Date): Promise<number> {
  await noteTokens(project, late, rules, at);
  const { cases, holders } = await gather(project, late, rules, at);
  const uses = new Uses(nobodys);
  const judged = cases.map((one, i) => {
    const before = late[i]!;
    const verdict = decide(
      factsOf(one, rules, uses.places),
      uses.seenBy(one, holders),
      rules,
      one.fraudChecks,
    );
    const held = before.click_id !== null && holders.get(before.click_id)?.install === before.id;
    uses.note(before, held ? before.click_id : null, verdict.winner?.clickId ?? null, holders);
    uses.notePlace(before, placeIn(verdict));
    return { one, before, verdict };
  });
  const changed = judged.filter(
    ({ one, before, verdict }) =>
      changeOf(before, afterOf(verdict, kindOf(one, rules), flagsOf(verdict))) !== null,
  );
  const rows = await decisionsOf(
    project,
    changed.map(({ one }) => one),
    changed.map(({ verdict }) => verdict),
    rules,
  );
  for (const [i, { before }] of changed.entries())
    rows[i]!.released_click = before.click_id === rows[i]!.click_id ? null : before.click_id;
  const missed = new Set(rows.length === 0 ? [] : await storeDecisions(project.id, at, rows, nobodys));
  if (rules.reinstallKeeps && uses.places.size > 0)
    await lookAtReturns(project.id, [...uses.places.keys()], at);
  await settle(
    project.id,
    judged.map(({ one, before }) => (missed.has(before.id) ? putOff(before, at) : settled(one, before, at))),
  );
  return rows.length - missed.size;
}

const putOff = ({ id, due_at }: LateInstall, at: Date): Settled => ({
  install_id: id,
  due_at,
  again_at: new Date(at.getTime() + 10 * minute),
});

/** Done with, unless a click that the install names may still come: it is asked for ever more seldom. */
function settled(one: Case, { id, due_at, installed_at }: LateInstall, at: Date): Settled {
  const age = at.getTime() - installed_at.getTime();
  const again = at.getTime() + Math.max(minute, 3 * age);
  const mayCome = namesUnknownClick(one) && again < installed_at.getTime() + settleMs;
  return { install_id: id, due_at, again_at: mayCome ? new Date(again) : null };
}

/** Clicks are on the disk of the server that saw them while the database is away; their installs may come first. */
export function namesUnknownClick({ evidence, touches }: Case): boolean {
  const known = new Set(touches.map(({ clickId }) => clickId));
  if (evidence.clickIds.some(({ id }) => !known.has(id))) return true;
  return evidence.googleIds.length > 0 && !touches.some((t) => t.source === "gclid" && t.clickId !== null);
}
