/** Customer Match of Google Ads with the Data Manager API. A list has contact data or mobile IDs, never both. */
import { z } from "zod";
import { clearableText, requiredLine } from "@/lib/base/fields";
import {
  type AudienceCall,
  type AudienceConfig,
  advertisingConsent,
  advertisingDevice,
  defineAudience,
  type MemberIds,
  presentIds,
  readLike,
} from "@/lib/outbound/audiences/kinds/kind";
import { google, googleAccountOf, googleCustomerForm, noGoogleCustomer } from "@/lib/outbound/kinds/google";
import { deviceIdAs, hashedEmail, hashedPhone } from "@/lib/outbound/mapping/hash";
import type { OutgoingRequest } from "@/lib/outbound/mapping/kind";
import { jsonHeaders } from "@/lib/outbound/mapping/payload";
import { tokenField } from "@/lib/outbound/mapping/token-field";

const settings = z.object({
  customer_id: requiredLine("Customer ID", 12).regex(googleCustomerForm, noGoogleCustomer),
  login_customer_id: clearableText("Manager account ID", 12)
    .refine((id) => id === null || googleCustomerForm.test(id), noGoogleCustomer)
    .optional(),
  list_id: requiredLine("List ID", 20).regex(/^\d+$/, "A list ID has digits only."),
  client_id: tokenField("OAuth client ID"),
});
const secrets = z.object({
  client_secret: tokenField("OAuth client secret"),
  refresh_token: tokenField("Refresh token"),
});
type Settings = z.output<typeof settings>;
type Secrets = z.output<typeof secrets>;

/** Only members with both consents are sent. */
const consent = { adUserData: "CONSENT_GRANTED", adPersonalization: "CONSENT_GRANTED" };

function requestOf(
  { change, members }: AudienceCall,
  { settings, base, token }: AudienceConfig<Settings, Secrets>,
  dataOf: (ids: MemberIds) => Record<string, unknown>,
): OutgoingRequest {
  const login = settings.login_customer_id;
  const isAdded = change === "add";
  return {
    method: "POST",
    url: `${base}/v1/audienceMembers:${isAdded ? "ingest" : "remove"}`,
    headers: { ...jsonHeaders, authorization: `Bearer ${token}` },
    body: JSON.stringify({
      destinations: [
        {
          operatingAccount: googleAccountOf(settings.customer_id),
          ...(login ? { loginAccount: googleAccountOf(login) } : {}),
          productDestinationId: settings.list_id,
        },
      ],
      audienceMembers: members.map(({ ids }) => ({ ...dataOf(ids), ...(isAdded ? { consent } : {}) })),
      encoding: "HEX",
      ...(isAdded ? { termsOfService: { customerMatchTermsOfServiceStatus: "ACCEPTED" } } : {}),
    }),
  };
}

const shared = {
  unchecked:
    "Requests follow Google's public reference. They were not tested with an account of Google. Google checks members after it accepted a request; Cairn asks for the result for a day, and shows what was rejected.",
  network: google.network,
  service: google,
  ...advertisingConsent,
  settings,
  secrets,
  fields: [
    ...google.fields.filter(({ name }) => name === "customer_id" || name === "login_customer_id"),
    {
      name: "list_id",
      label: "List ID",
      hint: "The ID of a Customer Match list, whose terms the account accepted. In Google Ads it is in the address of the list's page.",
    },
    ...google.fields.filter(({ name }) => ["client_id", "client_secret", "refresh_token"].includes(name)),
  ],
  // Half of the allowed size, so that a request ends within the time limit.
  maxRows: 5_000,
  read: readLike(google),
};

export const googleContacts = defineAudience<Settings, Secrets>({
  ...shared,
  code: "google_contacts",
  label: "Google Customer Match, contact data",
  about: "Search, YouTube, Gmail and Display: matches people by hashed email and phone.",
  idsOf: ({ user }) =>
    presentIds({
      emailAddress: hashedEmail(user?.email ?? null, "google"),
      phoneNumber: hashedPhone(user?.phone ?? null, "e164"),
    }),
  call: (call, config) =>
    requestOf(call, config, ({ emailAddress, phoneNumber }) => ({
      userData: {
        userIdentifiers: [
          ...(emailAddress ? [{ emailAddress }] : []),
          ...(phoneNumber ? [{ phoneNumber }] : []),
        ],
      },
    })),
});

export const googleMobile = defineAudience<Settings, Secrets>({
  ...shared,
  code: "google_mobile",
  label: "Google Customer Match, mobile IDs",
  about: "Matches devices by advertising ID. The list must be one of mobile device IDs of the same app.",
  idsOf: (candidate) => presentIds({ mobileId: deviceIdAs(advertisingDevice(candidate), "as_written") }),
  call: (call, config) =>
    requestOf(call, config, ({ mobileId }) => ({ mobileData: { mobileIds: [mobileId] } })),
});
