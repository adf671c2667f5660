import type { BadgeTone } from "@/components/ui/badge";
import { t } from "@/lib/base/languages/texts";
import type { CheckMode, PurchaseSource, Store } from "@/lib/facts/payments/store-purchases";
import type { PurchaseSettings } from "@/lib/facts/purchases/settings/schema";

type Connection = PurchaseSettings["connections"][number];
type Notice = PurchaseSettings["notices"][number];

export const sourceNames: Record<PurchaseSource, { title: string; about: string; address: string }> = {
  apple: {
    title: t("App Store"),
    about: t(
      "Signed transactions are verified with Apple's certificate. With an API key, Cairn also asks Apple's server.",
    ),
    address: t(
      "In App Store Connect: your app → App Information → App Store Server Notifications. Paste it as the production URL, with version 2.",
    ),
  },
  google: {
    title: t("Google Play"),
    about: t(
      "Purchase tokens are checked with the Google Play Developer API, which needs a service account.",
    ),
    address: t(
      "In Google Cloud: Pub/Sub → your topic → create a subscription with delivery type Push. In Play Console: Monetization setup → the topic's name.",
    ),
  },
  revenuecat: {
    title: t("RevenueCat"),
    about: t("Purchases, renewals and refunds of all stores. Connect either RevenueCat or the stores."),
    address: t("In RevenueCat: Integrations → Webhooks. The App User ID must be the user's ID in Cairn."),
  },
  adapty: {
    title: t("Adapty"),
    about: t("Purchases, renewals and refunds of all stores. Connect either Adapty or the stores."),
    address: t("In Adapty: Integrations → Webhook. The Customer User ID must be the user's ID in Cairn."),
  },
};

export const modeLabels: Record<CheckMode, string> = {
  off: t("Don't check"),
  show: t("Check and show"),
  require: t("Only valid purchases count"),
};

export const modeHints: Record<CheckMode, string> = {
  off: t("The proof that apps send is ignored."),
  show: t("Payments count as reported. Lists show the result of each check."),
  require: t(
    "A payment with proof counts once its store confirms it, with the store's price. Payments without proof count as reported.",
  ),
};

export const storeStates: Record<NonNullable<Connection["state"]>, { label: string; tone: BadgeTone }> = {
  waiting: { label: t("Waiting for the first response"), tone: "neutral" },
  good: { label: t("Connected"), tone: "success" },
  later: { label: t("Retrying later"), tone: "warning" },
  refused: { label: t("Stopped"), tone: "danger" },
};

export const noticeStateLabels: Record<Notice["state"], { label: string; tone: BadgeTone }> = {
  waiting: { label: t("Waiting"), tone: "neutral" },
  stored: { label: t("Counted"), tone: "success" },
  ignored: { label: t("Nothing to count"), tone: "neutral" },
  unmatched: { label: t("No user found"), tone: "warning" },
};

export const appIdLabels: Record<Store, string> = { apple: t("Bundle ID"), google: t("Package name") };
