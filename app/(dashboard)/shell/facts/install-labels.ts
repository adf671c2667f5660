/** Labels for the codes of a decision. */
import type { BadgeTone } from "@/components/ui/badge";
import { organicReasons } from "@/lib/attribution/touches/organic";

export const methodNames: Record<string, string> = {
  organic: "Organic",
  reinstall: "Reinstall (campaign kept)",
  play_referrer: "Play referrer",
  link: "Opening link",
  meta_referrer: "Meta referrer",
  tags: "UTM tags in the Play referrer",
  gclid: "Google click ID",
  apple: "Apple",
  advertising_id: "Advertising ID",
  probabilistic: "Probabilistic",
  view: "View",
};

const reasonNames: Record<string, string> = {
  ...methodNames,
  ...Object.fromEntries(Object.entries(organicReasons).map(([reason, { label }]) => [reason, label])),
};

export const attributionReasonName = (reason: string) => reasonNames[reason] ?? reason;

export const installStates: Record<string, { label: string; tone: BadgeTone }> = {
  PENDING: { label: "Pending", tone: "neutral" },
  DECIDED: { label: "Decided", tone: "success" },
  PARKED: { label: "Couldn't attribute", tone: "danger" },
};

export const namedChoices = <const Value extends string>(
  names: Record<string, string>,
  values: readonly Value[],
) => values.map((value) => ({ value, label: names[value] ?? value }));

/** The start and end of an ID, enough to distinguish two at a glance. */
export const shortId = (id: string) => (id.length > 18 ? `${id.slice(0, 8)}…${id.slice(-6)}` : id);
