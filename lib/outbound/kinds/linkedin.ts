/** Sends conversions to LinkedIn, which returns a result for each row of a batch. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { requiredLine } from "@/lib/base/fields";
import { actionIdField, actionIdOf, defaultAction } from "@/lib/outbound/kinds/action-id";
import { defineNetwork } from "@/lib/outbound/kinds/define-network";
import { advertisingIdOfFact } from "@/lib/outbound/mapping/fact";
import { deviceIdAs, hashedEmail } from "@/lib/outbound/mapping/hash";
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
import { readPulledList, readPulledObject, readPulledText } from "@/lib/spend/pull/rows";

const wrongVersion = "Enter a year and month, such as 202608.";

const settings = z.object({
  conversion_rule: requiredLine("Conversion ID", 20).regex(/^\d+$/, "A conversion ID has digits only."),
  api_version: z.preprocess(
    (entered) => entered || undefined,
    z
      .string({ error: wrongVersion })
      .trim()
      .regex(/^20\d\d(0[1-9]|1[0-2])$/, wrongVersion)
      .default("202608"),
  ),
});
const secrets = z.object({ access_token: tokenField("Access token") });
type Settings = z.output<typeof settings>;

const sends = actionIdField("Conversion");

/** Longer IDs are rejected, so they are sent as a hash, which is equally stable. */
const eventIdOf = (uid: string) => (uid.length <= 64 ? uid : createHash("sha256").update(uid).digest("hex"));

function render({ fact, rule, value, settings }: Rendering<Settings>) {
  const name = sentEventName({ rule, fact });
  if (!sends.form.test(name)) return unsupportedHere(sends.wrong);
  const email = hashedEmail(permittedIdentity(fact).email, "plain");
  const click = clickParam(fact, "li_fat_id");
  const advertising = mayTrack(fact) ? advertisingIdOfFact(fact) : null;
  const device = advertising?.kind === "gaid" ? deviceIdAs(advertising, "lower") : null;
  const ids = [
    ["SHA256_EMAIL", email],
    ["LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID", click],
    ["GOOGLE_AID", device],
  ].flatMap(([idType, idValue]) => (idValue ? [{ idType, idValue }] : []));
  if (ids.length === 0)
    return noIdentifier("There is no LinkedIn click, email address or Google advertising ID.");
  const payload = withoutEmpty({
    conversion: `urn:lla:llaPartnerConversion:${actionIdOf(name, settings.conversion_rule)}`,
    conversionHappenedAt: fact.at.getTime(),
    conversionValue: value && { currencyCode: value.currency, amount: String(value.amount) },
    eventId: eventIdOf(fact.uid),
    user: { userIds: ids },
  });
  return renderedPayload(payload, [
    { of: "email", is: email, hashedAt: "user.userIds.0.idValue" },
    { of: "click_id", is: click },
    { of: "advertising_id", is: device },
  ]);
}

function read(answer: HttpAnswer, rows: number): DeliveryVerdict | DeliveryVerdict[] {
  const plain = verdictOfStatus(answer);
  const body = responseBody(answer);
  const elements = readPulledList(body.elements).map(readPulledObject);
  if (plain.is === "sent") {
    if (elements.length === rows) return elements.map((element) => readElement(element, answer));
    return {
      is: "retry",
      code: plain.code,
      why: "LinkedIn's response doesn't cover every conversion.",
      afterMs: null,
    };
  }
  const why = readPulledText(body.message) || plain.why;
  const code = readPulledText(body.code) || plain.code;
  // LinkedIn no longer serves this API version: every call fails until another version is set.
  if (answer.status === 426)
    return { is: "pause", code, why: `LinkedIn no longer serves this API version: ${why}` };
  return answer.status === 400 ? refusedVerdict(rows, code, why) : { ...plain, code, why };
}

function readElement({ status, error }: Record<string, unknown>, { at }: HttpAnswer): DeliveryVerdict {
  const message = readPulledText(readPulledObject(error).message);
  const code = typeof status === "number" ? status : 500;
  return verdictOfStatus({ status: code, headers: {}, body: message, at });
}

export const linkedin = defineNetwork<Settings, z.output<typeof secrets>>({
  code: "linkedin",
  label: "LinkedIn",
  about: "Sends conversions to LinkedIn by click ID and hashed email address.",
  network: "LINKEDIN",
  base: "https://api.linkedin.com/rest",
  settings,
  secrets,
  fields: [
    {
      name: "conversion_rule",
      label: "Conversion ID for purchases",
      hint: "In Campaign Manager under Measurement, a conversion with the source Conversions API: the number in its address.",
    },
    {
      name: "access_token",
      label: "Access token",
      hint: "In Campaign Manager under Data, Sources, Direct API. Replace it before it expires.",
      secret: true,
    },
    {
      name: "api_version",
      label: "API version",
      hint: "A year and month. LinkedIn serves each version for a year.",
      optional: true,
    },
  ],
  acceptsRefunds: false,
  needsNoOptOut: true,
  suggested: [suggestedRule("payment", defaultAction)],
  knownEvents: [],
  sends,
  // LinkedIn accepts 5,000 rows, but its response for them would be longer than Cairn reads.
  maxRows: 1_000,
  maxAgeDays: 90,
  render,
  request: (rows, { settings, secrets, base }) => ({
    method: "POST",
    url: `${base}/conversionEvents`,
    headers: {
      ...jsonHeaders,
      authorization: `Bearer ${secrets.access_token}`,
      "linkedin-version": settings.api_version,
      "x-restli-protocol-version": "2.0.0",
      "x-restli-method": "BATCH_CREATE",
    },
    body: JSON.stringify({ elements: rows.map(({ payload }) => payload) }),
  }),
  read,
});
