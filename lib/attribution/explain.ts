/** Explains a decision in sentences. Pure: the decision contains its evidence. */

import { fraudRules, isRuleName, type RuleName } from "@/lib/attribution/fraud/rules";
import { matchReason } from "@/lib/attribution/match-reason";
import { isOrganicReason, noTouchReason, organicReasons } from "@/lib/attribution/touches/organic";
import type { SkippedRows } from "@/lib/attribution/touches/skipped-rows";
import { type Candidate, type Rejection, seenByTexts, touchSources } from "@/lib/attribution/touches/touches";
import { networkLabel } from "@/lib/campaigns/networks";
import { type WithholdingReason, withholdingReasons } from "@/lib/facts/consent/permissions";

export type ExplainedInstall = {
  state: string;
  kind: string;
  method: string;
  reason: string;
  confidence: number;
  /** The name of the winning campaign; null if it was deleted, and for an organic install. */
  campaign: string | null;
  network: string | null;
  counted: boolean;
  /** Evidence that was missing when the decision was made. */
  evidence: { address?: unknown; meta?: unknown; left_out?: SkippedRows; id_withheld?: WithholdingReason };
  installedAt: Date;
  candidates: readonly Candidate[];
  /** Not decided yet, because Apple's response is pending. */
  waitsForApple?: boolean;
  nameOf: (campaignId: number | null) => string;
};

export type Explanation = {
  /** The decision and how it was matched, in one sentence. */
  sentence: string;
  /** Only the decision. */
  decision: string;
  /** Its reason in one sentence, without technical terms. */
  because: string;
  /** Sentences on the missing evidence, and on whether the install counts. */
  remarks: string[];
  /** One sentence for each candidate, in their order. */
  candidates: string[];
};

export function explain(decision: ExplainedInstall): Explanation {
  return {
    ...sentencesOf(decision),
    remarks: remarksOf(decision),
    candidates: decision.candidates.map((candidate) => fate(candidate, decision)),
  };
}

function sentencesOf(decision: ExplainedInstall): Pick<Explanation, "sentence" | "decision" | "because"> {
  const { state, reason, candidates } = decision;
  if (state === "PARKED")
    return {
      sentence: "This install couldn't be attributed after five tries.",
      decision: "This install couldn't be attributed.",
      because: "Five tries failed.",
    };
  if (state !== "DECIDED") {
    const pending = decision.waitsForApple
      ? "Cairn is requesting the ad token's attribution from Apple, for up to 20 seconds"
      : null;
    return {
      sentence: pending
        ? `Attribution is pending: ${pending}.`
        : "Attribution is pending; it usually takes a second.",
      decision: "Attribution is pending.",
      because: pending ? `${pending}.` : "It usually takes a second.",
    };
  }
  const what = decision.kind === "REINSTALL" ? "reinstall" : "install";
  const winner = candidates.find((candidate) => candidate.lost === null);
  if (reason === "reinstall") {
    const campaignText = decision.campaign === null ? "a deleted campaign" : `“${decision.campaign}”`;
    const since = nothingSince(candidates);
    return {
      sentence: `This reinstall stays with ${campaignText}, which the device was with before: ${since}.`,
      decision: `This reinstall stays with ${campaignText}.`,
      because: `The device was with that campaign before, and ${since}.`,
    };
  }
  if (isSource(reason)) {
    const campaign =
      decision.campaign !== null
        ? `“${decision.campaign}”`
        : winner
          ? candidateCampaign(winner, decision)
          : decision.nameOf(null);
    const network = decision.network === null ? "" : ` on ${decision.network}`;
    const by = winner ? describe(winner) : touchSources[reason].text;
    const when = winner ? whenOf(winner, decision) : "";
    const made = `This ${what} came from ${campaign}${network}`;
    return {
      sentence: `${made}: it was matched by ${by}${when}.`,
      decision: `${made}.`,
      because: matchReason(
        {
          source: winner?.source ?? reason,
          onlyTags: winner?.click_id === null,
          seenBy: winner?.seen_by,
        },
        winner ? agoOf(winner, decision) : "",
      ),
    };
  }
  const why = whyOrganic(decision);
  return {
    sentence: `This ${what} is organic: ${why}.`,
    decision: `This ${what} is organic.`,
    because: `${capitalized(why)}.`,
  };
}

function whyOrganic(decision: ExplainedInstall): string {
  // The erasure of a person removes the candidates.
  const { reason, candidates, evidence } = decision;
  switch (reason) {
    case "ambiguous":
      return `clicks of ${listed(rivals(decision))} fit it almost equally well, and Cairn doesn't guess between campaigns`;
    case "below_floor": {
      const scores = candidates.filter(({ lost }) => lost === "below_floor").map(({ score }) => score);
      return scores.length === 0
        ? "the best matching click scores below the minimum score"
        : `the best matching click scores ${Math.max(...scores)} of 100, below the minimum score`;
    }
    case "fraud":
    case "no_candidate_left": {
      const [only] = candidates;
      if (only === undefined) return "none of the clicks and views considered could have led to it";
      return candidates.length === 1
        ? `there was one ${nounOf(only)}, but it ${because(only.lost)}`
        : `none of the ${candidates.length} clicks and views considered could have led to it`;
    }
    default: {
      const reasonText = (isOrganicReason(reason) && organicReasons[reason].text) || null;
      return reasonText?.replace(noTouchReason, unseen(evidence)) ?? `the recorded reason is “${reason}”`;
    }
  }
}

/** A click with its advertising ID may exist, but no lookup was allowed. */
const unseen = ({ id_withheld: withheld }: ExplainedInstall["evidence"]) =>
  withheld === undefined
    ? noTouchReason
    : `clicks and views with its advertising ID were not looked up, because ${withholdingReasons[withheld]}`;

const nothingSince = ({ length }: readonly Candidate[]) =>
  length === 0
    ? "no later click or view led to it"
    : length === 1
      ? "the only candidate couldn't have led to it"
      : `none of the ${length} candidates could have led to it`;

const nounOf = ({ source, click_id }: Candidate) =>
  source === "view" ? "view" : source === "link" && click_id === null ? "link" : "click";

/** Older decisions stored tags without a Cairn click as the click ID. */
const describe = ({ source, click_id, seen_by, by_server }: Candidate) => {
  const evidence =
    seen_by !== undefined
      ? seenByTexts[seen_by]
      : source === "play_referrer" && click_id === null
        ? touchSources.tags.text
        : (touchSources[source]?.text ?? source);
  return by_server ? `${evidence}, which the network's server reported` : evidence;
};

/** Names the campaign of a candidate. A campaign that exists only at its network has the network's name. */
export function candidateCampaign(
  candidate: Candidate,
  { campaign, nameOf }: Pick<ExplainedInstall, "campaign" | "nameOf">,
) {
  const { campaign_id, network_campaign, lost, network } = candidate;
  if (campaign_id !== null) return nameOf(campaign_id);
  if (network_campaign) return `“${network_campaign}”`;
  // The candidate was stored before its campaign was created.
  if (lost === null && campaign !== null) return `“${campaign}”`;
  return network === null ? nameOf(null) : `an unknown campaign of ${networkLabel(network)}`;
}

/** Each campaign once, with its best score. */
function rivals(decision: ExplainedInstall): string[] {
  const best = new Map<string, number>();
  for (const candidate of decision.candidates) {
    if (candidate.lost !== "ambiguous") continue;
    const name = candidateCampaign(candidate, decision);
    best.set(name, Math.max(best.get(name) ?? 0, candidate.score));
  }
  return [...best].sort((a, b) => b[1] - a[1]).map(([name, score]) => `${name} (${score})`);
}

function remarksOf({ state, counted, method, reason, evidence }: ExplainedInstall): string[] {
  if (state !== "DECIDED") return [];
  const remarks: string[] = [];
  if (typeof evidence.meta === "string" && !reason.startsWith("meta_"))
    remarks.push(`Its encrypted Meta referrer couldn't be read: ${evidence.meta}.`);
  if (evidence.address === "none" && method === "organic")
    remarks.push("It has no public IP address, so IP matching wasn't possible: check TRUSTED_PROXY_HOPS.");
  if (evidence.id_withheld && method === "organic" && !unseenText(reason))
    remarks.push(`${capitalized(unseen(evidence))}.`);
  if (evidence.left_out) remarks.push(leftOutRemark(evidence.left_out));
  if (!counted) remarks.push("It's a test and excluded from reports.");
  return remarks;
}

const unseenText = (reason: string) =>
  isOrganicReason(reason) && (organicReasons[reason].text?.includes(noTouchReason) ?? false);
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function leftOutRemark({ counted, not_counted }: SkippedRows): string {
  const which = [
    ...(counted > 0 ? [count(counted, "counted click or view", "counted clicks and views")] : []),
    ...(not_counted > 0 ? [`${count(not_counted, "click")} of bots or repeats`] : []),
  ].join(" and ");
  return `A limit left out at least ${which}: too many had the same device ID or IP. Each campaign's latest were compared.`;
}

function fate(candidate: Candidate, decision: ExplainedInstall): string {
  const found = `Found by ${describe(candidate)}${whenOf(candidate, decision)}`;
  if (candidate.lost === null) return `${found}. It won.`;
  const winner = decision.candidates.find((other) => other.lost === null);
  const to =
    candidate.lost.startsWith("lost_to_") && winner ? ` (${candidateCampaign(winner, decision)})` : "";
  return `${found}. It ${because(candidate.lost)}${to}.`;
}

const lostBecause: Record<Exclude<Rejection, `fraud:${RuleName}`>, string> = {
  click_after_install_begin: "came after the install started",
  out_of_window: "was longer before the install than the attribution window allows",
  platform_mismatch: "was on a different operating system",
  os_mismatch: "was on a different OS version",
  model_mismatch: "was on a different device",
  device_mismatch: "carried a different device ID",
  campaign_deleted: "belongs to a campaign that was deleted",
  campaign_inactive_at_click: "belongs to a campaign that was not running at the time",
  not_counted: "wasn't counted as a human click",
  bot: "was made by a bot",
  duplicate: "repeated another click by the same visitor moments earlier",
  test_click: "was a test, but the install isn't",
  used: "had already led to another install",
  switched_off: "is of a type this project's rules don't accept",
  view_without_id: "was only an ad view matched by IP; views need a device ID",
  listed_address: "comes from a listed IP shared by many people, with nothing else connecting them",
  referrer_organic: "would appear in the Play install referrer, which says organic instead",
  consent_refused: "matches by IP only, and the user refused consent",
  consent_missing: "matches by IP only, and the user gave no consent",
  att_denied: "matches by IP only, and the user denied tracking",
  att_not_authorized: "matches by IP only, and the user didn't allow tracking",
  network_link: "belongs to an ad network or affiliate; on iOS this project matches only its own links by IP",
  below_floor: "scores below the minimum",
  ambiguous: "fits almost as well as a click of another campaign",
  lost_to_later_click: "lost to a later one",
  lost_to_same_moment: "lost to another one at the same moment",
  lost_to_better_fit: "lost to a better match",
  lost_to_stronger_evidence: "lost to stronger evidence",
};

function because(lost: Rejection | null): string {
  if (lost === null) return "won";
  if (!isFraud(lost)) return lostBecause[lost] ?? `was rejected as “${lost}”`;
  const rule = lost.slice("fraud:".length);
  return `was rejected as fraud: ${isRuleName(rule) ? fraudRules[rule].label.toLowerCase() : rule}`;
}

const isFraud = (lost: Rejection): lost is `fraud:${RuleName}` => lost.startsWith("fraud:");

/** Empty if unknown: the stored time is then the time of the install. */
function agoOf(candidate: Candidate, { installedAt }: ExplainedInstall): string {
  if (hasNoTime(candidate, installedAt)) return "";
  const ms = installedAt.getTime() - new Date(candidate.at).getTime();
  if (Math.abs(ms) < 1_000) return " at the moment of the install";
  return ` ${durationText(Math.abs(ms))} ${ms > 0 ? "before" : "after"} the install`;
}

function whenOf(candidate: Candidate, decision: ExplainedInstall): string {
  const ago = agoOf(candidate, decision);
  return ago === "" ? "" : `, ${candidate.source === "view" ? "seen" : "clicked"}${ago}`;
}

export const hasNoTime = ({ untimed, click_id, at }: Candidate, installedAt: Date) =>
  untimed === true || (click_id === null && Math.abs(installedAt.getTime() - Date.parse(at)) < 1_000);

const units: [string, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
];

/** Uses the largest unit that fits, and adds the next smaller one if the number is below ten. */
export function durationText(ms: number): string {
  const found = units.findIndex(([, size]) => ms >= size);
  const i = found < 0 ? units.length - 1 : found;
  const [name, size] = units[i]!;
  const whole = Math.floor(ms / size);
  const [smaller, smallerSize] = units[i + 1] ?? ["", 1];
  const rest = smaller && whole < 10 ? Math.floor((ms % size) / smallerSize) : 0;
  return rest > 0 ? `${count(whole, name)} ${count(rest, smaller)}` : count(whole, name);
}

const count = (n: number, noun: string, plural = `${noun}s`) => `${n} ${n === 1 ? noun : plural}`;

const listed = (names: string[]) =>
  names.length < 2
    ? (names[0] ?? "several campaigns")
    : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

const isSource = (reason: string): reason is keyof typeof touchSources => Object.hasOwn(touchSources, reason);
