/** Re-attribution when evidence of an install arrives within a day. */
import type { Project } from "@/lib/accounts/access/project";
import { type RunClock, runInBatches, SpanRedecision } from "@/lib/attribution/decisions/decide-again";
import type { InstallCase } from "@/lib/attribution/decisions/gather";
import {
  type CheckedLateInstall,
  findInstallsDueAgain,
  type InstallDueAgain,
  removeChecked,
} from "@/lib/attribution/decisions/late-queries";
import { storePlatforms } from "@/lib/attribution/decisions/platform-queries";
import { storeAppleTokens } from "@/lib/attribution/decisions/verdict-rows";
import type { Rules } from "@/lib/attribution/rule-sets/windows";
import { describeError, log } from "@/lib/base/log";
import { platformOfDevice } from "@/lib/facts/app-calls/device";
import { bisectFailures } from "@/lib/platform/bisect";

const batchSize = 200;
const minute = 60_000;
const settleMs = 24 * 60 * minute;

/** An empty span: clicks stay with their installs unless an install releases them. */
const unassigned = {
  since: "00000000-0000-0000-0000-000000000000",
  until: "00000000-0000-0000-0000-000000000000",
};

/** Returns how many installs have a new version. */
export async function decideLate(
  project: Project,
  rules: Rules,
  run: RunClock,
): Promise<{ decided: number; left: boolean }> {
  let decided = 0;
  const isDone = await runInBatches(run, async () => {
    const late = await findInstallsDueAgain(project.id, run.now(), batchSize);
    if (await learnPlatforms(project, late, run.now())) return true;
    const { done } = await bisectFailures(
      late,
      async (some) => {
        const at = run.now();
        await storeAppleTokens(project, some, rules, at);
        const { judged, written, missed } = await new SpanRedecision(project, rules, unassigned).decide(
          some,
          at,
        );
        await removeChecked(
          project.id,
          judged.map(({ one, before }) => (missed.has(before.id) ? putOff : settled)(before, at, one)),
        );
        return written;
      },
      async (install, error) => {
        log().warn(
          { install: install.id, ...describeError(error) },
          "an install could not be attributed again",
        );
        await removeChecked(project.id, [putOff(install, run.now())]);
      },
    );
    decided += done;
    return late.length === batchSize;
  });
  return { decided, left: !isDone };
}

/**
 * Stores the platform of installs that first sent none, before any decision uses it. Returns whether there were any.
 */
async function learnPlatforms(project: Project, late: InstallDueAgain[], at: Date): Promise<boolean> {
  const rows = late.flatMap(({ id, platform, device_data, decision_version }) => {
    const known = platform === "UNKNOWN" ? platformOfDevice(device_data) : null;
    return known ? [{ install_id: id, expected_version: decision_version, platform: known }] : [];
  });
  return rows.length > 0 && (await storePlatforms(project, rows, at)) > 0;
}

const putOff = ({ id, due_at }: InstallDueAgain, at: Date): CheckedLateInstall => ({
  install_id: id,
  due_at,
  again_at: new Date(at.getTime() + 10 * minute),
});

/** Ends the checks, unless a click named by the install may still arrive. The pauses between checks grow. */
function settled(
  { id, due_at, installed_at }: InstallDueAgain,
  at: Date,
  one: InstallCase,
): CheckedLateInstall {
  const age = at.getTime() - installed_at.getTime();
  const again = at.getTime() + Math.max(minute, 3 * age);
  const mayArrive = namesUnknownClick(one) && again < installed_at.getTime() + settleMs;
  return { install_id: id, due_at, again_at: mayArrive ? new Date(again) : null };
}

/**
 * While the database is unavailable, clicks are on the disk of the server that received them; their installs may arrive
 * first.
 */
export function namesUnknownClick({ evidence, touches }: InstallCase): boolean {
  const known = new Set(touches.map(({ clickId }) => clickId));
  if (evidence.clickIds.some(({ id }) => !known.has(id))) return true;
  return evidence.googleIds.length > 0 && !touches.some((t) => t.source === "gclid" && t.clickId !== null);
}
