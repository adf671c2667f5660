import type { FraudFinding } from "@/lib/attribution/fraud/findings";
import { clickWindow, type Rules, viewWindow } from "@/lib/attribution/rule-sets/windows";
import {
  deviceContradiction,
  matchScore,
  type ScoreParts,
  totalScore,
} from "@/lib/attribution/touches/match-score";
import { organicReasons, organicReasonWithoutCandidates } from "@/lib/attribution/touches/organic";
import {
  type AttributionVerdict,
  type Candidate,
  certaintyOf,
  type FraudChecks,
  type InstallTouch,
  isGoogleClaim,
  networkCampaignText,
  type Rejection,
  type SeenBy,
  type TouchInstall,
  touchSources,
} from "@/lib/attribution/touches/touches";

const noChecks: FraudChecks = { touch: () => [], install: [] };

/** Decides which campaign an install is attributed to. The order of touches does not change the verdict. */
export function decide(
  install: TouchInstall,
  touches: InstallTouch[],
  rules: Rules,
  fraudChecks: FraudChecks = noChecks,
): AttributionVerdict {
  const judged = unique(touches)
    .map((touch) => {
      const findings = isOut(touch) ? [] : fraudChecks.touch(touch);
      const rejecting = [...findings, ...fraudChecks.install].find(({ level }) => level === "reject");
      const parts = partsOf(touch, install, rules);
      return {
        touch,
        tier: touchSources[touch.source].tier as number,
        score: parts === null ? 100 : totalScore(parts),
        parts,
        lost: reject(touch, install, rules) ?? (rejecting ? (`fraud:${rejecting.rule}` as const) : null),
        charges: findings,
      };
    })
    .sort((a, b) => a.tier - b.tier || order(b.touch, a.touch));
  const open = judged.filter((entry) => entry.lost === null);
  const [sure, likely] = [open.filter(({ tier }) => tier <= 3), open.filter(({ tier }) => tier === 4)];
  let winner: Judged | null = null;
  if (sure.length > 0) {
    // The last of several certain clicks wins; at the same time the stronger evidence, then the larger ID.
    winner = sure.reduce((best, next) => (later(next, best) ? next : best));
    for (const entry of sure) if (entry !== winner) entry.lost = behind(entry, winner);
    for (const entry of open) if (entry.tier > 3) entry.lost = "lost_to_stronger_evidence";
  } else if (likely.length > 0) {
    const { margin, floor } = rules.probabilistic;
    const best = onlyBest(likely, margin);
    winner = best !== null && best.score >= floor ? best : null;
    const none = likely.some(({ score }) => score >= floor) ? "ambiguous" : "below_floor";
    for (const entry of likely) {
      if (winner === null) entry.lost = none;
      else if (entry.score < floor) entry.lost = "below_floor";
      else if (entry !== winner) entry.lost = "lost_to_better_fit";
    }
    if (winner) for (const entry of open) if (entry.tier === 5) entry.lost = "lost_to_stronger_evidence";
  }
  if (!winner) {
    const views = open.filter((entry) => entry.tier === 5);
    winner = views.reduce<Judged | null>(
      (best, next) => (best === null || later(next, best) ? next : best),
      null,
    );
    for (const entry of views) if (winner && entry !== winner) entry.lost = behind(entry, winner);
  }
  return verdict(install, judged, winner, fraudChecks.install);
}

type Judged = {
  touch: InstallTouch;
  tier: number;
  score: number;
  parts: ScoreParts | null;
  lost: Rejection | null;
  charges: FraudFinding[];
};

/**
 * An install is as suspicious as the touch that won and as itself. Without a winner, touches that fraud kept from
 * winning count too. A campaign that won fairly gets no findings of other campaigns' clicks.
 */
function allFindings(judged: Judged[], winner: Judged | null, own: FraudFinding[]): FraudFinding[] {
  if (winner) return [...own, ...winner.charges];
  const minor = judged.flatMap(({ lost, charges: findings }) =>
    findings.filter(
      ({ rule, level }) =>
        (lost?.startsWith("fraud:") && level === "reject") ||
        (lost === "click_after_install_begin" && rule === "click_injection") ||
        (lost === "platform_mismatch" && rule === "device_mismatch") ||
        (lost === "used" && rule === "click_reuse"),
    ),
  );
  return [...own, ...minor];
}

function later(a: Judged, b: Judged): boolean {
  const time = a.touch.at.getTime() - b.touch.at.getTime();
  if (time !== 0) return time > 0;
  return a.tier !== b.tier ? a.tier < b.tier : order(a.touch, b.touch) > 0;
}

/** Why a touch that could have won did not win. */
function behind(entry: Judged, winner: Judged): Rejection {
  if (entry.touch.at < winner.touch.at) return "lost_to_later_click";
  return entry.tier > winner.tier ? "lost_to_stronger_evidence" : "lost_to_same_moment";
}

/** A total order: time, then ID, then the remaining differences between two touches. */
function order(a: InstallTouch, b: InstallTouch): number {
  return (
    a.at.getTime() - b.at.getTime() ||
    compare(a.clickId ?? "", b.clickId ?? "") ||
    compare(a.source, b.source) ||
    (a.campaignId ?? 0) - (b.campaignId ?? 0) ||
    compare(JSON.stringify(a), JSON.stringify(b))
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** One click may be found in several ways; the strongest is kept. */
function unique(touches: InstallTouch[]): InstallTouch[] {
  const bySource = new Map<string, InstallTouch>();
  for (const touch of touches) {
    const key =
      touch.clickId ??
      `${touch.source} ${touch.at.getTime()} ${touch.campaignId} ${touch.networkCampaign?.id}`;
    const known = bySource.get(key);
    const [rank, other] = [rankOf(touch), known ? rankOf(known) : 9];
    if (!known || rank < other || (rank === other && order(touch, known) < 0)) {
      bySource.set(key, touch);
    }
  }
  return [...bySource.values()];
}

const rankOf = ({ source, byAddress }: InstallTouch) =>
  touchSources[source].tier + (byAddress && source === "view" ? 1 : 0);

function reject(touch: InstallTouch, install: TouchInstall, rules: Rules): Rejection | null {
  const { tier } = touchSources[touch.source];
  const age = install.at.getTime() - touch.at.getTime();
  if (isOut(touch)) {
    if (touch.notCounted === "duplicate") return "duplicate";
    if (touch.notCounted === "inactive") return "campaign_inactive_at_click";
    if (touch.notCounted === "deleted") return "campaign_deleted";
    return touch.notCounted === "bot" || touch.notCounted === "preview" ? "bot" : "not_counted";
  }
  if (isGoogleClaim(touch) && !rules.googleClaims) return "switched_off";
  if (touch.isTest && !install.isTest) return "test_click";
  if (touch.campaignDeleted) return "campaign_deleted";
  if (age < 0) return "click_after_install_begin";
  if (touch.platform !== install.platform && isPhone(touch.platform) && isPhone(install.platform))
    return "platform_mismatch";
  if (touch.kind === "view" || tier === 5) {
    if (touch.byAddress) return "view_without_id";
    const window = viewWindow(rules, touch.network);
    if (window === 0 || age > window) return window === 0 ? "switched_off" : "out_of_window";
    return touch.usedByOther ? "used" : null;
  }
  if (tier === 4) return rejectLikely(touch, install, rules, age);
  if (age > clickWindow(rules, touch)) return "out_of_window";
  return touch.usedByOther ? "used" : null;
}

/** A repeated click counts only for an install that reports its exact ID. */
const isOut = ({ notCounted, source }: InstallTouch) =>
  notCounted !== null && !(notCounted === "duplicate" && touchSources[source].tier < 3);

const isPhone = (platform: string) => platform === "IOS" || platform === "ANDROID";

/** Rejects a match by likeness if there are signs of another device, or if guessing is not allowed. */
function rejectLikely(
  touch: InstallTouch,
  install: TouchInstall,
  rules: Rules,
  age: number,
): Rejection | null {
  if (!rules.probabilistic.on) return "switched_off";
  if (install.consent.refused) return "consent_refused";
  if (install.consent.missing) return "consent_missing";
  if (age > rules.probabilistic.windowMs) return "out_of_window";
  const unlike = deviceContradiction(touch, install);
  if (unlike !== null) return unlike;
  if (touch.usedByOther) return "used";
  // A click with a device ID is matched by that ID or not at all.
  if (touch.advertisingId && install.advertisingIds.length > 0) return "device_mismatch";
  if (touch.addressList !== null || install.addressList !== null) return "listed_address";
  // The referrer would contain the click's ID.
  if (install.referrerKind === "play_organic" && !touch.noReferrer) return "referrer_organic";
  return install.platform === "IOS" ? rejectOnIos(touch, install, rules) : null;
}

function rejectOnIos(touch: InstallTouch, { consent }: TouchInstall, rules: Rules): Rejection | null {
  const { ios } = rules.probabilistic;
  if (ios === "off") return "switched_off";
  if (consent.att === "denied") return "att_denied";
  if (ios === "authorized" && consent.att !== "authorized") return "att_not_authorized";
  return ios === "own_links" && (touch.network !== null || touch.isAffiliates) ? "network_link" : null;
}

const partsOf = (touch: InstallTouch, install: TouchInstall, rules: Rules): ScoreParts | null =>
  touchSources[touch.source].tier === 4
    ? matchScore(touch, install, install.at.getTime() - touch.at.getTime(), rules.probabilistic.windowMs)
    : null;

/** The best candidate, unless another campaign's has a similar score: then the match is not certain. */
function onlyBest(likely: Judged[], margin: number): Judged | null {
  // Time counts twice between rivals: their scores alone would separate too few of them.
  const weight = ({ score, parts }: Judged) => score + (parts?.time ?? 0);
  const better = (a: Judged, b: Judged) =>
    weight(a) - weight(b) || a.score - b.score || order(a.touch, b.touch);
  const best = likely.reduce((a, b) => (better(b, a) > 0 ? b : a));
  const rival = likely.some(
    (entry) => entry.touch.campaignId !== best.touch.campaignId && weight(best) - weight(entry) < margin,
  );
  return rival ? null : best;
}

function verdict(
  install: TouchInstall,
  judged: Judged[],
  winner: Judged | null,
  own: FraudFinding[],
): AttributionVerdict {
  const findings = allFindings(judged, winner, own);
  const candidates = judged.map((entry) => candidateOf(entry, install));
  if (winner) {
    const { source } = winner.touch;
    return {
      type: "INORGANIC",
      method: source,
      reason: source,
      confidence: certaintyIn(winner, install),
      winner: winner.touch,
      reinstallCampaign: null,
      candidates,
      charges: findings,
    };
  }
  const undecided = { winner: null, candidates, charges: findings };
  if (install.before !== null) {
    const method = "reinstall";
    return {
      type: "INORGANIC",
      method,
      reason: method,
      confidence: 97,
      ...undecided,
      reinstallCampaign: install.before,
    };
  }
  const isLost = (as: Rejection) => judged.some((entry) => entry.lost === as);
  const reason = isLost("ambiguous")
    ? "ambiguous"
    : install.metaUnread !== null
      ? (`meta_${install.metaUnread}` as const)
      : isLost("below_floor")
        ? "below_floor"
        : judged.some((entry) => entry.lost?.startsWith("fraud:"))
          ? "fraud"
          : judged.length > 0
            ? "no_candidate_left"
            : organicReasonWithoutCandidates(install);
  const { confidence } = organicReasons[reason];
  return { type: "ORGANIC", method: "organic", reason, confidence, ...undecided, reinstallCampaign: null };
}

/** The evidence that a view is from this device. */
function seenBy(touch: InstallTouch, { advertisingIds }: TouchInstall): SeenBy {
  if (touch.clickId === null)
    return isGoogleClaim(touch) ? "google_claim" : touch.network === "META" ? "meta_referrer" : "apple";
  if (touch.byAddress) return "address";
  return touch.advertisingId !== null && advertisingIds.includes(touch.advertisingId)
    ? "advertising_id"
    : "click_id";
}

function candidateOf(entry: Judged, install: TouchInstall): Candidate {
  const { touch, tier, score, parts, lost, charges: fired } = entry;
  return {
    source: touch.source,
    tier,
    click_id: touch.clickId,
    campaign_id: touch.campaignId,
    ...(touch.campaignId === null && touch.networkCampaign
      ? { network_campaign: networkCampaignText(touch.networkCampaign) }
      : {}),
    ...(touch.source === "view" ? { seen_by: seenBy(touch, install) } : {}),
    network: touch.network,
    ...(touch.byServer ? { by_server: true as const } : {}),
    at: touch.at.toISOString(),
    ...(touch.untimed ? { untimed: true as const } : {}),
    score,
    certainty: certaintyIn(entry, install),
    ...(parts === null ? {} : { parts }),
    ...(parts === null || touch.crowd === null ? {} : { crowd: touch.crowd }),
    lost,
    ...(fired.length > 0 ? { charges: fired } : {}),
  };
}

/** The same number for a candidate and for a decision that it wins. */
function certaintyIn({ tier, score, touch }: Judged, { referrerKind }: TouchInstall): number {
  // Tags can be written by anyone; and Play reported no link for a click found by device ID.
  if (touch.source === "tags") return 90;
  if (tier === 3 && referrerKind === "play_organic") return 85;
  return certaintyOf(tier, Math.min(score, 90));
}
