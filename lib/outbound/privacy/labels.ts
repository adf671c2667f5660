import { t } from "@/lib/base/languages/texts";
/** The rows and columns of the privacy matrix, which shows the data that each destination receives. */

/** The groups of fields that destinations can receive. */
export const sharedFields = {
  advertising_id: t("Advertising ID"),
  vendor_id: t("Vendor ID"),
  email: t("Email"),
  phone: t("Phone"),
  name: t("Name"),
  user_id: t("User ID"),
  install_id: t("Install ID"),
  service_id: t("The service's own ID"),
  click_id: t("Click ID and link parameters"),
  install_referrer: t("Install referrer"),
  ip_address: "IP address",
  user_agent: t("User agent"),
  device: t("Device details"),
  country: t("Country"),
  campaign: t("Campaign and ad"),
  amount: t("Amount"),
  event_data: t("Event properties"),
} as const;
export type SharedField = keyof typeof sharedFields;

/** The answers of a user, each in the country whose law has them. */
export const consentStates = {
  allowed: t("Consent to everything"),
  no_personalization: t("No personalized ads (EEA)"),
  refused: t("Refused (EEA)"),
  no_vendor: t("TC string without this network (EEA)"),
  opted_out: t("Opted out of sale or sharing (US)"),
  child: t("Child (US)"),
  tracking_denied: t("Tracking denied on the device"),
  not_asked: t("Tracking not asked yet (iPhone)"),
} as const;
export type ConsentState = keyof typeof consentStates;

/** `plain` or `hashed` for each sent field, or the reason why nothing is sent. */
export type SharedData = Partial<Record<SharedField, "plain" | "hashed">> | { skipped: string };

export type PrivacyMatrix = {
  code: string;
  label: string;
  group: "network" | "analytics" | "affiliate" | "webhook" | "audience";
  /** The member chooses the fields: the matrix lists all that are possible. */
  isChosen: boolean;
  shares: Record<ConsentState, SharedData>;
}[];
