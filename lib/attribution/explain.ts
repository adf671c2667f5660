/** A decision in words. Pure; what it was decided from stands in the decision itself. */

import { fraudRules, isRuleName, type RuleName } from "@/lib/attribution/fraud/rules";
import { isOrganicReason, organicReasons } from "@/lib/attribution/organic";
import { type Candidate, type Rejection, sources } from "@/lib/attribution/touches";
import { networkOfCode } from "@/lib/campaigns/networks";

export type Explained = {
  state: string;
  kind: string;
  method: string;
  reason: string;
  confidence: number;
  /** The name of the campaign that won; null for one that is gone, and for an organic install. */
  campaign: string | null;
  network: string | null;
  counted: boolean;
  /** Evidence that the decision was made without. */
  evidence: { address?: unknown; meta?: unknown };
  installedAt: Date;
  candidates: readonly Candidate[];
  /** It is not decided yet because Apple is being asked. */
  waitsForApple?: boolean;
  nameOf: (campaignId: number | null) => string;
};

export type Explanation = {
  /** The decision in one sentence. */
  sentence: string;
  /** Sentences on how sure the decision is and whether it counts. */
  remarks: string[];
  /** One sentence for each candidate, in their order. */
  candidates: string[];
};

export function explain(decision: Explained): Explanation {
  return {
    sentence: sentenceOf(decision),
    remarks: remarksOf(decision),
    candidates: decision.candidates.map((candidate) => fate(candidate, decision)),
  };
}

function sentenceOf(decision: Explained): string {
  const { state, reason, candidates } = decision;
  if (state === "PARKED") return "This install could not be decided in five tries and was put aside.";
  if (state !== "DECIDED")
    return decision.waitsForApple
      ? "This install is not decided yet: Apple is asked about its ad token, for up to 20 seconds."
      : "This install is not decided yet; that usually takes a second.";
  const what = decision.kind === "REINSTALL" ? "reinstall" : "install";
  const winner = candidates.find((candidate) => candidate.lost === null);
  if (reason === "reinstall") {
    const stays = decision.campaign === null ? "a campaign that is gone" : `“${decision.campaign}”`;
    return `This reinstall stays with ${stays}, which the device was with before: ${nothingSince(candidates)}.`;
  }
  if (isSource(reason)) {
    const campaign =
      decision.campaign !== null
        ? `“${decision.campaign}”`
        : winner
          ? candidateCampaign(winner, decision)
          : decision.nameOf(null);
    const network = decision.network === null ? "" : ` on ${decision.network}`;
    const by = winner ? saysOf(winner) : sources[reason].says;
    const when = winner ? whenOf(winner, decision) : "";
    return `This ${what} came from ${campaign}${network}: it was matched by ${by}${when}.`;
  }
  return `This ${what} is organic: ${whyOrganic(decision)}.`;
}

function whyOrganic(decision: Explained): string {
  const { reason, candidates } = decision;
  switch (reason) {
    case "ambiguous":
      return `clicks of ${listed(rivals(decision))} fit it nearly as well as each other, and nobody guesses between campaigns`;
    case "below_floor": {
      const best = Math.max(
        ...candidates.filter(({ lost }) => lost === "below_floor").map(({ score }) => score),
      );
      return `the click that fits it best scores ${best} of 100, less than the rules ask for`;
    }
    case "fraud":
    case "no_candidate_left": {
      const [only] = candidates;
      return candidates.length === 1 && only
        ? `there was one ${nounOf(only)}, but it ${because(only.lost)}`
        : `none of the ${candidates.length} clicks and views that were looked at could be it`;
    }
    default:
      return (isOrganicReason(reason) && organicReasons[reason].says) || `the reason is noted as “${reason}”`;
  }
}

const nothingSince = ({ length }: readonly Candidate[]) =>
  length === 0
    ? "nothing that was seen since led to it"
    : length === 1
      ? "the one candidate that was looked at could not be it"
      : `none of the ${length} candidates that were looked at could be it`;

const nounOf = ({ source, click_id }: Candidate) =>
  source === "view" ? "view" : source === "link" && click_id === null ? "link" : "click";

/** Tags without a click of ours were once noted as the click id. */
const saysOf = ({ source, click_id }: Candidate) =>
  source === "play_referrer" && click_id === null ? sources.tags.says : (sources[source]?.says ?? source);

/** Names the campaign of a candidate; one that only its network knows is called what the network calls it. */
export function candidateCampaign(
  candidate: Candidate,
  { campaign, nameOf }: Pick<Explained, "campaign" | "nameOf">,
) {
  const { campaign_id, network_campaign, lost, network } = candidate;
  if (campaign_id !== null) return nameOf(campaign_id);
  if (network_campaign) return `“${network_campaign}”`;
  // Noted before its campaign was made.
  if (lost === null && campaign !== null) return `“${campaign}”`;
  return network === null
    ? nameOf(null)
    : `a campaign of ${networkOfCode(network)?.label ?? network} that is not known here`;
}

/** Each campaign once, with its best score. */
function rivals(decision: Explained): string[] {
  const best = new Map<string, number>();
  for (const candidate of decision.candidates) {
    if (candidate.lost !== "ambiguous") continue;
    const name = candidateCampaign(candidate, decision);
    best.set(name, Math.max(best.get(name) ?? 0, candidate.score));
  }
  return [...best].sort((a, b) => b[1] - a[1]).map(([name, score]) => `${name} (${score})`);
}

function remarksOf({ state, confidence, counted, method, reason, evidence }: Explained): string[] {
  if (state !== "DECIDED") return [];
  const remarks = [
    method === "organic"
      ? `How sure that is: ${confidence} of 100.`
      : confidence >= 97
        ? `As sure as it gets: ${confidence} of 100.`
        : `Likely, not certain: ${confidence} of 100.`,
  ];
  if (typeof evidence.meta === "string" && !reason.startsWith("meta_"))
    remarks.push(`Meta’s encrypted referrer came with it and could not be read: ${evidence.meta}.`);
  if (evidence.address === "none" && method === "organic")
    remarks.push(
      "No public address is known of it, so nothing could be matched by address: is TRUSTED_PROXY_HOPS set?",
    );
  if (!counted) remarks.push("It is a test and stands in no figure.");
  return remarks;
}

function fate(candidate: Candidate, decision: Explained): string {
  const found = `Found by ${saysOf(candidate)}${whenOf(candidate, decision)}`;
  if (candidate.lost === null) return `${found}. It won.`;
  const winner = decision.candidates.find((other) => other.lost === null);
  const to =
    candidate.lost.startsWith("lost_to_") && winner ? ` (${candidateCampaign(winner, decision)})` : "";
  return `${found}. It ${because(candidate.lost)}${to}.`;
}

const lostBecause: Record<Exclude<Rejection, `fraud:${RuleName}`>, string> = {
  click_after_install_begin: "came only after the install had begun",
  out_of_window: "was longer before the install than its window allows",
  platform_mismatch: "was on another system than the install",
  os_mismatch: "was on another version of the system than the install",
  model_mismatch: "was on another device than the install",
  device_mismatch: "named another device than the one that installed",
  campaign_deleted: "belongs to a campaign that was deleted",
  campaign_inactive_at_click: "belongs to a campaign that was not active then",
  not_counted: "is not counted as the click of a person",
  bot: "was made by a program, not by a person",
  duplicate: "was made moments after another one by the same visitor",
  test_click: "was a test, and the install is none",
  used: "had led to another install already",
  switched_off: "is of a kind that this project does not go by",
  view_without_id:
    "was only seen, and nothing but the address connects it with the install: a view needs an id",
  listed_address: "shares an address with many strangers (it is on a list), and nothing else connects them",
  referrer_organic: "would stand in the Play install referrer, which says organic instead",
  consent_refused: "could be matched by the address alone, and the user refused consent",
  att_denied: "could be matched by the address alone, and the user denied tracking",
  att_not_authorized: "could be matched by the address alone, and the user did not allow tracking",
  network_link:
    "belongs to an ad network, and on iOS this project matches only clicks on its own links by address",
  below_floor: "is too unlike the install: it scores less than the rules ask for",
  ambiguous: "fits nearly as well as a click of another campaign",
  lost_to_later_click: "lost to a later one",
  lost_to_same_moment: "lost to another one of the same moment",
  lost_to_better_fit: "lost to one that fits better",
  lost_to_stronger_evidence: "lost to stronger evidence",
};

function because(lost: Rejection | null): string {
  if (lost === null) return "won";
  if (!isFraud(lost)) return lostBecause[lost] ?? `was put aside as “${lost}”`;
  const rule = lost.slice("fraud:".length);
  return `was put aside as fraud: ${isRuleName(rule) ? fraudRules[rule].label.toLowerCase() : rule}`;
}

const isFraud = (lost: Rejection): lost is `fraud:${RuleName}` => lost.startsWith("fraud:");

/** Nothing where nobody told it: noted is then the moment of the install. */
function whenOf(candidate: Candidate, { installedAt }: Explained): string {
  const ms = installedAt.getTime() - new Date(candidate.at).getTime();
  if (isUntimed(candidate, installedAt)) return "";
  const what = candidate.source === "view" ? "seen" : "clicked";
  if (Math.abs(ms) < 1_000) return `, ${what} at the moment of the install`;
  return `, ${what} ${duration(Math.abs(ms))} ${ms > 0 ? "before" : "after"} the install`;
}

export const isUntimed = ({ untimed, click_id, at }: Candidate, installedAt: Date) =>
  untimed === true || (click_id === null && Math.abs(installedAt.getTime() - Date.parse(at)) < 1_000);

const units: [string, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
];

/** In the largest unit that there is at least one of, and the next smaller one below ten. */
export function duration(ms: number): string {
  const found = units.findIndex(([, size]) => ms >= size);
  const i = found < 0 ? units.length - 1 : found;
  const [name, size] = units[i]!;
  const whole = Math.floor(ms / size);
  const [smaller, smallerSize] = units[i + 1] ?? ["", 1];
  const rest = smaller && whole < 10 ? Math.floor((ms % size) / smallerSize) : 0;
  return rest > 0 ? `${count(whole, name)} ${count(rest, smaller)}` : count(whole, name);
}

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;

const listed = (names: string[]) =>
  names.length < 2
    ? (names[0] ?? "several campaigns")
    : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

const isSource = (reason: string): reason is keyof typeof sources => Object.hasOwn(sources, reason);
