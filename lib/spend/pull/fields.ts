import { t } from "@/lib/base/languages/texts";
/** Credentials that each network requires for an account's costs. Runs in the browser too. */
export type CredentialField = {
  name: string;
  label: string;
  hint?: string;
  /** Not shown after it was stored. */
  secret?: true;
  /** A field of several lines. */
  long?: true;
  optional?: true;
};

type Connectable = {
  /** The network's own name for the account ID. */
  id: string;
  fields: readonly CredentialField[];
  /** The report has no currency, so the account needs one here. */
  needsCurrency?: true;
  /** What could not be checked without an account of this network. */
  unchecked?: string;
};

const oauthFields = (scope: string): CredentialField[] => [
  { name: "client_id", label: t("OAuth client ID") },
  { name: "client_secret", label: t("OAuth client secret"), secret: true },
  {
    name: "refresh_token",
    label: t("Refresh token"),
    hint: t("With the scope {scope}.", { scope }),
    secret: true,
  },
];

export const connectable: Record<string, Connectable> = {
  META: {
    id: t("ad account ID, such as act_1234567890"),
    fields: [
      {
        name: "access_token",
        label: t("Access token"),
        hint: t("The token of a system user with ads_read. It does not expire."),
        secret: true,
        long: true,
      },
    ],
  },
  GOOGLE: {
    id: t("customer ID, such as 123-456-7890"),
    fields: [
      {
        name: "developer_token",
        label: t("Developer token"),
        hint: t("From the API centre of a manager account."),
        secret: true,
      },
      ...oauthFields("adwords"),
      {
        name: "login_customer_id",
        label: t("Manager account ID"),
        hint: t("If the account is reached through a manager account."),
        optional: true,
      },
    ],
  },
  TIKTOK: {
    id: t("advertiser id"),
    fields: [
      {
        name: "access_token",
        label: t("Access token"),
        hint: t("The token of an app with permission to read reports."),
        secret: true,
      },
    ],
    needsCurrency: true,
  },
  APPLE_SEARCH_ADS: {
    id: t("organisation ID"),
    fields: [
      { name: "client_id", label: t("Client id"), hint: t("Begins with SEARCHADS.") },
      { name: "team_id", label: t("Team id"), hint: t("Begins with SEARCHADS.") },
      { name: "key_id", label: t("Key id") },
      {
        name: "private_key",
        label: t("Private key"),
        hint: t("The P-256 key in PEM format whose public key you uploaded to Apple."),
        secret: true,
        long: true,
      },
    ],
  },
  SNAPCHAT: {
    id: t("ad account ID"),
    fields: oauthFields("snapchat-marketing-api"),
    unchecked: t(
      "Written from Snap's documentation and not yet used with a real account. Compare the first days with Ads Manager, above all those by country and system.",
    ),
  },
  REDDIT: {
    id: t("ad account ID, such as a2_abc or t2_abc"),
    fields: oauthFields("adsread"),
    unchecked: t(
      "Written from descriptions of Reddit's API version 3 and not yet used with a real account. Compare the first days with Ads Manager, above all those by country and system.",
    ),
  },
};
