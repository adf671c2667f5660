/** Finds the fraud rules that fire on an install and on the touches that could have led to it. Pure. */
import {
  type BlockEntry,
  type BlockMatch,
  blocksOfInstall,
  blocksOfTouch,
  type CountEarlier,
} from "@/lib/attribution/fraud/blocks";
import {
  type FraudLevel,
  type FraudSettings,
  fraudLevels,
  type RuleName,
} from "@/lib/attribution/fraud/rules";

/** Signs of an install that only fraud rules use. */
export type InstallSigns = {
  /** The time at which the first call arrived. */
  receivedAt: Date;
  /** By the clock of Play's servers, in whole seconds. */
  play: { clickedAt: Date | null; begunAt: Date | null };
  addressList: string | null;
  country: string | null;
  /** The app's version at the first call, and the system's. */
  appVersion: string | null;
  osVersion: string | null;
  /** The entry of the block list with its address. */
  blockEntry: number | null;
  models: string[];
  advertisingIds: string[];
  platform: string;
  /** New installs behind the same address in the hour up to this one, itself included. */
  sameAddress: number;
  /** The block list, and the earlier installs of a publisher in it. */
  blocks: readonly BlockEntry[];
  earlierOf: CountEarlier;
};

/** A campaign's installs of the previous seven days, by the time since their clicks. Clicks are null if unknown. */
export type SourceProfile = { installs: number; early: number; late: number; clicks: number | null };

export type TouchSigns = {
  clickId: string | null;
  at: Date;
  source: string;
  platform: string;
  deviceModel: string | null;
  advertisingId: string | null;
  addressList: string | null;
  country: string | null;
  network: string | null;
  publisherId: string | null;
  /** The entry of the block list with the click's address. */
  blockEntry: number | null;
  /** The network's server reported it. */
  byServer: boolean;
  /** Clicks of the same browser and address on the campaign in the ten minutes up to this touch. */
  engagement: number;
  /** The click already decided an install of another device. */
  usedByOther: boolean;
  profile: SourceProfile | null;
};

export type FraudFinding = {
  rule: RuleName;
  level: Exclude<FraudLevel, "off">;
  /** The click of the finding; null: the install itself. */
  click_id: string | null;
  evidence: Record<string, string | number>;
};

type Evidence = FraudFinding["evidence"];

const hour = 3_600_000;
const seconds = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 1_000);

/** The install itself reported the click: in the store's referrer or with its own device ID. */
const isBrought = (source: string) =>
  source === "play_referrer" ||
  source === "tags" ||
  source === "meta_referrer" ||
  source === "gclid" ||
  source === "advertising_id";

const isReferrer = (source: string) => source === "play_referrer" || source === "tags";

export function touchFindings(
  touch: TouchSigns,
  install: InstallSigns,
  settings: FraudSettings,
): FraudFinding[] {
  const charge = findingsOfClick(touch.clickId, settings);
  charge("click_injection", injected(touch, install));
  charge("click_reuse", reused(touch));
  charge("too_fast", tooFast(touch, install, settings));
  charge("click_flooding", flooding(touch, install, settings));
  charge("hyper_engagement", hyperEngaged(touch, settings));
  charge("anonymous_address", touch.addressList === null ? null : { click_list: touch.addressList });
  charge("country_mismatch", elsewhere(touch, install));
  const plain = charge("device_mismatch", otherDevice(touch, install));
  const blocks = blocksOfTouch(install.blocks, touch, install, install.earlierOf);
  return [...plain, ...blockFindings(blocks, touch.clickId, settings)];
}

export function installFindings(install: InstallSigns, settings: FraudSettings): FraudFinding[] {
  const { addressList, sameAddress } = install;
  const charge = findingsOfClick(null, settings);
  charge("anonymous_address", addressList === null ? null : { install_list: addressList });
  const plain = charge(
    "install_farm",
    sameAddress > settings.install_farm.installs ? { installs_in_an_hour: sameAddress } : null,
  );
  return [...plain, ...blockFindings(blocksOfInstall(install.blocks, install), null, settings)];
}

/** The action of an entry, or that of the rule if it is stronger. */
function blockFindings(
  matches: BlockMatch[],
  clickId: string | null,
  { block_list: { level } }: FraudSettings,
): FraudFinding[] {
  if (level === "off") return [];
  return matches.map(({ entry, evidence }) => ({
    rule: "block_list" as const,
    level: fraudLevels.indexOf(entry.action) > fraudLevels.indexOf(level) ? entry.action : level,
    click_id: clickId,
    evidence,
  }));
}

/** Collects the findings of a click; each call returns all findings so far. */
function findingsOfClick(clickId: string | null, settings: FraudSettings) {
  const all: FraudFinding[] = [];
  return (rule: RuleName, evidence: Evidence | null): FraudFinding[] => {
    const { level } = settings[rule];
    if (evidence !== null && level !== "off") all.push({ rule, level, click_id: clickId, evidence });
    return all;
  };
}

const elsewhere = (touch: TouchSigns, install: InstallSigns): Evidence | null =>
  touch.country !== null && install.country !== null && touch.country !== install.country
    ? { click_country: touch.country, install_country: install.country }
    : null;

function injected(touch: TouchSigns, { play }: InstallSigns): Evidence | null {
  if (play.begunAt === null || !isBrought(touch.source)) return null;
  // Whole seconds: the click may be in the same second.
  const begun = play.begunAt.getTime() + 999;
  if (touch.clickId !== null && touch.at.getTime() > begun)
    return { seconds_after_download_began: seconds(play.begunAt, touch.at) };
  if (isReferrer(touch.source) && play.clickedAt !== null && play.clickedAt.getTime() > begun)
    return { seconds_after_download_began: seconds(play.begunAt, play.clickedAt) };
  return null;
}

/** A used click found only by likeness is not evidence against another install from the same address. */
const reused = ({ usedByOther, source }: TouchSigns): Evidence | null =>
  usedByOther && (isBrought(source) || source === "link") ? { decided_another_device: "yes" } : null;

function tooFast(touch: TouchSigns, install: InstallSigns, { too_fast }: FraudSettings): Evidence | null {
  const { clickedAt, begunAt } = install.play;
  if (isReferrer(touch.source) && clickedAt !== null && begunAt !== null) {
    const took = seconds(clickedAt, begunAt);
    if (took >= 0 && took < too_fast.download_seconds) return { click_to_download_seconds: took };
  }
  // A link that opens an installed app takes no time, and a touch without a click has no click time.
  if (touch.clickId === null || touch.source === "link") return null;
  const ms = install.receivedAt.getTime() - touch.at.getTime();
  return ms >= 0 && ms < too_fast.open_seconds * 1_000
    ? { click_to_open_seconds: Math.round(ms / 100) / 10 }
    : null;
}

function flooding(
  { profile, clickId, at }: TouchSigns,
  install: InstallSigns,
  { click_flooding: limits }: FraudSettings,
): Evidence | null {
  if (profile === null || clickId === null || profile.installs < limits.installs) return null;
  const late = (100 * profile.late) / profile.installs;
  const early = (100 * profile.early) / profile.installs;
  if (late < limits.late_percent && early >= limits.early_percent) return null;
  const after = install.receivedAt.getTime() - at.getTime();
  if (after <= limits.after_hours * hour) return null;
  return {
    installs_in_seven_days: profile.installs,
    percent_after_a_day: Math.round(late),
    percent_within_the_hour: Math.round(early),
    hours_since_click: Math.round(after / hour),
  };
}

function hyperEngaged(
  { engagement, profile, clickId }: TouchSigns,
  { hyper_engagement: limits }: FraudSettings,
): Evidence | null {
  if (engagement > limits.clicks) return { clicks_in_ten_minutes: engagement };
  if (clickId === null || !profile?.clicks || profile.installs < limits.installs) return null;
  const converted = (100 * profile.installs) / profile.clicks;
  return converted < limits.converted_percent
    ? null
    : { clicks_in_seven_days: profile.clicks, installs_of_them: profile.installs };
}

const isPhone = (platform: string) => platform === "IOS" || platform === "ANDROID";

/** Browsers that hide the model send one of these words. */
const isNoModel = (model: string) => /^(k|iphone|ipad|ipod|android)$/i.test(model);

function otherDevice(touch: TouchSigns, install: InstallSigns): Evidence | null {
  // A match by likeness does not claim the same device, so other details may differ.
  if (!isBrought(touch.source)) return null;
  if (touch.platform !== install.platform && isPhone(touch.platform) && isPhone(install.platform))
    return { click_system: touch.platform, install_system: install.platform };
  if (
    touch.advertisingId !== null &&
    install.advertisingIds.length > 0 &&
    !install.advertisingIds.includes(touch.advertisingId.toLowerCase())
  )
    return { other_advertising_id: "yes" };
  const model = touch.deviceModel?.toLowerCase();
  if (!model || isNoModel(model) || install.models.length === 0) return null;
  const alike = install.models.some((other) => {
    const name = other.toLowerCase();
    return name.includes(model) || model.includes(name);
  });
  // Manufacturers use both a code and a name for a device; codes are compared only with codes.
  const isCode = (name: string) => /\d/.test(name) && /^[\w-]+$/.test(name);
  return alike || !isCode(model) || !install.models.every(isCode)
    ? null
    : { click_device: touch.deviceModel!, install_device: install.models.join(", ") };
}
