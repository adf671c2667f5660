/** Labels for the codes of a decision. */
import type { BadgeTone } from "@/components/ui/badge";
import { organicReasons } from "@/lib/attribution/touches/organic";
import { t } from "@/lib/base/languages/texts";

export const methodNames: Record<string, string> = {
  organic: t("Organic"),
  reinstall: t("Reinstall (campaign kept)"),
  play_referrer: t("Play referrer"),
  link: t("Opening link"),
  meta_referrer: t("Meta referrer"),
  tags: t("UTM tags in the Play referrer"),
  gclid: t("Google click ID"),
  apple: t("Apple"),
  advertising_id: t("Advertising ID"),
  probabilistic: t("Probabilistic"),
  view: t("View"),
};

const reasonNames: Record<string, string> = {
  ...methodNames,
  ...Object.fromEntries(Object.entries(organicReasons).map(([reason, { label }]) => [reason, label])),
};

export const attributionReasonName = (reason: string) => reasonNames[reason] ?? reason;

export const installStates: Record<string, { label: string; tone: BadgeTone }> = {
  PENDING: { label: t("Pending"), tone: "neutral" },
  DECIDED: { label: t("Decided"), tone: "success" },
  PARKED: { label: t("Couldn't attribute"), tone: "danger" },
};

export const namedChoices = <const Value extends string>(
  names: Record<string, string>,
  values: readonly Value[],
) => values.map((value) => ({ value, label: names[value] ?? value }));

/** The start and end of an ID, enough to distinguish two at a glance. */
export const shortId = (id: string) => (id.length > 18 ? `${id.slice(0, 8)}…${id.slice(-6)}` : id);
