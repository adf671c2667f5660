/** Sends conversions to Quora's Conversion API, one per call. Quora matches them only by its click ID. */
import { z } from "zod";
import { requiredLine } from "@/lib/base/fields";
import { deviceText } from "@/lib/facts/app-calls/device";
import { defineNetwork } from "@/lib/outbound/kinds/define-network";
import { advertisingIdOfFact } from "@/lib/outbound/mapping/fact";
import { deviceIdAs } from "@/lib/outbound/mapping/hash";
import {
  type DeliveryVerdict,
  type HttpAnswer,
  type Rendering,
  verdictOfStatus,
} from "@/lib/outbound/mapping/kind";
import {
  clickParam,
  jsonHeaders,
  languageTagOf,
  mayTrack,
  noIdentifier,
  renderedPayload,
  responseBody,
  sentEventName,
  suggestedRule,
  withoutEmpty,
} from "@/lib/outbound/mapping/payload";
import { tokenField } from "@/lib/outbound/mapping/token-field";
import { readPulledObject, readPulledText } from "@/lib/spend/pull/rows";

const settings = z.object({
  account_id: requiredLine("Ad account ID", 15).regex(/^\d+$/, "An ad account ID has digits only."),
  currency: requiredLine("Currency of the ad account", 3)
    .transform((code) => code.toUpperCase())
    .refine((code) => /^[A-Z]{3}$/.test(code), "Enter a currency, such as USD."),
});
const secrets = z.object({ access_token: tokenField("Access token") });
type Settings = z.output<typeof settings>;

const standard = [
  "AddPaymentInfo",
  "AddToCart",
  "AddToWishlist",
  "AppInstall",
  "CompleteRegistration",
  "GenerateLead",
  "Generic",
  "InitiateCheckout",
  "Purchase",
  "Search",
  "ViewContent",
] as const;

function render({ fact, rule, value, settings }: Rendering<Settings>) {
  const name = sentEventName({ rule, fact });
  const click = clickParam(fact, "qclid");
  if (click === null) return noIdentifier("There is no Quora click with a qclid.");
  const device = mayTrack(fact) ? deviceIdAs(advertisingIdOfFact(fact), "as_written") : null;
  const payload = {
    conversion: withoutEmpty({
      event_name: name,
      // In microseconds.
      timestamp: fact.at.getTime() * 1_000,
      event_id: fact.uid,
      click_id: click,
      // Quora has no field for a currency.
      value: value?.currency === settings.currency ? value.amount : null,
    }),
    // Quora requires the field, and does not document its content.
    user: {},
    device: withoutEmpty({
      user_agent: fact.install && deviceText(fact.install.deviceData, "user_agent"),
      language: fact.install && languageTagOf(fact.install),
      mobile_device_id: device,
    }),
  };
  return renderedPayload(payload, [
    { of: "click_id", is: click },
    { of: "advertising_id", is: device },
  ]);
}

function read(answer: HttpAnswer): DeliveryVerdict {
  const plain = verdictOfStatus(answer);
  if (plain.is === "sent") return plain;
  const { error, message } = responseBody(answer);
  const why =
    readPulledText(message) ||
    readPulledText(error) ||
    readPulledText(readPulledObject(error).message) ||
    plain.why;
  return { ...plain, why };
}

/** https://github.com/quora/quora-capi-tag, Quora's own tag; https://www.quora.com/ads/conversion_api_doc could not be read. */
export const quora = defineNetwork<Settings, z.output<typeof secrets>>({
  code: "quora",
  label: "Quora",
  about:
    "Sends installs, events and purchases to Quora by click ID. Written from Quora's own tag for Google Tag Manager, and not checked against its API reference or with a real account.",
  network: "QUORA",
  base: "https://api.quora.com/ads/v0",
  settings,
  secrets,
  fields: [
    { name: "account_id", label: "Ad account ID", hint: "In Quora Ads Manager: the number in its URL." },
    {
      name: "currency",
      label: "Currency of the ad account",
      hint: "Such as USD. Quora has no field for it, so values in other currencies are left out.",
    },
    {
      name: "access_token",
      label: "Access token",
      hint: "In Ads Manager under Conversion API: Generate token.",
      secret: true,
    },
  ],
  acceptsRefunds: false,
  needsPersonalization: true,
  needsNoOptOut: true,
  suggested: [
    suggestedRule("install", "AppInstall", { value: { from: "none" }, only_own: true }),
    suggestedRule("signup", "CompleteRegistration", { value: { from: "none" }, only_own: true }),
    suggestedRule("payment", "Purchase", { only_own: true }),
  ],
  knownEvents: standard,
  otherEvent: "Generic",
  maxRows: 1,
  maxAgeDays: null,
  render,
  request: ([row], { settings, secrets, base }) => ({
    method: "POST",
    url: `${base}/conversion`,
    headers: { ...jsonHeaders, authorization: `Bearer ${secrets.access_token}` },
    body: JSON.stringify({ account_id: Number(settings.account_id), ...row?.payload }),
  }),
  read,
});
