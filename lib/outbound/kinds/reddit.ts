/** Sends app events to Reddit's Conversions API. One invalid event rejects the whole call. */
import { z } from "zod";
import { clearableText, requiredLine } from "@/lib/base/fields";
import { version } from "@/lib/base/version";
import { deviceText } from "@/lib/facts/app-calls/device";
import { defineNetwork } from "@/lib/outbound/kinds/define-network";
import { advertisingIdOfFact } from "@/lib/outbound/mapping/fact";
import { deviceIdAs, hashedEmail, hashedPhone, hashedUserId } from "@/lib/outbound/mapping/hash";
import {
  type DeliveryVerdict,
  type HttpAnswer,
  type Rendering,
  verdictOfStatus,
} from "@/lib/outbound/mapping/kind";
import {
  clickParam,
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
import { readPulledObject, readPulledText } from "@/lib/spend/pull/rows";

const settings = z.object({
  pixel_id: requiredLine("Pixel ID", 64).regex(
    /^[0-9A-Za-z_-]+$/,
    "A pixel ID has letters, digits, _ and - only.",
  ),
  test_id: clearableText("Test ID", 64).optional(),
});
const secrets = z.object({ access_token: tokenField("Conversion access token") });
type Settings = z.output<typeof settings>;

const standard = [
  "PAGE_VISIT",
  "VIEW_CONTENT",
  "SEARCH",
  "ADD_TO_CART",
  "ADD_TO_WISHLIST",
  "PURCHASE",
  "LEAD",
  "SIGN_UP",
] as const;

/** Reddit rejects longer names of custom events. */
const maxName = 64;

const typeOf = (name: string) =>
  standard.some((known) => known === name)
    ? { tracking_type: name }
    : { tracking_type: "CUSTOM", custom_event_name: name };

function render({ fact, rule, value }: Rendering<Settings>) {
  const name = sentEventName({ rule, fact });
  if (name === "" || name.length > maxName)
    return unsupportedHere(`Reddit accepts event names of 1 to ${maxName} characters.`);
  const person = permittedIdentity(fact);
  const email = hashedEmail(person.email, "reddit");
  const phone = hashedPhone(person.phone, "e164");
  const externalId = person.id && hashedUserId(person.id);
  const advertising = mayTrack(fact) ? advertisingIdOfFact(fact) : null;
  const device = deviceIdAs(advertising, "sha256_as_written");
  const click = clickParam(fact, "rdt_cid");
  if (![email, phone, externalId, device, click].some(Boolean))
    return noIdentifier("There is no Reddit click and no ID of the device or person.");
  const deviceName = advertising?.kind === "idfa" ? "idfa" : "aaid";
  const payload = withoutEmpty({
    event_at: fact.at.getTime(),
    action_source: "APP",
    type: typeOf(name),
    click_id: click,
    user: withoutEmpty({
      email,
      phone_number: phone,
      external_id: externalId,
      [deviceName]: device,
      user_agent: fact.install && deviceText(fact.install.deviceData, "user_agent"),
      data_processing_options: fact.permissions.adPersonalization ? null : { modes: ["LDU"] },
    }),
    metadata: withoutEmpty({ conversion_id: fact.uid, value: value?.amount, currency: value?.currency }),
  });
  return renderedPayload(payload, [
    { of: "click_id", is: click },
    { of: "email", is: email, hashedAt: "user.email" },
    { of: "phone", is: phone, hashedAt: "user.phone_number" },
    { of: "user_id", is: externalId, hashedAt: "user.external_id" },
    { of: "advertising_id", is: device, hashedAt: `user.${deviceName}` },
  ]);
}

function read(answer: HttpAnswer, rows: number): DeliveryVerdict {
  const plain = verdictOfStatus(answer);
  if (plain.is === "sent") return plain;
  const body = responseBody(answer);
  const why =
    readPulledText(readPulledObject(body.error).message) || readPulledText(body.message) || plain.why;
  return answer.status === 400 ? refusedVerdict(rows, plain.code, why) : { ...plain, why };
}

export const reddit = defineNetwork<Settings, z.output<typeof secrets>>({
  code: "reddit",
  label: "Reddit",
  about: "Sends sign-ups, events and purchases in your app to Reddit.",
  network: "REDDIT",
  base: "https://ads-api.reddit.com/api/v3",
  settings,
  secrets,
  fields: [
    { name: "pixel_id", label: "Pixel ID", hint: "In Reddit Ads under Events Manager." },
    {
      name: "access_token",
      label: "Conversion access token",
      hint: "In Events Manager under Conversions API: Generate access token.",
      secret: true,
    },
    {
      name: "test_id",
      label: "Test ID",
      hint: "From Event Testing in Events Manager. While it is set, Reddit only shows the events there.",
      optional: true,
    },
  ],
  acceptsRefunds: true,
  suggested: [
    suggestedRule("install", "Install", { value: { from: "none" } }),
    suggestedRule("organic", "Install", { value: { from: "none" } }),
    suggestedRule("signup", "SIGN_UP", { value: { from: "none" } }),
    suggestedRule("payment", "PURCHASE"),
  ],
  knownEvents: standard,
  maxRows: 1_000,
  maxAgeDays: 7,
  render,
  request: (rows, { settings, secrets, base }) => ({
    method: "POST",
    url: `${base}/pixels/${settings.pixel_id}/conversion_events`,
    headers: {
      ...jsonHeaders,
      authorization: `Bearer ${secrets.access_token}`,
      // Reddit returns 429 to clients without a user agent of their own.
      "user-agent": `Cairn/${version}`,
    },
    body: JSON.stringify({
      data: { events: rows.map(({ payload }) => payload), ...withoutEmpty({ test_id: settings.test_id }) },
    }),
  }),
  read,
});
