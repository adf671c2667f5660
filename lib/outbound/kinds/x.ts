/** Sends conversions to X's Conversion API. One invalid conversion rejects the whole call. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { clearableText, requiredLine } from "@/lib/base/fields";
import { actionIdField, actionIdOf, defaultAction } from "@/lib/outbound/kinds/action-id";
import { defineNetwork } from "@/lib/outbound/kinds/define-network";
import { type OAuth1Keys, oauth1Header } from "@/lib/outbound/kinds/oauth1";
import { hashedEmail, hashedPhone } from "@/lib/outbound/mapping/hash";
import {
  type DeliveryVerdict,
  type HttpAnswer,
  type OutboundRow,
  type Rendering,
  verdictOfStatus,
} from "@/lib/outbound/mapping/kind";
import {
  clickParam,
  failedCallVerdict,
  jsonHeaders,
  listOfPresent,
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
import { readPulledList, readPulledObject, readPulledText } from "@/lib/spend/pull/rows";

/** X writes IDs in base 36, and an event's also with its pixel: `tw-o8z6j-o87ne`. */
const eventId = /(?:tw-[0-9a-z]{1,20}-)?[0-9a-z]{1,20}/;
const sends = actionIdField("Event", eventId);

const settings = z.object({
  pixel_id: requiredLine("Pixel ID", 20).regex(
    /^[0-9a-z]+$/,
    "A pixel ID has lower-case letters and digits only.",
  ),
  event_id: requiredLine("Event ID", 50).regex(
    new RegExp(`^${eventId.source}$`),
    "Enter an event ID, such as o87ne or tw-o8z6j-o87ne.",
  ),
});

const key = (what: string) =>
  clearableText(what, 500)
    .refine(
      (text) => text === null || /^[\x21-\x7e]+$/.test(text),
      `${what} must not have spaces or line breaks. Copy it again.`,
    )
    .optional()
    .transform((text) => text ?? null);
const keyLabels: Record<keyof OAuth1Keys, string> = {
  consumer_key: "API key",
  consumer_secret: "API key secret",
  access_token: "Access token",
  access_token_secret: "Access token secret",
};
const secrets = z.object({
  pixel_token: key("Pixel access token"),
  consumer_key: key(keyLabels.consumer_key),
  consumer_secret: key(keyLabels.consumer_secret),
  access_token: key(keyLabels.access_token),
  access_token_secret: key(keyLabels.access_token_secret),
});
type Settings = z.output<typeof settings>;
type Secrets = z.output<typeof secrets>;

const keyNames = Object.keys(keyLabels) as (keyof OAuth1Keys)[];

/** X accepts its pixel's token or the four keys of a developer's application. */
function missingKey(secrets: Secrets): { field: string; message: string } | null {
  if (secrets.pixel_token) return null;
  const missing = keyNames.find((name) => !secrets[name]);
  if (missing === undefined) return null;
  if (missing === "consumer_key")
    return {
      field: "pixel_token",
      message: "Enter the pixel's access token, or the four keys of an application.",
    };
  return { field: missing, message: `${keyLabels[missing]} is required with the other keys.` };
}

function render({ fact, rule, value, settings }: Rendering<Settings>) {
  const name = sentEventName({ rule, fact });
  if (!sends.form.test(name)) return unsupportedHere(sends.wrong);
  const person = permittedIdentity(fact);
  const click = clickParam(fact, "twclid");
  const email = hashedEmail(person.email, "plain");
  const phone = hashedPhone(person.phone, "e164");
  if (![click, email, phone].some(Boolean))
    return noIdentifier("There is no X click, email address or phone number.");
  const payload = withoutEmpty({
    conversion_time: fact.at.toISOString(),
    event_id: actionIdOf(name, settings.event_id),
    identifiers: [
      ...listOfPresent(click).map((twclid) => ({ twclid })),
      ...listOfPresent(email).map((hashed_email) => ({ hashed_email })),
      ...listOfPresent(phone).map((hashed_phone_number) => ({ hashed_phone_number })),
    ],
    conversion_id: fact.uid,
    value: value?.amount,
    price_currency: value?.currency,
  });
  const at = click === null ? 0 : 1;
  return renderedPayload(payload, [
    { of: "click_id", is: click },
    { of: "email", is: email, hashedAt: `identifiers.${at}.hashed_email` },
    { of: "phone", is: phone, hashedAt: `identifiers.${email === null ? at : at + 1}.hashed_phone_number` },
  ]);
}

/** Different for each call, and the same for the same call at the same time. */
const nonceOf = (rows: OutboundRow[], now: Date) =>
  createHash("sha256")
    .update(JSON.stringify([now.getTime(), rows.map(({ deliveryId }) => deliveryId)]))
    .digest("hex")
    .slice(0, 32);

function read(answer: HttpAnswer, rows: number): DeliveryVerdict {
  const plain = verdictOfStatus(answer);
  if (plain.is === "sent") return plain;
  const errors = readPulledList(responseBody(answer).errors).map(readPulledObject);
  const why = readPulledText(errors[0]?.message) || plain.why;
  const code = readPulledText(errors[0]?.code) || plain.code;
  const isOfConversion = errors.some(({ parameter }) => typeof parameter === "string");
  return answer.status === 404 && isOfConversion
    ? refusedVerdict(rows, code, why)
    : failedCallVerdict(answer, rows, { code, why });
}

/** https://docs.x.com/x-ads-api/measurement/web-conversions and …/gtm-server-side, which has the pixel's token. */
export const x = defineNetwork<Settings, Secrets>({
  code: "x",
  label: "X",
  about:
    "Sends conversions to X's Conversion API by click ID, hashed email address and phone number. X counts them as website conversions: it accepts app conversions only from its measurement partners. Not tested with a real account.",
  network: "X",
  base: "https://ads-api.x.com/12",
  settings,
  secrets,
  fields: [
    {
      name: "pixel_id",
      label: "Pixel ID",
      hint: "In X Ads under Tools, Events Manager: of the event source.",
    },
    {
      name: "event_id",
      label: "Event ID for purchases",
      hint: "Add an event to the event source with Conversion API, and copy its ID.",
    },
    {
      name: "pixel_token",
      label: "Pixel access token",
      hint: "In Events Manager: Install Pixel, Manual, Conversion API, Generate access token. X describes it for Google Tag Manager.",
      secret: true,
      optional: true,
    },
    {
      name: "consumer_key",
      label: keyLabels.consumer_key,
      hint: "Instead of the pixel's token: the four keys of an application with access to the Ads API, from a user who manages the ad account.",
      secret: true,
      optional: true,
    },
    { name: "consumer_secret", label: keyLabels.consumer_secret, secret: true, optional: true },
    { name: "access_token", label: keyLabels.access_token, secret: true, optional: true },
    { name: "access_token_secret", label: keyLabels.access_token_secret, secret: true, optional: true },
  ],
  acceptsRefunds: false,
  needsPersonalization: true,
  needsNoOptOut: true,
  suggested: [suggestedRule("payment", defaultAction)],
  knownEvents: [],
  sends,
  conversionOf: (name, settings) => actionIdOf(name, settings.event_id),
  complaint: (_, secrets) => missingKey(secrets),
  maxRows: 500,
  maxAgeDays: null,
  render,
  request: (rows, { settings, secrets, base }, now) => {
    const url = `${base}/measurement/conversions/${settings.pixel_id}`;
    const signed = { nonce: nonceOf(rows, now), at: now };
    return {
      method: "POST",
      url,
      headers: {
        ...jsonHeaders,
        ...(secrets.pixel_token
          ? { "x-pixel-token": secrets.pixel_token }
          : { authorization: oauth1Header({ method: "POST", url }, secrets as OAuth1Keys, signed) }),
      },
      body: JSON.stringify({ conversions: rows.map(({ payload }) => payload) }),
    };
  },
  read,
});
