import { backgroundProject } from "@/lib/access/callers";
import type { Project } from "@/lib/access/project";
import { findCampaigns, makeNetworkCampaign } from "@/lib/attribution/campaign-queries";
import { decide, type Verdict } from "@/lib/attribution/engine";
import type { Evidence } from "@/lib/attribution/evidence";
import { type Case, gather } from "@/lib/attribution/gather";
import {
  type DecisionRow,
  findDeferred,
  findPending,
  findProjectsWithPending,
  type PendingInstall,
  postpone,
  storeDecisions,
} from "@/lib/attribution/queries";
import { type Rules, rulesOf } from "@/lib/attribution/rules";
import { withParams } from "@/lib/deeplinks/open";
import { withLease } from "@/lib/leases/lease";
import { describeError, log } from "@/lib/log";

const batchSize = 500;
const leaseMs = 30_000;

export type Progress = { decided: number; postponed: number; left: boolean };

/**
 * Decides a project's pending installs, oldest first, in bounded batches until none is left or the time is over.
 * Safe to be run anywhere, often and at once: a decision is only written on the version it was made from.
 */
export async function attributeProject(
  id: number,
  until: () => boolean,
  now: () => Date,
): Promise<Progress | null> {
  const project = await backgroundProject(id);
  if (!project) return null;
  const result = await withLease(`attribute ${id}`, leaseMs, async (extend) => {
    const progress: Progress = { decided: 0, postponed: 0, left: false };
    const rules = rulesOf(project.settings.attribution);
    for (;;) {
      const pending = await findPending(project.id, batchSize);
      if (pending.length === 0) return progress;
      const { decided, postponed } = await attributeBatch(project, pending, rules, now());
      progress.decided += decided;
      progress.postponed += postponed;
      if (pending.length < batchSize && decided === pending.length) return progress;
      if (until()) return { ...progress, left: true };
      await extend();
    }
  });
  return result as Progress | null;
}

/** Everything that is pending, project after project; the cron's and the scheduler's verb. */
export async function attributePending(budgetMs: number, now: () => Date): Promise<Progress> {
  const end = performance.now() + budgetMs;
  const total: Progress = { decided: 0, postponed: 0, left: false };
  for (const { id } of await findProjectsWithPending()) {
    if (performance.now() > end) return { ...total, left: true };
    const progress = await attributeProject(id, () => performance.now() > end, now);
    total.decided += progress?.decided ?? 0;
    total.postponed += progress?.postponed ?? 0;
    total.left ||= progress?.left ?? false;
  }
  return total;
}

async function attributeBatch(
  project: Project,
  pending: PendingInstall[],
  rules: Rules,
  at: Date,
): Promise<{ decided: number; postponed: number }> {
  try {
    return { decided: await decideAll(project, pending, rules, at), postponed: 0 };
  } catch (error) {
    if (pending.length === 1) {
      log().warn({ install: pending[0]!.id, ...describeError(error) }, "an install could not be decided");
      await postpone(project.id, pending[0]!.id);
      return { decided: 0, postponed: 1 };
    }
    // One of them is the trouble; the others must not wait for it.
    const middle = pending.length >> 1;
    const first = await attributeBatch(project, pending.slice(0, middle), rules, at);
    const second = await attributeBatch(project, pending.slice(middle), rules, at);
    return { decided: first.decided + second.decided, postponed: first.postponed + second.postponed };
  }
}

async function decideAll(
  project: Project,
  pending: PendingInstall[],
  rules: Rules,
  at: Date,
): Promise<number> {
  const { cases } = await gather(project, pending, rules, at);
  const verdicts = cases.map((one) => decide(one.evidence.facts, one.touches, rules, one.accuser));
  const decisions = await decisionsOf(project, cases, verdicts, rules);
  return (await storeDecisions(project.id, project.timeZone, at, decisions)).length;
}

/** Verdicts as they are stored; a network's campaign that is not known here yet is made. */
export async function decisionsOf(
  project: Project,
  cases: Case[],
  verdicts: Verdict[],
  rules: Rules,
): Promise<DecisionRow[]> {
  await makeMissing(project, verdicts);
  const deeplinks = await deferredLinks(project, verdicts);
  return cases.map(({ install, evidence }, i) =>
    rowOf(install, evidence, verdicts[i]!, deeplinks(verdicts[i]!), rules),
  );
}

/** A network's campaign that wins and is tied to none of ours gets one, once. */
async function makeMissing(project: Project, verdicts: Verdict[]): Promise<void> {
  const made = new Map<string, number | null>();
  for (const { winner } of verdicts) {
    if (!winner || winner.campaignId !== null || !winner.networkCampaign) continue;
    const { network, id, name } = winner.networkCampaign;
    const key = `${network} ${id}`;
    if (!made.has(key)) {
      const displayId = `${network.toLowerCase()}-${id}-${project.id}`.slice(0, 64);
      const campaignId =
        (await makeNetworkCampaign(project.id, project.accountId, {
          network,
          id,
          name: name ?? `${network} ${id}`,
          displayId,
        })) ??
        (await findCampaigns(project.id, [displayId], [key]))[0]?.id ??
        null;
      made.set(key, campaignId);
    }
    winner.campaignId = made.get(key) ?? null;
  }
}

/** The deeplink the app gets: the campaign's, with what the followed link carried. */
async function deferredLinks(project: Project, verdicts: Verdict[]) {
  const winners = verdicts.flatMap(({ winner }) => (winner?.campaignId ? [winner] : []));
  if (winners.length === 0) return () => null;
  const clickIds = winners.flatMap(({ clickId }) => (clickId ? [clickId] : []));
  const { deeplinks, params } = await findDeferred(
    project.id,
    [...new Set(winners.map((w) => w.campaignId!))],
    clickIds,
  );
  return ({ winner }: Verdict): string | null => {
    const deeplink = winner?.campaignId ? deeplinks.get(winner.campaignId) : null;
    if (!deeplink) return null;
    return withParams(deeplink, { params: (winner?.clickId ? params.get(winner.clickId) : null) ?? {} });
  };
}

/** A device that was here before, not too long ago, is no new install. */
export function kindOf(
  { seen_before, installed_at }: Pick<PendingInstall, "seen_before" | "installed_at">,
  rules: Rules,
): "INSTALL" | "REINSTALL" {
  const reinstallMs = rules.reinstallDays * 86_400_000;
  return seen_before !== null && installed_at.getTime() - seen_before.getTime() <= reinstallMs
    ? "REINSTALL"
    : "INSTALL";
}

/** Each rule once, whatever it fired on. */
export function flagsOf({ charges }: Verdict): string[] | null {
  return charges.length === 0 ? null : [...new Set(charges.map(({ rule }) => rule))].sort();
}

function rowOf(
  install: PendingInstall,
  evidence: Evidence,
  verdict: Verdict,
  deeplink: string | null,
  rules: Rules,
): DecisionRow {
  const { winner } = verdict;
  return {
    install_id: install.id,
    expected_version: install.decision_version,
    kind: kindOf(install, rules),
    attribution_type: verdict.type,
    campaign_id: winner?.campaignId ?? null,
    method: verdict.method,
    reason: verdict.reason,
    confidence: verdict.confidence,
    touch: winner ? (winner.kind === "view" ? "VIEW" : "CLICK") : null,
    click_id: winner?.clickId ?? null,
    clicked_at: winner?.at ?? null,
    network: winner?.network ?? null,
    ad_set_id: winner?.adSetId ?? null,
    ad_set_name: winner?.adSetName ?? null,
    creative_id: winner?.creativeId ?? null,
    creative_name: winner?.creativeName ?? null,
    keyword_id: winner?.keywordId ?? null,
    keyword_name: winner?.keywordName ?? null,
    meta_ad_id: evidence.meta?.said.adId ?? null,
    publisher_platform: evidence.meta?.said.publisherPlatform ?? null,
    platform_position: evidence.meta?.said.platformPosition ?? null,
    deeplink,
    counted: !install.is_test,
    claims_click: verdict.method === "probabilistic",
    rules: rules.version,
    flags: flagsOf(verdict),
    postbacks_held: verdict.charges.some(({ level }) => level !== "tag"),
    candidates: verdict.candidates,
    evidence: {
      installed_at: evidence.facts.at.toISOString(),
      referrer: evidence.referrer.kind,
      link: evidence.linkIsOurs ? (evidence.link?.displayId ?? null) : null,
      seen_before: install.seen_before?.toISOString() ?? null,
      ...(verdict.charges.length > 0 ? { charges: verdict.charges } : {}),
    },
  };
}
