/** The rows and columns of the privacy matrix, which shows the data that each destination receives. */

/** The groups of fields that destinations can receive. */
export const sharedFields = {
  advertising_id: "Advertising ID",
  vendor_id: "Vendor ID",
  email: "Email",
  phone: "Phone",
  name: "Name",
  user_id: "User ID",
  install_id: "Install ID",
  service_id: "The service's own ID",
  click_id: "Click ID and link parameters",
  install_referrer: "Install referrer",
  ip_address: "IP address",
  user_agent: "User agent",
  device: "Device details",
  country: "Country",
  campaign: "Campaign and ad",
  amount: "Amount",
  event_data: "Event properties",
} as const;
export type SharedField = keyof typeof sharedFields;

/** The answers of a user, each in the country whose law has them. */
export const consentStates = {
  allowed: "Consent to everything",
  no_personalization: "No personalized ads (EEA)",
  refused: "Refused (EEA)",
  no_vendor: "TC string without this network (EEA)",
  opted_out: "Opted out of sale or sharing (US)",
  child: "Child (US)",
  tracking_denied: "Tracking denied on the device",
  not_asked: "Tracking not asked yet (iPhone)",
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
