/** Sends custom events to Microsoft Advertising's Conversions API. One invalid event rejects the whole call. */
import { z } from "zod";
import { requiredLine } from "@/lib/base/fields";
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
  failedCallVerdict,
  jsonHeaders,
  mayTrack,
  noIdentifier,
  permittedIdentity,
  renderedPayload,
  responseBody,
  sentEventName,
  suggestedRule,
  unixSeconds,
  withoutEmpty,
} from "@/lib/outbound/mapping/payload";
import { tokenField } from "@/lib/outbound/mapping/token-field";
import { readPulledList, readPulledObject, readPulledText } from "@/lib/spend/pull/rows";

const settings = z.object({
  tag_id: requiredLine("UET tag ID", 20).regex(/^\d+$/, "A UET tag ID has digits only."),
});
const secrets = z.object({ access_token: tokenField("Conversions API token") });
type Settings = z.output<typeof settings>;

function render({ fact, rule, value }: Rendering<Settings>) {
  const person = permittedIdentity(fact);
  // Microsoft ignores dots and aliases of every domain, like Reddit.
  const em = hashedEmail(person.email, "reddit");
  const ph = hashedPhone(person.phone, "e164");
  const externalId = person.id && hashedUserId(person.id);
  const advertising = mayTrack(fact) ? advertisingIdOfFact(fact) : null;
  const device = deviceIdAs(advertising, "as_written");
  const click = clickParam(fact, "msclkid");
  if (![em, ph, device, click].some(Boolean))
    return noIdentifier("There is no Microsoft click and no ID of the device or person.");
  const payload = {
    eventType: "custom",
    eventId: fact.uid,
    eventName: sentEventName({ rule, fact }),
    eventTime: unixSeconds(fact.at),
    adStorageConsent: "G",
    userData: withoutEmpty({
      anonymousId: fact.install?.id,
      externalId,
      em,
      ph,
      msclkid: click,
      [advertising?.kind === "idfa" ? "idfa" : "gaid"]: device,
      clientUserAgent: fact.install && deviceText(fact.install.deviceData, "user_agent"),
    }),
    ...withoutEmpty({
      customData: withoutEmpty({
        transactionId: fact.payment?.id,
        value: value?.amount,
        currency: value?.currency,
      }),
    }),
  };
  return renderedPayload(payload, [
    { of: "click_id", is: click },
    { of: "email", is: em, hashedAt: "userData.em" },
    { of: "phone", is: ph, hashedAt: "userData.ph" },
    { of: "user_id", is: externalId, hashedAt: "userData.externalId" },
    { of: "advertising_id", is: device },
    { of: "install_id", is: fact.install?.id ?? null },
  ]);
}

function read(answer: HttpAnswer, rows: number): DeliveryVerdict {
  const plain = verdictOfStatus(answer);
  if (plain.is === "sent") return plain;
  const error = readPulledObject(responseBody(answer).error);
  const [first] = readPulledList(error.details).map(readPulledObject);
  const why = readPulledText(first?.errorMessage) || readPulledText(error.message) || plain.why;
  return failedCallVerdict(answer, rows, { code: plain.code, why });
}

/** https://learn.microsoft.com/en-us/advertising/guides/uet-conversion-api-integration */
export const microsoft = defineNetwork<Settings, z.output<typeof secrets>>({
  code: "microsoft",
  label: "Microsoft Advertising",
  about:
    "Sends installs, events and purchases in your app to Microsoft Advertising. Microsoft issues tokens in a pilot: ask your account manager. Not tested with a real account.",
  network: "MICROSOFT",
  base: "https://capi.uet.microsoft.com/v1",
  settings,
  secrets,
  fields: [
    { name: "tag_id", label: "UET tag ID", hint: "In Microsoft Advertising under Tools, UET tag." },
    {
      name: "access_token",
      label: "Conversions API token",
      hint: "With the UET tag: Use Conversions API.",
      secret: true,
    },
  ],
  acceptsRefunds: false,
  needsPersonalization: true,
  needsNoOptOut: true,
  suggested: [
    suggestedRule("install", "install", { value: { from: "none" } }),
    suggestedRule("signup", "signup", { value: { from: "none" } }),
    suggestedRule("payment", "purchase"),
  ],
  knownEvents: [],
  maxRows: 1_000,
  maxAgeDays: null,
  render,
  request: (rows, { settings, secrets, base }) => ({
    method: "POST",
    url: `${base}/${settings.tag_id}/events`,
    headers: { ...jsonHeaders, authorization: `Bearer ${secrets.access_token}` },
    body: JSON.stringify({ data: rows.map(({ payload }) => payload), continueOnValidationError: false }),
  }),
  read,
});
