/** Scores how similar the devices of a click and an install are if they share only an address. Pure. */

/** Points that add up to the score. */
export type ScoreParts = {
  address: number;
  system: number;
  os_version: number;
  device_model: number;
  language: number;
  time: number;
  crowd: number;
};

/** Browsers and installs behind the address in the 24 hours up to the install, including it, each up to a limit. */
export type NetworkCrowd = { browsers: number; installs: number };
export const maxAddressCrowd = 50;

type Side = { platform: string; osVersion: string | null; language: string | null };
export type ClickSide = Side & { deviceModel: string | null; maybeIpad: boolean; crowd: NetworkCrowd | null };
export type InstallSide = Side & {
  /** Model names from the device's libraries. */
  models: string[];
  /** A name given by the user or the manufacturer. */
  deviceModel: string | null;
};

export type DeviceContradiction = "platform_mismatch" | "os_mismatch" | "model_mismatch";
type Compared = "same" | "other" | "unknown";

/** A contradiction shows two devices. A value that browsers freeze or omit is unknown, and does not contradict. */
export function deviceContradiction(click: ClickSide, install: InstallSide): DeviceContradiction | null {
  if (systems(click, install) === "other") return "platform_mismatch";
  if (versions(click, install) === "other") return "os_mismatch";
  return models(click, install) === "other" ? "model_mismatch" : null;
}

const points = { address: 45, system: 15, os_version: 15, device_model: 15, language: 10 };

/**
 * From 0 to 100. Time takes up to a quarter of the matching points by the end of the window. A phone whose browser
 * sends all its details stays above the default minimum until then. Other devices behind the address take more points.
 */
export function matchScore(
  click: ClickSide,
  install: InstallSide,
  age: number,
  windowMs: number,
): ScoreParts {
  const agree = {
    address: points.address,
    system: systems(click, install) === "same" ? points.system : 0,
    os_version: versions(click, install) === "same" ? points.os_version : 0,
    device_model: models(click, install) === "same" ? points.device_model : 0,
    language: sameLanguage(click.language, install.language) ? points.language : 0,
  };
  const sum = totalScore(agree);
  const time = -Math.round((sum / 4) * Math.min(1, Math.max(0, age) / Math.max(windowMs, 1)));
  return { ...agree, time: time || 0, crowd: -Math.min(sum + time, crowding(click.crowd)) || 0 };
}

export const totalScore = (parts: Partial<ScoreParts>) =>
  Object.values(parts).reduce((sum, part) => sum + part, 0);

/** A home has a few devices. Above that, every doubling halves the probability of the same device: ten points. */
const home = 3;
function crowding(crowd: NetworkCrowd | null): number {
  const size = Math.max(crowd?.browsers ?? 0, crowd?.installs ?? 0);
  return size <= home ? 0 : Math.round(10 * Math.log2(size / home));
}

/** Safari on an iPad reports a Mac. */
function systems(click: ClickSide, install: InstallSide): Compared {
  if (click.platform === install.platform) return "same";
  const isIpad = install.platform === "IOS" && known(install).some((name) => /ipad/i.test(name));
  return click.maybeIpad && isIpad ? "unknown" : "other";
}

/**
 * Compares major versions. Chrome and Firefox on Android report version 10 without a model; Safari reports 18 from iOS
 * 26 on.
 */
function versions(click: ClickSide, install: InstallSide): Compared {
  if (click.maybeIpad) return "unknown";
  const [claimed, is] = [major(click), major(install)];
  if (claimed === null || is === null) return "unknown";
  if (click.platform === "ANDROID" && claimed === 10 && click.deviceModel === null) return "unknown";
  if (click.platform === "IOS" && claimed === 18 && is >= 26) return "unknown";
  return claimed === is ? "same" : "other";
}

function major({ platform, osVersion }: Side): number | null {
  const found = /^(?:android|ios|ipados|iphone os)?\s*(\d+)(?:[._]\d+)*\b/i.exec(
    osVersion?.trim() ?? "",
  )?.[1];
  const version = Number(found ?? 0);
  // Some apps send Android's API level as its version.
  return version === 0 || (platform === "ANDROID" && version > 20) ? null : version;
}

const noModel = /^(k|iphone|ipad|ipod( touch)?|android|unknown|undefined|null|none|n\/a|generic|mobile)$/i;
const isModel = (name: string | null): name is string =>
  name !== null && !noModel.test(name.trim()) && plain(name) !== "";
const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/\/.*$/, "")
    .replaceAll(/[^a-z0-9]+/g, "");
const appleCode = /^(iphone|ipad|ipod)\d+,\d+$/i;

const known = ({ models: own, deviceModel }: InstallSide) =>
  [...own, deviceModel].filter((name) => name !== null);

/** Browsers on Android send the device's own model name, sometimes without the manufacturer. */
function models(click: ClickSide, install: InstallSide): Compared {
  const model = click.deviceModel;
  const all = known(install).filter(isModel);
  if (!isModel(model) || all.length === 0) return "unknown";
  const name = plain(model);
  const isAlike = all.map(plain).some((other) => other.endsWith(name) || name.endsWith(other));
  if (isAlike) return "same";
  // An iPhone has a code and a name; a code is compared only with codes.
  if (click.platform === "IOS")
    return appleCode.test(model) && all.some((n) => appleCode.test(n)) ? "other" : "unknown";
  return install.models.some(isModel) ? "other" : "unknown";
}

const sameLanguage = (a: string | null, b: string | null) =>
  a !== null && b !== null && a.slice(0, 2).toLowerCase() === b.slice(0, 2).toLowerCase();
