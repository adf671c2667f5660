/** Sends events to Amazon Ads' Events API, which answers each event of a call separately. */
import { z } from "zod";
import { clearableText, requiredLine } from "@/lib/base/fields";
import { defineNetwork } from "@/lib/outbound/kinds/define-network";
import { refreshedToken } from "@/lib/outbound/kinds/refresh-token";
import { advertisingIdOfFact, type FactKind } from "@/lib/outbound/mapping/fact";
import { deviceIdAs, hashedEmail, hashedPhone } from "@/lib/outbound/mapping/hash";
import {
  type DeliveryVerdict,
  type HttpAnswer,
  type Rendering,
  regionalAddress,
  verdictOfStatus,
} from "@/lib/outbound/mapping/kind";
import {
  jsonHeaders,
  mayTrack,
  noIdentifier,
  permittedIdentity,
  refusedVerdict,
  renderedPayload,
  responseBody,
  sentEventName,
  suggestedRule,
  unsupportedHere,
  withoutEmpty,
} from "@/lib/outbound/mapping/payload";
import { tokenField } from "@/lib/outbound/mapping/token-field";
import { readPulledList, readPulledObject, readPulledText } from "@/lib/spend/pull/rows";

const regions = {
  "North America": "https://advertising-api.amazon.com",
  Europe: "https://advertising-api-eu.amazon.com",
  "Far East": "https://advertising-api-fe.amazon.com",
} as const;
const regionNames = Object.keys(regions) as (keyof typeof regions)[];

const settings = z.object({
  region: z
    .enum(regionNames as [keyof typeof regions], { error: "Choose the region of the account." })
    .default("North America"),
  account_id: requiredLine("Advertiser account ID", 100).regex(
    /^[A-Za-z0-9._-]+$/,
    "An advertiser account ID has letters, digits and . _ - only.",
  ),
  data_set: clearableText("Event data set", 100)
    .refine(
      (name) => name === null || /^[A-Za-z][A-Za-z0-9_-]*$/.test(name),
      "An event data set begins with a letter, and has letters, digits, _ and - only.",
    )
    .optional(),
  client_id: tokenField("Client ID"),
});
const secrets = z.object({
  client_secret: tokenField("Client secret"),
  refresh_token: tokenField("Refresh token"),
});
type Settings = z.output<typeof settings>;
type Secrets = z.output<typeof secrets>;

const purchase = "OFF_AMAZON_PURCHASES";
const standard = [
  "ADD_TO_SHOPPING_CART",
  "APPLICATION",
  "CHECKOUT",
  "CONTACT",
  "LEAD",
  "MOBILE_APP_FIRST_START",
  purchase,
  "OTHER",
  "PAGE_VIEW",
  "SEARCH",
  "SIGN_UP",
  "SUBSCRIBE",
] as const;

/** Amazon lists events by name in its Events Manager; an event of the app has its own. */
const names: Partial<Record<FactKind, string>> = {
  organic: "install",
  reattributed: "install",
  reengagement: "reopen",
  payment: "purchase",
};

function render({ fact, rule, value, settings }: Rendering<Settings>) {
  const { install } = fact;
  if (install === null || install.platform === "UNKNOWN")
    return unsupportedHere("Amazon accepts app events only with their Android or iOS install.");
  const type = sentEventName({ rule, fact });
  if (install.country === null)
    return unsupportedHere("The country of the install is unknown, and Amazon requires it.");
  const person = permittedIdentity(fact);
  const keys = [
    ["EMAIL", hashedEmail(person.email, "plain")],
    ["PHONE", hashedPhone(person.phone, "digits")],
    ["MAID", mayTrack(fact) ? deviceIdAs(advertisingIdOfFact(fact), "as_written") : null],
  ] as const;
  const known = keys.filter(([, id]) => id !== null);
  if (known.length === 0)
    return noIdentifier("There is no email address, phone number or advertising ID that may be sent.");
  const isPurchase = type === purchase;
  const payload = withoutEmpty({
    eventDescription: withoutEmpty({
      name: fact.kind === "event" ? fact.name : (names[fact.kind] ?? fact.kind),
      conversionType: type,
      eventSource: install.platform,
      eventIngestionMethod: "SERVER_TO_SERVER",
      dataSetName: settings.data_set,
    }),
    eventId: fact.uid,
    eventTime: `${fact.at.toISOString().slice(0, 19)}Z`,
    countryCode: install.country,
    matchKeys: known.map(([type, id]) => ({ type, values: [id] })),
    // The value of another type is not an amount of money.
    value: isPurchase && value ? Number(value.amount.toFixed(2)) : null,
    currencyCode: isPurchase ? value?.currency : null,
    // Events of users who refuse to share their data are not sent at all.
    consent: {
      amazonConsent: { amznAdStorage: mayTrack(fact) ? "GRANTED" : "DENIED", amznUserData: "GRANTED" },
    },
  });
  const at = (type: string) => `matchKeys.${known.findIndex(([of]) => of === type)}.values.0`;
  const [[, email], [, phone], [, device]] = keys;
  return renderedPayload(payload, [
    { of: "email", is: email, hashedAt: at("EMAIL") },
    { of: "phone", is: phone, hashedAt: at("PHONE") },
    { of: "advertising_id", is: device },
  ]);
}

const errorOf = (errors: unknown) => readPulledObject(readPulledList(errors)[0]);

/** One result for each event; an event without a result was not processed. */
function readEvents(body: Record<string, unknown>, rows: number, code: string | null): DeliveryVerdict[] {
  const verdicts = Array.from(
    { length: rows },
    (): DeliveryVerdict => ({
      is: "retry",
      code,
      why: "Amazon's response doesn't cover the event.",
      afterMs: null,
    }),
  );
  for (const { index } of readPulledList(body.success).map(readPulledObject))
    if (typeof index === "number" && index in verdicts) verdicts[index] = { is: "sent", code };
  for (const { index, errors } of readPulledList(body.error).map(readPulledObject)) {
    const { code: name, message, fieldLocation } = errorOf(errors);
    const where = readPulledText(fieldLocation);
    const why = `${readPulledText(message) || "Amazon did not accept the event."}${where && ` (${where})`}`;
    const of = readPulledText(name) || code;
    if (typeof index === "number" && index in verdicts)
      verdicts[index] = /INTERNAL|THROTTL|TOO_MANY/i.test(of ?? "")
        ? { is: "retry", code: of, why, afterMs: null }
        : { is: "dead", code: of, why };
  }
  return verdicts;
}

function read(answer: HttpAnswer, rows: number): DeliveryVerdict | DeliveryVerdict[] {
  const body = responseBody(answer);
  const plain = verdictOfStatus(answer);
  if (plain.is === "sent") return readEvents(body, rows, plain.code);
  const first = errorOf(body.errors);
  const why = readPulledText(first.message) || readPulledText(body.message) || plain.why;
  const code = readPulledText(first.code) || readPulledText(body.code) || plain.code;
  return answer.status === 400 || answer.status === 422
    ? refusedVerdict(rows, code, why)
    : { ...plain, code, why };
}

/**
 * https://advertising.amazon.com/API/docs/en-us/guides/events/events could not be read. The fields are those of
 * clients made from Amazon's schema of the API and of Segment's destination.
 */
export const amazon = defineNetwork<Settings, Secrets>({
  code: "amazon_ads",
  label: "Amazon Ads",
  about:
    "Sends installs, events and purchases to Amazon Ads' Events API. Amazon must approve your application for its Ads API. Written from open clients of the API, and not checked against Amazon's own document or with a real account.",
  network: "AMAZON_ADS",
  base: regions["North America"],
  settings,
  secrets,
  fields: [
    { name: "region", label: "Region", hint: "Where the account is.", options: regionNames },
    {
      name: "account_id",
      label: "Advertiser account ID",
      hint: "Of the advertiser in Amazon DSP: its number, not the entity ID.",
    },
    {
      name: "data_set",
      label: "Event data set",
      hint: "The group of events in Amazon's Events Manager, if you use several.",
      optional: true,
    },
    { name: "client_id", label: "Client ID", hint: "Of your Login with Amazon application." },
    { name: "client_secret", label: "Client secret", secret: true },
    {
      name: "refresh_token",
      label: "Refresh token",
      hint: "From a user of the advertiser who allowed your application to manage campaigns.",
      secret: true,
    },
  ],
  acceptsRefunds: false,
  needsPersonalization: true,
  needsNoOptOut: true,
  suggested: [
    suggestedRule("install", "MOBILE_APP_FIRST_START", { value: { from: "none" } }),
    suggestedRule("organic", "MOBILE_APP_FIRST_START", { value: { from: "none" } }),
    suggestedRule("signup", "SIGN_UP", { value: { from: "none" } }),
    suggestedRule("payment", purchase),
  ],
  knownEvents: standard,
  otherEvent: "OTHER",
  // Amazon accepts 500 events, but repeats them in its response, which would be longer than Cairn reads.
  maxRows: 200,
  maxAgeDays: 21,
  render,
  request: (rows, { settings, base, token }) => ({
    method: "POST",
    url: `${regionalAddress(base, regions["North America"], regions[settings.region])}/adsApi/v1/create/events`,
    headers: {
      ...jsonHeaders,
      authorization: `Bearer ${token}`,
      "amazon-ads-accountid": settings.account_id,
      "amazon-ads-clientid": settings.client_id,
    },
    body: JSON.stringify({ events: rows.map(({ payload }) => payload) }),
  }),
  read,
  token: refreshedToken("Amazon", "https://api.amazon.com/auth/o2/token"),
});
