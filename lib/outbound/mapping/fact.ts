/** The input of a delivery: one event, with its user, install and campaign. */

import type { DeviceId, Platform } from "@/lib/facts/app-calls/device";
import type { Permissions } from "@/lib/facts/consent/permissions";

/**
 * An install is sent by its outcome: `install` with a campaign or network, `organic` without, `rejected` where a fraud
 * rule took it from the campaign it would have had; `reattributed` is a later decision of the same install.
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
/** Of no user and no install. */
export const hasNoUser = (kind: FactKind): boolean => withoutPerson.has(kind);

export type Money = { minor: number; currency: string };

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
  /** Its push service says that the app is gone. */
  isUninstalled: boolean;
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
  /** The parameters that the link was followed with. */
  params: Record<string, string>;
  country: string | null;
};

/** In units of the currency where they are money. */
export type AlertNumbers = Record<"value" | "usual" | "low" | "high", number | null> & {
  unit: string | null;
  currency: string | null;
};

/** What an alert rule found, in its words. */
export type FactAlert = {
  rule: { id: number; name: string; kind: string };
  /** What of the project it is about; empty for all of it. */
  subject: string;
  label: string;
  text: string;
  period: string;
  /** The numbers of when it fired, and of the latest look. */
  seen: AlertNumbers;
  latest: AlertNumbers;
  firedAt: Date;
  /** Null while it fires. */
  resolvedAt: Date | null;
  /** `inside`, `silent`, `gone` or `changed`. */
  ended: string | null;
  url: string;
};

/** An ad account that could not be asked what it cost. */
export type FactPull = {
  account: { id: number; name: string; network: string };
  problem: string;
  /** When it is asked again by itself; null: not before somebody does something. */
  nextAt: string | null;
  url: string;
};

/** A verified postback of Apple's, in the names of its own fields where they have any. */
export type FactPostback = {
  framework: "skan" | "aak";
  uid: string;
  sequence: number;
  conversionType: string;
  didWin: boolean;
  appId: string | null;
  networkId: string;
  /** A code of ours or a name; null for an id that nobody named. */
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
  /** The same for the same event in all attempts: destinations recognize repeats by it. */
  uid: string;
  kind: FactKind;
  /** Cairn's id of the stored row; of a sign-up the user's. */
  id: string;
  at: Date;
  /** The name of an event, the type of a payment. */
  name: string | null;
  data: Record<string, unknown>;
  money: Money | null;
  payment: { id: string | null; type: string; status: string; isRemoved: boolean } | null;
  /** For a removed payment: it was sent to this destination. */
  wasSent: boolean;
  user: FactUser | null;
  install: FactInstall | null;
  decision: FactDecision | null;
  /** The decision before, of an install that was decided again. */
  previous: FactDecision | null;
  click: FactClick | null;
  alert: FactAlert | null;
  /** A run of a scheduled report, as it is sent. */
  report: Record<string, unknown> | null;
  /** Null once it has recovered. */
  pull: FactPull | null;
  applePostback: FactPostback | null;
  /** Of a correction: what it is about, and why that is taken back. */
  corrected: { kind: FactKind; isRefunded: boolean; why: string } | null;
  /** The page or link that brought a user back. */
  url: string | null;
  permissions: Permissions;
  isTest: boolean;
  isErased: boolean;
  /** A fraud rule withholds postbacks for this install. */
  isWithheld: boolean;
};

/** The advertising id as its platform writes it, where it may be used. */
export function advertisingIdOfFact({ install, permissions }: Fact): DeviceId | null {
  if (!install || !permissions.advertisingId) return null;
  return install.devices.find(({ kind }) => kind === "gaid" || kind === "idfa") ?? null;
}

const outcomes: readonly FactKind[] = ["install", "organic", "rejected"];

/** Kinds among which the outcome of an install chooses: which it is, is known when its decision has settled. */
export const isOutcome = (kind: FactKind): boolean => outcomes.includes(kind);
