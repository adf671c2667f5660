/**
 * The steps of a decision, for a batch of installs in order: token → evidence, touches and fraud checks → installs that
 * wait → verdict → campaign, deeplink and placement → row. `decide-pending.ts` finds the installs and stores the rows;
 * `decide-again.ts` takes the same steps for decided ones.
 */
import type { Project } from "@/lib/accounts/access/project";
import { waitsForAppleUntil } from "@/lib/attribution/apple/answer";
import { decide } from "@/lib/attribution/decisions/engine";
import { gatherCases, type InstallCase } from "@/lib/attribution/decisions/gather";
import { namesUnknownClick } from "@/lib/attribution/decisions/late";
import { scheduleDecision } from "@/lib/attribution/decisions/late-queries";
import { postponeInstalls } from "@/lib/attribution/decisions/queries";
import { clicksWithRefusedIds } from "@/lib/attribution/decisions/refused-ids";
import { keepsPreviousCampaign, touchInstallOf } from "@/lib/attribution/decisions/reinstall";
import type { DecisionRow } from "@/lib/attribution/decisions/store-queries";
import { decisionRowsOf, storeAppleTokens } from "@/lib/attribution/decisions/verdict-rows";
import type { ClickHolders } from "@/lib/attribution/evidence/click-holders";
import type { PendingInstall } from "@/lib/attribution/evidence/install";
import type { Rules } from "@/lib/attribution/rule-sets/windows";

const minuteMs = 60_000;

/** A batch that can be stored. The clicks of `refused` installs lose their IDs with it. */
export type DecidedBatch = {
  at: Date;
  decisions: DecisionRow[];
  holders: ClickHolders;
  refused: PendingInstall[];
};

/** Reads the evidence of installs that can be decided now; the others are postponed. */
export async function readCases(
  project: Project,
  rules: Rules,
  pending: PendingInstall[],
  at: Date,
): Promise<InstallCase[]> {
  await storeAppleTokens(project, pending, rules, at);
  const cases = await gatherCases(project, pending, rules, at);
  const waiting = cases.flatMap((one) => {
    const until = waitsUntil(one, rules, at);
    return until === null ? [] : [{ id: one.install.id, until }];
  });
  if (waiting.length > 0) await postponeInstalls(project.id, waiting);
  const isWaiting = new Set(waiting.map(({ id }) => id));
  const ready = cases.filter(({ install }) => !isWaiting.has(install.id));
  // Apple may respond while installs that have waited long enough are decided without it.
  const incomplete = ready.filter((one) => namesUnknownClick(one) || one.evidence.token?.state === "WAITING");
  if (incomplete.length > 0)
    await decideAgainInAMinute(
      project,
      incomplete.map(({ install }) => install),
      at,
    );
  return ready;
}

/** An install waits for Apple's response, and for the decision of the device's earlier install. */
function waitsUntil(one: InstallCase, rules: Rules, at: Date): Date | null {
  const { install, evidence } = one;
  const isBehind =
    keepsPreviousCampaign(one, rules) && install.earlier.some(({ state }) => state === "PENDING");
  return waitsForAppleUntil(evidence.token, install.installed_at, at) ?? (isBehind ? at : null);
}

export const decideAgainInAMinute = (project: Project, installs: PendingInstall[], at: Date): Promise<void> =>
  scheduleDecision(
    project.id,
    installs.map(({ id }) => id),
    new Date(at.getTime() + minuteMs),
  );

/** A click that one install of the batch uses up is not available to later ones. */
export async function decideCases(
  project: Project,
  rules: Rules,
  cases: InstallCase[],
  holders: ClickHolders,
  at: Date,
): Promise<DecidedBatch> {
  const verdicts = cases.map((one) => {
    const verdict = decide(touchInstallOf(one, rules), holders.seenBy(one), rules, one.fraudChecks);
    holders.note(one, verdict.winner?.clickId ?? null);
    return verdict;
  });
  const decisions = await decisionRowsOf(project, cases, verdicts, rules, at);
  return { at, decisions, holders, refused: clicksWithRefusedIds(cases, verdicts) };
}
