/** The input of a delivery: one event, with its user, install and campaign. */

import type { DeviceId, Platform } from "@/lib/facts/app-calls/device";
import type { Permissions } from "@/lib/facts/consent/permissions";

/**
 * An install's kind depends on its outcome. `install` has a campaign or network; `organic` has neither. `rejected`: a
 * fraud rule rejected its campaign. `reattributed`: a later decision of the same install.
 */
export const factEvents = [
  "install",
  "organic",
  "rejected",
  "reattributed",
  "reengagement",
  "signup",
  "event",
  "payment",
  "refund",
  "ad_revenue",
  "uninstall",
  "alert",
  "alert_resolved",
  "report",
  "pull_failed",
  "apple_postback",
] as const;
export type FactEvent = (typeof factEvents)[number];

/** Events caused by a new decision of a sent install: no rule maps these. */
export const corrections = ["reversal", "reinstatement"] as const;
export type Correction = (typeof corrections)[number];

export const factKinds = [...factEvents, ...corrections] as const;
export type FactKind = (typeof factKinds)[number];

const withoutPerson: ReadonlySet<FactKind> = new Set([
  "alert",
  "alert_resolved",
  "report",
  "pull_failed",
  "apple_postback",
]);
/** True for events without a user and an install. */
export const hasNoUser = (kind: FactKind): boolean => withoutPerson.has(kind);

/** An ad impression is worth less than a minor unit, so exact amounts have fractions of it, in millionths. */
export type Money = { minor: number; currency: string; isExact?: boolean };

export type FactUser = { id: string; name: string | null; email: string | null; phone: string | null };

export type FactInstall = {
  id: string;
  instance: string;
  at: Date;
  kind: "INSTALL" | "REINSTALL";
  platform: Platform;
  osVersion: string | null;
  deviceModel: string | null;
  appVersion: string | null;
  country: string | null;
  language: string | null;
  /** The device data from the app, unchanged: names differ between client libraries. */
  deviceData: Record<string, unknown>;
  devices: DeviceId[];
  /** The app's own ID: the Android package or the bundle ID, if sent. */
  package: string | null;
  /** The push service reports that the app was uninstalled. */
  isUninstalled: boolean;
  /** Its IDs in other services, by the names that the app sent. */
  serviceIds: Record<string, string>;
};

export type FactDecision = {
  version: number;
  at: Date;
  rules: string;
  type: string;
  method: string;
  reason: string;
  confidence: number;
  touch: string | null;
  network: string | null;
  campaign: { id: number; name: string; displayId: string } | null;
  affiliate: string | null;
  adSet: { id: string | null; name: string | null };
  creative: { id: string | null; name: string | null };
  keyword: { id: string | null; name: string | null };
  /** The fraud rules that fired. */
  flags: string[];
};

export type FactClick = {
  id: string;
  at: Date;
  /** The parameters of the followed link. */
  params: Record<string, string>;
  country: string | null;
  /** The parameters of a custom network that have its click ID and its publisher. */
  clickParameter?: string | null;
  publisherParameter?: string | null;
};

/** Money is in units of the currency. */
export type AlertNumbers = Record<"value" | "usual" | "low" | "high", number | null> & {
  unit: string | null;
  currency: string | null;
};

/** An alert of a rule, in the rule's words. */
export type FactAlert = {
  rule: { id: number; name: string; kind: string };
  /** The affected part of the project; empty for the whole project. */
  subject: string;
  label: string;
  text: string;
  period: string;
  /** The numbers of the first and of the latest evaluation. */
  seen: AlertNumbers;
  latest: AlertNumbers;
  firedAt: Date;
  /** Null while it fires. */
  resolvedAt: Date | null;
  /** `inside`, `silent`, `gone` or `changed`. */
  ended: string | null;
  url: string;
};

/** An ad account whose spend could not be pulled. */
export type FactFailedPull = {
  account: { id: number; name: string; network: string };
  problem: string;
  /** The time of the next automatic attempt; null until a member fixes the problem. */
  nextAt: string | null;
  url: string;
};

/** The ad impressions that earned the money: one, or those of a user and an hour. */
export type FactAdRevenue = {
  /** The ad network that paid. */
  network: string | null;
  placement: string | null;
  adUnit: string | null;
  adFormat: string | null;
  precision: string | null;
  impressions: number;
};

/** A verified postback from Apple, in Apple's field names if there are any. */
export type FactPostback = {
  framework: "skan" | "aak";
  uid: string;
  sequence: number;
  conversionType: string;
  didWin: boolean;
  appId: string | null;
  networkId: string;
  /** A network code or a name; null for an ID without a name. */
  network: string | null;
  sourceIdentifier: string | null;
  /** The campaign that members assigned to the source. */
  campaign: { id: number; name: string; displayId: string } | null;
  /** Not covered by the signature. */
  fine: number | null;
  coarse: string | null;
  country: string | null;
  interaction: string | null;
  url: string;
};

export type Fact = {
  /** Constant across all attempts: destinations recognize repeats by it. */
  uid: string;
  kind: FactKind;
  /** Cairn's ID of the stored row; for a sign-up, the user's ID. */
  id: string;
  at: Date;
  /** The name of an event, the type of a payment. */
  name: string | null;
  data: Record<string, unknown>;
  money: Money | null;
  payment: { id: string | null; type: string; status: string; isRemoved: boolean } | null;
  adRevenue: FactAdRevenue | null;
  /** For a removed payment: it was sent to this destination. */
  wasSent: boolean;
  user: FactUser | null;
  install: FactInstall | null;
  decision: FactDecision | null;
  /** The previous decision of an install that was attributed again. */
  previous: FactDecision | null;
  click: FactClick | null;
  alert: FactAlert | null;
  /** A run of a scheduled report, in the sent form. */
  report: Record<string, unknown> | null;
  /** Null once the account has recovered. */
  pull: FactFailedPull | null;
  applePostback: FactPostback | null;
  /** For a correction: its original, and the reason of the correction. */
  corrected: { kind: FactKind; isRefunded: boolean; why: string } | null;
  /** The page or link that brought a user back. */
  url: string | null;
  permissions: Permissions;
  /** The user's TC string, which has the consent for each vendor. */
  tcString: string | null;
  isTest: boolean;
  isErased: boolean;
  /** A fraud rule withholds postbacks for this install. */
  isWithheld: boolean;
};

/** The advertising ID in the platform's format, if it may be used. */
export function advertisingIdOfFact({ install, permissions }: Fact): DeviceId | null {
  if (!install || !permissions.advertisingId) return null;
  return install.devices.find(({ kind }) => kind === "gaid" || kind === "idfa") ?? null;
}

const outcomes: readonly FactKind[] = ["install", "organic", "rejected"];

/** The outcome of an install selects one of these kinds, once its decision has settled. */
export const isOutcome = (kind: FactKind): boolean => outcomes.includes(kind);
