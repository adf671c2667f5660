/** Attributes installs again, and stores changed decisions as new versions. */
import type { Project } from "@/lib/accounts/access/project";
import {
  type DecisionAfter,
  type DecisionBefore,
  decisionAfter,
  type ReplayChange,
  replayChange,
} from "@/lib/attribution/decisions/changes";
import { decide } from "@/lib/attribution/decisions/engine";
import { gatherCases, type InstallCase } from "@/lib/attribution/decisions/gather";
import { scheduleReinstalls } from "@/lib/attribution/decisions/late-queries";
import type { DecidedInstall } from "@/lib/attribution/decisions/queries";
import { clicksWithRefusedIds } from "@/lib/attribution/decisions/refused-ids";
import { countedCampaign, installKindOf, touchInstallOf } from "@/lib/attribution/decisions/reinstall";
import { storeDecisions } from "@/lib/attribution/decisions/store-queries";
import { decisionRowsOf, firedRules } from "@/lib/attribution/decisions/verdict-rows";
import { ClickHolders } from "@/lib/attribution/evidence/click-holders";
import type { InstallSpan } from "@/lib/attribution/evidence/install";
import type { Rules } from "@/lib/attribution/rule-sets/windows";
import type { AttributionVerdict, CountedCampaign } from "@/lib/attribution/touches/touches";
import { eraseClickIds } from "@/lib/facts/consent/erase-click-ids";

type Judged<Install> = {
  one: InstallCase;
  before: Install;
  verdict: AttributionVerdict;
  after: DecisionAfter;
  change: ReplayChange;
};

export type RunClock = { until: () => boolean; now: () => Date; extend: () => Promise<void> };

/** Runs `batch` until it returns false. Returns false if the time ends first. */
export async function runInBatches(
  { until, extend }: Pick<RunClock, "until" | "extend">,
  batch: () => Promise<boolean>,
): Promise<boolean> {
  while (await batch()) {
    if (until()) return false;
    await extend();
  }
  return true;
}

/** Decides the installs of a span in order. Each decision includes the new results of earlier installs. */
export class SpanRedecision {
  private readonly holders: ClickHolders;
  /** The new campaigns of moved installs, for later installs of the same device. */
  private readonly campaigns = new Map<string, CountedCampaign | null>();
  private readonly project: Project;
  private readonly rules: Rules;
  private readonly span: InstallSpan;

  constructor(project: Project, rules: Rules, span: InstallSpan) {
    this.project = project;
    this.rules = rules;
    this.span = span;
    this.holders = new ClickHolders(span);
  }

  /** Writes no data. */
  async judge<Install extends DecidedInstall>(installs: Install[], at: Date): Promise<Judged<Install>[]> {
    if (installs.length === 0) return [];
    const { rules, holders, campaigns } = this;
    const cases = await gatherCases(this.project, installs, rules, at);
    return cases.map((one, i) => {
      const before = installs[i]!;
      const verdict = decide(
        touchInstallOf(one, rules, campaigns),
        holders.seenBy(one),
        rules,
        one.fraudChecks,
      );
      holders.note(one, verdict.winner?.clickId ?? null, before.holds_click ? before.click_id : null);
      const campaign = countedCampaign(verdict);
      if (!isAt(before, campaign)) campaigns.set(before.id, campaign);
      const after = decisionAfter(verdict, installKindOf(one, rules), firedRules(verdict));
      return { one, before, verdict, after, change: replayChange(before, after) };
    });
  }

  /** Writes the changes. `missed` are installs that another process decided in between. */
  async decide<Install extends DecidedInstall>(installs: Install[], at: Date) {
    const judged = await this.judge(installs, at);
    const { written, missed } = await this.write(judged, at);
    const refused = clicksWithRefusedIds(
      judged.map(({ one }) => one),
      judged.map(({ verdict }) => verdict),
    );
    await eraseClickIds(
      this.project.id,
      refused.map((install) => install.install_instance_id),
    );
    return { judged, written, missed };
  }

  private async write<Install extends DecidedInstall>(judged: Judged<Install>[], at: Date) {
    const { project, rules, campaigns } = this;
    const changed = judged.filter(({ change }) => change !== null);
    if (changed.length === 0) return { written: 0, missed: new Set<string>() };
    const rows = await decisionRowsOf(
      project,
      changed.map(({ one }) => one),
      changed.map(({ verdict }) => verdict),
      rules,
      at,
    );
    for (const [i, { before }] of changed.entries())
      rows[i]!.released_click = before.click_id === rows[i]!.click_id ? null : before.click_id;
    const missed = new Set(await storeDecisions(project.id, at, rows, this.span));
    if (rules.reinstallKeeps && campaigns.size > 0)
      await scheduleReinstalls(project.id, [...campaigns.keys()], at);
    this.holders.clear();
    campaigns.clear();
    return { written: rows.length - missed.size, missed };
  }
}

const isAt = (before: DecisionBefore, campaign: CountedCampaign | null) =>
  (campaign?.campaignId ?? null) === before.campaign_id &&
  !campaign?.networkCampaign &&
  (campaign?.adSetId ?? null) === before.ad_set_id &&
  (campaign?.creativeId ?? null) === before.creative_id &&
  (campaign?.keywordId ?? null) === before.keyword_id &&
  (campaign?.publisherId ?? null) === before.publisher_id;
