/** Why an event is not sent to a destination, in the order of the checks. Pure. */
import { networkOfCode } from "@/lib/campaigns/networks";
import { allowsVendor, readTcString } from "@/lib/facts/consent/iab/tcf";
import type { Fact } from "@/lib/outbound/mapping/fact";
import type { DestinationKind } from "@/lib/outbound/mapping/kind";
import { type OutboundRule, passesRule } from "@/lib/outbound/mapping/rule";

export const skipReasons = {
  test_install: "The install is of a test device.",
  erased: "The user was erased.",
  "not_consented:ad_user_data": "No consent to share the user's data for advertising.",
  "not_consented:ad_personalization": "No consent to personalized ads, which the user's country requires.",
  "not_consented:vendor": "The user's TC string has no consent for this network.",
  opted_out: "The user opted out of the sale or sharing of their data, and the network has no field for it.",
  att_denied: "The user denied tracking (ATT).",
  limited_ad_tracking: "Ad tracking is limited on the device.",
  no_identifier: "There is no ID to match the user by.",
  unsupported: "This destination doesn't accept this kind of conversion.",
  too_old: "Older than this destination accepts.",
  not_attributed_here:
    "Not attributed to this destination, and the rule sends only installs attributed to it.",
  no_rule: "No rule matches.",
  organic_not_sent: "Organic, and the mapping has no rule for organic installs.",
  rule_filter: "Excluded by the rule's conditions.",
  cap_reached: "The daily cap was reached.",
  payment_removed: "The payment was removed before it was sent.",
  not_sent_before: "The removed payment was never sent here.",
  fraud_withheld: "Skipped because of a fraud rule.",
  duplicate: "Already sent through another destination to the same place.",
  switched_off: "The destination was off.",
  removed: "The destination was removed.",
  superseded: "The install was attributed again since. A later correction applies.",
  up_to_date: "Nothing to correct: the destination has the current attribution.",
  already_refunded: "Its refund was already sent.",
  opened_again: "The app was opened again before this was sent.",
  recovered: "The ad account could be read again before this was sent.",
} as const;
export type SkipReason = keyof typeof skipReasons;

/** The spellings of earlier versions, which their rows keep. */
export const earlierSkipReasons: Record<string, SkipReason> = {
  taken_back: "payment_removed",
  never_told: "not_sent_before",
  came_back: "opened_again",
};

/** A stored reason in its current spelling. Other texts, such as a destination's error, are unchanged. */
export const currentSkipReason = (reason: string): string =>
  Object.hasOwn(earlierSkipReasons, reason) ? earlierSkipReasons[reason]! : reason;

/** All spellings under which a reason can be stored. */
export const storedSkipReasons = (reason: string): string[] => [
  reason,
  ...Object.keys(earlierSkipReasons).filter((earlier) => earlierSkipReasons[earlier] === reason),
];

/** Reasons that do not depend on the install's decision. All other reasons are checked again after a new decision. */
const finalReasons: readonly SkipReason[] = [
  ...(["test_install", "erased", "too_old", "payment_removed", "not_sent_before", "opened_again"] as const),
  ...(["cap_reached", "duplicate", "switched_off", "removed"] as const),
];

/** The final reasons in all stored spellings. */
export const storedFinalSkipReasons = finalReasons.flatMap(storedSkipReasons);

export type GateCheck = {
  kind: DestinationKind;
  rule: OutboundRule | null;
  fact: Fact;
  now: Date;
};

type Gate<Check = GateCheck> = { reason: SkipReason; refuses(judged: Check): boolean };

/** The parts of a destination and of a fact that decide whether the user's data may be used. */
export type ConsentCheck = {
  kind: Pick<
    DestinationKind,
    "network" | "needsUserData" | "needsPersonalization" | "needsTracking" | "needsNoOptOut"
  >;
  fact: Pick<Fact, "isTest" | "isErased" | "permissions" | "tcString">;
};

const day = 86_400_000;

/** These run before hashing and rendering. The rendering adds the reasons about identifiers and repeats. */
const first: Gate<ConsentCheck>[] = [
  { reason: "test_install", refuses: ({ fact }) => fact.isTest },
  { reason: "erased", refuses: ({ fact }) => fact.isErased },
  {
    reason: "not_consented:ad_user_data",
    refuses: ({ kind, fact }) => kind.needsUserData && !fact.permissions.adUserData,
  },
  {
    reason: "not_consented:ad_personalization",
    refuses: ({ kind, fact: { permissions } }) =>
      kind.needsPersonalization && permissions.isInside && !permissions.adPersonalization,
  },
  { reason: "not_consented:vendor", refuses: ({ kind, fact }) => !isVendorAllowed(kind, fact) },
  { reason: "opted_out", refuses: ({ kind, fact }) => kind.needsNoOptOut && fact.permissions.optedOut },
  {
    reason: "att_denied",
    refuses: ({ kind, fact }) => kind.needsTracking && fact.permissions.att === "denied",
  },
  {
    reason: "limited_ad_tracking",
    refuses: ({ kind, fact }) => kind.needsTracking && !fact.permissions.advertisingId,
  },
];

const second: Gate[] = [
  { reason: "recovered", refuses: ({ fact }) => fact.kind === "pull_failed" && fact.pull === null },
  {
    reason: "opened_again",
    refuses: ({ fact }) => fact.kind === "uninstall" && fact.install?.isUninstalled !== true,
  },
  {
    reason: "too_old",
    refuses: ({ kind, fact, now }) =>
      kind.maxAgeDays !== null && now.getTime() - fact.at.getTime() > kind.maxAgeDays * day,
  },
  { reason: "no_rule", refuses: ({ rule }) => rule === null },
  { reason: "not_attributed_here", refuses: (judged) => judged.rule?.only_own === true && !isOwn(judged) },
  {
    reason: "payment_removed",
    refuses: ({ fact }) => fact.kind === "payment" && fact.payment?.isRemoved === true,
  },
  {
    reason: "not_sent_before",
    refuses: ({ fact }) => fact.kind === "refund" && fact.payment?.isRemoved === true && !fact.wasSent,
  },
  {
    reason: "already_refunded",
    refuses: ({ fact }) => fact.kind === "reversal" && fact.corrected?.isRefunded === true,
  },
  // A sent event is cancelled despite current filters or withholding.
  {
    reason: "rule_filter",
    refuses: ({ rule, fact }) => rule !== null && fact.kind !== "reversal" && !passesRule(rule, fact),
  },
  {
    reason: "fraud_withheld",
    refuses: ({ fact }) => fact.isWithheld && fact.kind !== "rejected" && fact.kind !== "reversal",
  },
];

/** Networks that are no vendors of the TCF, and apps without a TC string, are judged by the purposes alone. */
function isVendorAllowed(
  { network }: ConsentCheck["kind"],
  { tcString, permissions }: ConsentCheck["fact"],
): boolean {
  const vendor = network === null ? null : networkOfCode(network)?.tcfVendor;
  if (!vendor || tcString === null || !permissions.isInside) return true;
  const read = readTcString(tcString);
  return read === null || allowsVendor(read, vendor);
}

/** For affiliates, the rendering of their kind checks the attribution. */
function isOwn({ kind, fact: { decision } }: GateCheck): boolean {
  if (decision === null) return false;
  if (kind.group === "affiliate") return true;
  return kind.network === null ? decision.campaign !== null : decision.network === kind.network;
}

const firstClosed = <Check>(gates: Gate<Check>[], judged: Check): SkipReason | null =>
  gates.find(({ refuses }) => refuses(judged))?.reason ?? null;

/** Checks the user's consent before their data is used. */
export const checkConsent = (judged: ConsentCheck): SkipReason | null => firstClosed(first, judged);

/** Checks the requirements of rule and destination, after the consent. */
export const checkRule = (judged: GateCheck): SkipReason | null => firstClosed(second, judged);
