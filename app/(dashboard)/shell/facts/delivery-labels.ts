/** Labels on the screens about destinations. */
import type { BadgeTone } from "@/components/ui/badge";
import { t } from "@/lib/base/languages/texts";
import type { FactKind } from "@/lib/outbound/mapping/fact";

export const factNames: Record<FactKind, string> = {
  install: t("Attributed install"),
  organic: t("Organic install"),
  rejected: t("Rejected install"),
  reattributed: t("Changed attribution"),
  reengagement: t("Re-engagement"),
  signup: t("Sign-up"),
  event: t("Event"),
  payment: t("Payment"),
  refund: t("Refund"),
  ad_revenue: t("Ad revenue"),
  uninstall: t("Uninstall"),
  alert: t("Alert"),
  alert_resolved: t("Alert over"),
  report: t("Scheduled report"),
  pull_failed: t("Failed spend sync"),
  apple_postback: t("Apple postback"),
  reversal: t("Reversal"),
  reinstatement: t("Reinstatement"),
};
/** Kinds of destinations have facts as plain text. */
export const factName = (fact: string): string => (factNames as Record<string, string>)[fact] ?? fact;

type Face = { label: string; tone: BadgeTone };

export const deliveryStateLabels = {
  waiting: { label: t("Waiting"), tone: "neutral" },
  queued: { label: t("Queued"), tone: "accent" },
  sent: { label: t("Sent"), tone: "success" },
  dry: { label: t("Dry run"), tone: "outline" },
  skipped: { label: t("Skipped"), tone: "neutral" },
  withheld: { label: t("Skipped for fraud"), tone: "warning" },
  dead: { label: t("Failed"), tone: "danger" },
} as const satisfies Record<string, Face>;
export type DeliveryState = keyof typeof deliveryStateLabels;

/** The network's results for requests that it had accepted. */
export const networkAnswerStates = {
  pending: { label: t("Being checked"), tone: "neutral" },
  accepted: { label: t("Processed"), tone: "success" },
  partly_refused: { label: t("Partly refused"), tone: "warning" },
  refused: { label: t("Refused"), tone: "danger" },
  unknown: { label: t("Not sent"), tone: "outline" },
} as const satisfies Record<string, Face>;
export type NetworkAnswerState = keyof typeof networkAnswerStates;

/** A network's reason code such as INVALID_GCLID in plain words. */
export const reasonText = (reason: string): string => {
  const text = reason.toLowerCase().replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Deliveries in these states are not sent any more. */
export const endedDeliveryStates = ["sent", "dry", "skipped", "withheld", "dead"] as const;
export const isEndedDelivery = (state: string): state is (typeof endedDeliveryStates)[number] =>
  endedDeliveryStates.some((each) => each === state);

const modes: Record<string, Face> = {
  off: { label: t("Off"), tone: "neutral" },
  dry_run: { label: t("Dry run"), tone: "outline" },
  live: { label: t("Live"), tone: "success" },
};

type Standing = { mode: string; paused_at: string | null; failing_since: string | null };

/** The state of a destination. A problem has priority over the configured mode. */
export function destinationStatus({ mode, paused_at, failing_since }: Standing): Face {
  if (mode !== "off" && paused_at !== null) return { label: t("Paused"), tone: "warning" };
  if (mode === "live" && failing_since !== null) return { label: t("Failing"), tone: "danger" };
  return modes[mode] ?? { label: mode, tone: "neutral" };
}

const identifiers: Record<string, string> = {
  email: t("Email"),
  phone: t("Phone"),
  advertising_id: t("Advertising ID"),
  vendor_id: t("Vendor ID"),
  click_id: t("Click ID"),
  install_referrer: t("Install referrer"),
  user_id: t("User ID"),
  external_id: t("User ID"),
  service_id: t("ID in the service"),
  ip: "IP address",
  user_agent: t("User agent"),
};
export function identifierName(name: string): string {
  const text = name.replaceAll("_", " ").replace(/\bid\b/, "ID");
  return identifiers[name] ?? text.charAt(0).toUpperCase() + text.slice(1);
}

export const destinationGroupNames = {
  network: t("Ad networks"),
  analytics: t("Analytics and engagement"),
  affiliate: t("Affiliates"),
  webhook: t("Your own servers"),
} as const;
