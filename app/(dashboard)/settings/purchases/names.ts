import type { BadgeTone } from "@/components/ui/badge";
import type { CheckMode, PurchaseSource, Store } from "@/lib/facts/payments/store-purchases";
import type { PurchaseSettings } from "@/lib/facts/purchases/settings/schema";

type Connection = PurchaseSettings["connections"][number];
type Notice = PurchaseSettings["notices"][number];

export const sourceNames: Record<PurchaseSource, { title: string; about: string; address: string }> = {
  apple: {
    title: "App Store",
    about:
      "Signed transactions are verified with Apple's certificate. With an API key, Cairn also asks Apple's server.",
    address:
      "In App Store Connect: your app → App Information → App Store Server Notifications. Paste it as the production URL, with version 2.",
  },
  google: {
    title: "Google Play",
    about: "Purchase tokens are checked with the Google Play Developer API, which needs a service account.",
    address:
      "In Google Cloud: Pub/Sub → your topic → create a subscription with delivery type Push. In Play Console: Monetization setup → the topic's name.",
  },
  revenuecat: {
    title: "RevenueCat",
    about: "Purchases, renewals and refunds of all stores. Connect either RevenueCat or the stores.",
    address: "In RevenueCat: Integrations → Webhooks. The App User ID must be the user's ID in Cairn.",
  },
  adapty: {
    title: "Adapty",
    about: "Purchases, renewals and refunds of all stores. Connect either Adapty or the stores.",
    address: "In Adapty: Integrations → Webhook. The Customer User ID must be the user's ID in Cairn.",
  },
};

export const modeLabels: Record<CheckMode, string> = {
  off: "Don't check",
  show: "Check and show",
  require: "Only valid purchases count",
};

export const modeHints: Record<CheckMode, string> = {
  off: "The proof that apps send is ignored.",
  show: "Payments count as reported. Lists show the result of each check.",
  require:
    "A payment with proof counts once its store confirms it, with the store's price. Payments without proof count as reported.",
};

export const storeStates: Record<NonNullable<Connection["state"]>, { label: string; tone: BadgeTone }> = {
  waiting: { label: "Waiting for the first response", tone: "neutral" },
  good: { label: "Connected", tone: "success" },
  later: { label: "Retrying later", tone: "warning" },
  refused: { label: "Stopped", tone: "danger" },
};

export const noticeStateLabels: Record<Notice["state"], { label: string; tone: BadgeTone }> = {
  waiting: { label: "Waiting", tone: "neutral" },
  stored: { label: "Counted", tone: "success" },
  ignored: { label: "Nothing to count", tone: "neutral" },
  unmatched: { label: "No user found", tone: "warning" },
};

export const appIdLabels: Record<Store, string> = { apple: "Bundle ID", google: "Package name" };
