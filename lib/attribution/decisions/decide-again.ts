/** Attributes installs again, and stores changed decisions as new versions. */
import type { Project } from "@/lib/accounts/access/project";
import {
  type After,
  afterOf,
  type Before,
  type ReplayChange,
  replayChange,
} from "@/lib/attribution/decisions/changes";
import { decide } from "@/lib/attribution/decisions/engine";
import { type Case, gather } from "@/lib/attribution/decisions/gather";
import { scheduleReturns } from "@/lib/attribution/decisions/late-queries";
import type { DecidedInstall } from "@/lib/attribution/decisions/queries";
import { withRefusedIds } from "@/lib/attribution/decisions/refused-ids";
import { countedCampaign, factsOf, installKindOf } from "@/lib/attribution/decisions/reinstall";
import { storeDecisions } from "@/lib/attribution/decisions/store-queries";
import { flagsOf, rowsOf } from "@/lib/attribution/decisions/verdict-rows";
import { Holders } from "@/lib/attribution/evidence/click-holders";
import type { InstallSpan } from "@/lib/attribution/evidence/install";
import type { Rules } from "@/lib/attribution/rule-sets/windows";
import type { AttributionVerdict, PlacedCampaign } from "@/lib/attribution/touches/touches";
import { eraseClickIds } from "@/lib/facts/consent/erase-click-ids";

type Judged<Install> = {
  one: Case;
  before: Install;
  verdict: AttributionVerdict;
  after: After;
  change: ReplayChange;
};

export type Run = { until: () => boolean; now: () => Date; extend: () => Promise<void> };

/** Runs `batch` until it returns false. Returns false if the time ends first. */
export async function inBatches(
  { until, extend }: Pick<Run, "until" | "extend">,
  batch: () => Promise<boolean>,
): Promise<boolean> {
  while (await batch()) {
    if (until()) return false;
    await extend();
  }
  return true;
}

/** Decides the installs of a span in order. Each decision includes the new results of earlier installs. */
export class Again {
  private readonly holders: Holders;
  /** The new campaigns of moved installs, for later installs of the same device. */
  private readonly campaigns = new Map<string, PlacedCampaign | null>();
  private readonly project: Project;
  private readonly rules: Rules;
  private readonly span: InstallSpan;

  constructor(project: Project, rules: Rules, span: InstallSpan) {
    this.project = project;
    this.rules = rules;
    this.span = span;
    this.holders = new Holders(span);
  }

  /** Writes no data. */
  async judge<Install extends DecidedInstall>(installs: Install[], at: Date): Promise<Judged<Install>[]> {
    if (installs.length === 0) return [];
    const { rules, holders, campaigns } = this;
    const cases = await gather(this.project, installs, rules, at);
    return cases.map((one, i) => {
      const before = installs[i]!;
      const verdict = decide(factsOf(one, rules, campaigns), holders.seenBy(one), rules, one.fraudChecks);
      holders.note(one, verdict.winner?.clickId ?? null, before.holds_click ? before.click_id : null);
      const campaign = countedCampaign(verdict);
      if (!isAt(before, campaign)) campaigns.set(before.id, campaign);
      const after = afterOf(verdict, installKindOf(one, rules), flagsOf(verdict));
      return { one, before, verdict, after, change: replayChange(before, after) };
    });
  }

  /** Writes the changes. `missed` are installs that another process decided in between. */
  async decide<Install extends DecidedInstall>(installs: Install[], at: Date) {
    const judged = await this.judge(installs, at);
    const { written, missed } = await this.write(judged, at);
    const refused = withRefusedIds(
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
    const rows = await rowsOf(
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
      await scheduleReturns(project.id, [...campaigns.keys()], at);
    this.holders.clear();
    campaigns.clear();
    return { written: rows.length - missed.size, missed };
  }
}

const isAt = (before: Before, campaign: PlacedCampaign | null) =>
  (campaign?.campaignId ?? null) === before.campaign_id &&
  !campaign?.networkCampaign &&
  (campaign?.adSetId ?? null) === before.ad_set_id &&
  (campaign?.creativeId ?? null) === before.creative_id &&
  (campaign?.keywordId ?? null) === before.keyword_id;
