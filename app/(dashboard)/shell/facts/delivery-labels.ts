/** Labels on the screens about destinations. */
import type { BadgeTone } from "@/components/ui/badge";
import type { FactKind } from "@/lib/outbound/mapping/fact";

export const factNames: Record<FactKind, string> = {
  install: "Attributed install",
  organic: "Organic install",
  rejected: "Rejected install",
  reattributed: "Changed attribution",
  reengagement: "Re-engagement",
  signup: "Sign-up",
  event: "Event",
  payment: "Payment",
  refund: "Refund",
  ad_revenue: "Ad revenue",
  uninstall: "Uninstall",
  alert: "Alert",
  alert_resolved: "Alert over",
  report: "Scheduled report",
  pull_failed: "Failed spend sync",
  apple_postback: "Apple postback",
  reversal: "Reversal",
  reinstatement: "Reinstatement",
};
/** Kinds of destinations have facts as plain text. */
export const factName = (fact: string): string => (factNames as Record<string, string>)[fact] ?? fact;

type Face = { label: string; tone: BadgeTone };

export const deliveryStateLabels = {
  waiting: { label: "Waiting", tone: "neutral" },
  queued: { label: "Queued", tone: "accent" },
  sent: { label: "Sent", tone: "success" },
  dry: { label: "Dry run", tone: "outline" },
  skipped: { label: "Skipped", tone: "neutral" },
  withheld: { label: "Skipped for fraud", tone: "warning" },
  dead: { label: "Failed", tone: "danger" },
} as const satisfies Record<string, Face>;
export type DeliveryState = keyof typeof deliveryStateLabels;

/** The network's results for requests that it had accepted. */
export const networkAnswerStates = {
  pending: { label: "Being checked", tone: "neutral" },
  accepted: { label: "Processed", tone: "success" },
  partly_refused: { label: "Partly refused", tone: "warning" },
  refused: { label: "Refused", tone: "danger" },
  unknown: { label: "Not sent", tone: "outline" },
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
  off: { label: "Off", tone: "neutral" },
  dry_run: { label: "Dry run", tone: "outline" },
  live: { label: "Live", tone: "success" },
};

type Standing = { mode: string; paused_at: string | null; failing_since: string | null };

/** The state of a destination. A problem has priority over the configured mode. */
export function destinationStatus({ mode, paused_at, failing_since }: Standing): Face {
  if (mode !== "off" && paused_at !== null) return { label: "Paused", tone: "warning" };
  if (mode === "live" && failing_since !== null) return { label: "Failing", tone: "danger" };
  return modes[mode] ?? { label: mode, tone: "neutral" };
}

const identifiers: Record<string, string> = {
  email: "Email",
  phone: "Phone",
  advertising_id: "Advertising ID",
  vendor_id: "Vendor ID",
  click_id: "Click ID",
  install_referrer: "Install referrer",
  user_id: "User ID",
  external_id: "User ID",
  service_id: "ID in the service",
  ip: "IP address",
  user_agent: "User agent",
};
export function identifierName(name: string): string {
  const text = name.replaceAll("_", " ").replace(/\bid\b/, "ID");
  return identifiers[name] ?? text.charAt(0).toUpperCase() + text.slice(1);
}

export const destinationGroupNames = {
  network: "Ad networks",
  analytics: "Analytics and engagement",
  affiliate: "Affiliates",
  webhook: "Your own servers",
} as const;
