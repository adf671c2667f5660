/** Input and output types of the engine. */
import type { TokenState } from "@/lib/attribution/apple/answer";
import type { FraudFinding } from "@/lib/attribution/fraud/findings";
import type { RuleName } from "@/lib/attribution/fraud/rules";
import type { DeviceContradiction, NetworkCrowd, ScoreParts } from "@/lib/attribution/touches/match-score";
import type { Permissions } from "@/lib/facts/consent/permissions";

/** Connections between a touch and an install, strongest evidence first. */
export const touchSources = {
  play_referrer: { tier: 1, text: "the click ID in the Play install referrer" },
  link: { tier: 1, text: "the link that opened the app" },
  meta_referrer: { tier: 2, text: "Meta's encrypted install referrer" },
  tags: { tier: 2, text: "the UTM tags in the Play install referrer" },
  gclid: { tier: 2, text: "the Google click ID in the Play install referrer" },
  apple: { tier: 2, text: "Apple's answer about its ad token" },
  google_claim: { tier: 2, text: "Google's own claim of the install" },
  advertising_id: { tier: 3, text: "the device's advertising ID" },
  probabilistic: { tier: 4, text: "the same IP shortly before (probabilistic)" },
  view: { tier: 5, text: "an ad view" },
} as const;
export type TouchSource = keyof typeof touchSources;

/** The certainty of a match by tier, of 100. In tier 4 it is the score. */
export const certaintyOf = (tier: number, score: number): number =>
  ({ 1: 100, 2: 98, 3: 97, 4: score, 5: 60 })[tier] ?? 0;

export type NetworkCampaign = { network: string; id: string; name: string | null };

/** The campaign's text for people. */
export const networkCampaignText = ({ network, id, name }: NetworkCampaign) => name ?? `${network} ${id}`;

/** The IDs and names of an ad. */
export type AdIds = {
  adSetId: string | null;
  adSetName: string | null;
  creativeId: string | null;
  creativeName: string | null;
  keywordId: string | null;
  keywordName: string | null;
  publisherId: string | null;
};

/** The IDs and names of a decision's ad, as columns. */
export type DecidedAdColumns = {
  ad_set_id: string | null;
  ad_set_name: string | null;
  creative_id: string | null;
  creative_name: string | null;
  keyword_id: string | null;
  keyword_name: string | null;
  publisher_id: string | null;
};

export type InstallTouch = AdIds & {
  source: TouchSource;
  clickId: string | null;
  at: Date;
  /** The time is unknown: `at` is the time of the install. */
  untimed: boolean;
  kind: "click" | "view";
  platform: string;
  campaignId: number | null;
  /** The network's own campaign, if no Cairn campaign is linked to it yet. */
  networkCampaign: NetworkCampaign | null;
  campaignDeleted: boolean;
  /** The campaign belongs to an affiliate, who is paid for its installs. */
  isAffiliates: boolean;
  network: string | null;
  advertisingId: string | null;
  osVersion: string | null;
  deviceModel: string | null;
  language: string | null;
  notCounted: string | null;
  isTest: boolean;
  country: string | null;
  addressList: string | null;
  /** The entry of the block list that contained the click's address. */
  blockEntry: number | null;
  /** The network's server reported it, without a redirect of the device. */
  byServer: boolean;
  /** Clicks of the same browser and address on the campaign in the ten minutes up to this touch. */
  engagement: number;
  /** The click already decided an install of another device. */
  usedByOther: boolean;
  /** The click already decided an earlier install of the same device, which may return through it. */
  isUsedBySame: boolean;
  /** Only the address connects it with the install. */
  byAddress: boolean;
  /** Other devices behind that address; null if they did not matter. */
  crowd: NetworkCrowd | null;
  /** The click led an Android phone to a destination other than Google Play, so no referrer could contain it. */
  noReferrer: boolean;
  /** The browser reports a Mac, but the device may be an iPad. */
  maybeIpad: boolean;
};

/** Google's answers have no Cairn click; its referrers have one, or are clicks of the source `gclid`. */
export const isGoogleClaim = ({ source, clickId, network }: InstallTouch) =>
  source === "google_claim" || (source === "view" && clickId === null && network === "GOOGLE");

/** The campaign and ad that an install is counted under. */
export type CountedCampaign = AdIds & Pick<InstallTouch, "campaignId" | "networkCampaign" | "network">;

export type TouchInstall = {
  platform: string;
  /** Play's server time of the install if known, else the arrival of the first call. */
  at: Date;
  osVersion: string | null;
  deviceModel: string | null;
  /** The device's own names for its model. */
  models: string[];
  language: string | null;
  advertisingIds: string[];
  isTest: boolean;
  referrerKind: string;
  /** The referrer or the link has a Cairn click ID. */
  namesClick: boolean;
  /** The link that opened it belongs to the project and names a campaign. */
  namesLink: boolean;
  /** The state of its token for Apple; null: no token. */
  appleToken: TokenState["state"] | null;
  /** The list of anonymous addresses that contains its address. */
  addressList: string | null;
  consent: Pick<Permissions, "att" | "refused" | "missing">;
  /** Why Meta's encrypted referrer could not be read: there is no key, or the wrong one. */
  metaUnread: "no_key" | "wrong_key" | null;
  /** The campaign of the device's previous install, if this is a reinstall. */
  before: CountedCampaign | null;
};

export type Rejection =
  | "click_after_install_begin"
  | "out_of_window"
  | DeviceContradiction
  | "device_mismatch"
  | "campaign_deleted"
  | "campaign_inactive_at_click"
  | "not_counted"
  | "bot"
  | "duplicate"
  | "test_click"
  | "used"
  | "switched_off"
  | "view_without_id"
  | "listed_address"
  | "referrer_organic"
  | "consent_refused"
  | "consent_missing"
  | "att_denied"
  | "att_not_authorized"
  | "network_link"
  | "below_floor"
  | "ambiguous"
  | "lost_to_later_click"
  | "lost_to_same_moment"
  | "lost_to_better_fit"
  | "lost_to_stronger_evidence"
  | `fraud:${RuleName}`;

/** Connections between a view and an install. */
export const seenByTexts = {
  advertising_id: "an ad view with the device's advertising ID",
  meta_referrer: "an ad view in Meta's encrypted install referrer",
  apple: "an ad view in Apple's answer about its ad token",
  google_claim: "an ad view in Google's own claim of the install",
  click_id: "an ad view in the referrer or the link",
  address: "an ad view from the same IP",
} as const;
export type SeenBy = keyof typeof seenByTexts;

export type Candidate = {
  source: TouchSource;
  tier: number;
  click_id: string | null;
  campaign_id: number | null;
  /** The network's name for its campaign, if no Cairn campaign is linked to it. */
  network_campaign?: string;
  network: string | null;
  at: string;
  /** The time of the touch is unknown: `at` is the time of the install. */
  untimed?: true;
  /** The network's server reported the touch, without a redirect of the device. */
  by_server?: true;
  /** Only for views; older decisions do not have it. */
  seen_by?: SeenBy;
  score: number;
  /** How certain the match is, of 100: the decision's certainty if it won. Older decisions have none. */
  certainty?: number;
  /** The parts of a probabilistic match's score, and the devices behind the address. */
  parts?: ScoreParts;
  crowd?: NetworkCrowd;
  /** Null: the winner. */
  lost: Rejection | null;
  /** Fraud rules that fired on it; left out if there are none. */
  charges?: FraudFinding[];
};

export type AttributionVerdict = {
  type: "ORGANIC" | "INORGANIC";
  method: TouchSource | "organic" | "reinstall";
  reason: string;
  confidence: number;
  winner: InstallTouch | null;
  /** A reinstall without a touch, of a device that had a campaign. */
  reinstallCampaign: CountedCampaign | null;
  candidates: Candidate[];
  charges: FraudFinding[];
};

/** The engine calls these functions for fraud findings, so that it does not depend on the rules. */
export type FraudChecks = { touch(touch: InstallTouch): FraudFinding[]; install: FraudFinding[] };
