/** Counts the changes that deciding installs again would make. Pure. */
import { type AttributionVerdict, networkCampaignText } from "@/lib/attribution/touches/touches";

/** A decision in force. */
export type DecisionBefore = {
  id: string;
  installed_at: Date;
  kind: string;
  campaign_id: number | null;
  method: string | null;
  reason: string | null;
  touch: string | null;
  click_id: string | null;
  network: string | null;
  ad_set_id: string | null;
  creative_id: string | null;
  keyword_id: string | null;
  publisher_id: string | null;
  flags: string[] | null;
  postbacks_withheld: boolean;
};

export type DecisionAfter = Omit<DecisionBefore, "id" | "installed_at" | "reason"> & {
  reason: string;
  /** A network's campaign that would be created. */
  new_campaign: string | null;
};

export type ReplayChange = "moved" | "rematched" | "flags" | null;

export function decisionAfter(
  verdict: AttributionVerdict,
  kind: string,
  flags: string[] | null,
): DecisionAfter {
  const { winner } = verdict;
  const placed = winner ?? verdict.reinstallCampaign;
  const unmade = placed && placed.campaignId === null ? placed.networkCampaign : null;
  return {
    kind,
    campaign_id: placed?.campaignId ?? null,
    new_campaign: unmade ? networkCampaignText(unmade) : null,
    method: verdict.method,
    reason: verdict.reason,
    touch: winner ? (winner.kind === "view" ? "VIEW" : "CLICK") : null,
    click_id: winner?.clickId ?? null,
    network: placed?.network ?? null,
    ad_set_id: placed?.adSetId ?? null,
    creative_id: placed?.creativeId ?? null,
    keyword_id: placed?.keywordId ?? null,
    publisher_id: placed?.publisherId ?? null,
    flags,
    postbacks_withheld: verdict.charges.some(({ level }) => level !== "tag"),
  };
}

/** The change: another campaign; the same campaign in another way; or other fraud findings only. */
export function replayChange(before: DecisionBefore, after: DecisionAfter): ReplayChange {
  if (before.campaign_id !== after.campaign_id || after.new_campaign !== null || before.kind !== after.kind)
    return "moved";
  const ways = [
    "method",
    "reason",
    "touch",
    "click_id",
    "network",
    "ad_set_id",
    "creative_id",
    "keyword_id",
    "publisher_id",
  ] as const;
  if (ways.some((way) => before[way] !== after[way])) return "rematched";
  const flags = (all: string[] | null) => [...(all ?? [])].sort().join();
  return flags(before.flags) !== flags(after.flags) || before.postbacks_withheld !== after.postbacks_withheld
    ? "flags"
    : null;
}

/** Changes of a campaign's figures. `0` is organic; a campaign that would be created has a name instead of an ID. */
type Delta = { installs: number; suspicious: number; revenue: number; gained: number; lost: number };
export type ReplaySample = {
  id: string;
  installed_at: string;
  change: Exclude<ReplayChange, null>;
  from: number | string;
  to: number | string;
  method_before: string | null;
  method_after: string | null;
  reason: string;
  flags_before: string[];
  flags_after: string[];
  held_before: boolean;
  held_after: boolean;
};

export type ChangeCounts = {
  seen: number;
  moved: number;
  rematched: number;
  reflagged: number;
  /** The click that decided these installs is no longer stored, so they do not change. */
  unchanged: number;
  campaigns: Record<string, Delta>;
  moves: Record<string, { from: number | string; to: number | string; installs: number; revenue: number }>;
  rules: Record<string, { before: number; after: number }>;
  samples: ReplaySample[];
};

const maxSamples = 200;

export const noChanges = (): ChangeCounts => ({
  seen: 0,
  moved: 0,
  rematched: 0,
  reflagged: 0,
  unchanged: 0,
  campaigns: {},
  moves: {},
  rules: {},
  samples: [],
});

/** `revenue` is the sum of payments by the install's users, in minor units. */
export function countChange(
  total: ChangeCounts,
  before: DecisionBefore,
  after: DecisionAfter,
  revenue: number,
): void {
  const change = replayChange(before, after);
  for (const rule of before.flags ?? []) ruleOf(total, rule).before++;
  for (const rule of after.flags ?? []) ruleOf(total, rule).after++;
  if (change === null) return;
  const from = before.campaign_id ?? 0;
  const to = after.new_campaign ?? after.campaign_id ?? 0;
  const [left, right] = [deltaOf(total, from), deltaOf(total, to)];
  const was = before.kind === "INSTALL" ? 1 : 0;
  const is = after.kind === "INSTALL" ? 1 : 0;
  left.installs -= was;
  right.installs += is;
  if (before.flags !== null) left.suspicious -= was;
  if (after.flags !== null) right.suspicious += is;
  left.revenue -= revenue;
  right.revenue += revenue;
  if (change === "moved") {
    total.moved++;
    left.lost++;
    right.gained++;
    const key = `${from} ${to}`;
    total.moves[key] ??= { from, to, installs: 0, revenue: 0 };
    const move = total.moves[key];
    move.installs++;
    move.revenue += revenue;
  } else if (change === "rematched") total.rematched++;
  else total.reflagged++;
  if (total.samples.length < maxSamples)
    total.samples.push({
      id: before.id,
      installed_at: before.installed_at.toISOString(),
      change,
      from,
      to,
      method_before: before.method,
      method_after: after.method,
      reason: after.reason,
      flags_before: before.flags ?? [],
      flags_after: after.flags ?? [],
      held_before: before.postbacks_withheld,
      held_after: after.postbacks_withheld,
    });
}

function deltaOf(total: ChangeCounts, campaign: number | string): Delta {
  total.campaigns[campaign] ??= { installs: 0, suspicious: 0, revenue: 0, gained: 0, lost: 0 };
  return total.campaigns[campaign];
}

function ruleOf(total: ChangeCounts, rule: string) {
  total.rules[rule] ??= { before: 0, after: 0 };
  return total.rules[rule];
}
