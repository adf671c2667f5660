/** Sends user attributes and custom events to Braze, whose response lists the rejected ones by their position. */
import { z } from "zod";
import {
  addressIn,
  defineAnalytics,
  eventData,
  eventDataField,
  halved,
  readService,
} from "@/lib/outbound/kinds/analytics/define-analytics";
import {
  eventPropertiesOf,
  identifiersOf,
  identityOf,
  userPropertiesOf,
} from "@/lib/outbound/kinds/analytics/person";
import { serviceUrl } from "@/lib/outbound/kinds/analytics/service-url";
import { plainNames, suggestedEvents } from "@/lib/outbound/kinds/analytics/suggested";
import type { DeliveryVerdict, HttpAnswer, Rendering } from "@/lib/outbound/mapping/kind";
import { jsonHeaders, rendered, responseBody, sentEventName } from "@/lib/outbound/mapping/payload";
import { tokenField } from "@/lib/outbound/mapping/token-field";
import { listIn, objectIn, textIn } from "@/lib/spend/pull/rows";

const settings = z.object({ url: serviceUrl("REST endpoint"), event_data: eventData });
const secrets = z.object({ api_key: tokenField("REST API key", 200) });
type Settings = z.output<typeof settings>;

function render(rendering: Rendering<Settings>) {
  const { fact, rule } = rendering;
  const identity = identityOf(fact, "braze_id", false);
  if ("unfit" in identity) return identity;
  const who = identity.user === null ? { braze_id: identity.device } : { external_id: identity.user };
  // Each row has one object in both lists, so that positions in a response lead to the row.
  const payload = {
    attributes: { ...who, ...userPropertiesOf(fact) },
    events: {
      ...who,
      name: sentEventName({ rule, fact }),
      time: fact.at.toISOString(),
      properties: eventPropertiesOf(rendering),
    },
  };
  return rendered(payload, identifiersOf(identity));
}

const advice = "Check the REST endpoint, and that the key has the permission users.track.";

function read(answer: HttpAnswer, rows: number): DeliveryVerdict | DeliveryVerdict[] {
  const body = responseBody(answer);
  const verdict = readService(answer, { words: textIn(body.message), advice });
  const errors = listIn(body.errors).map(objectIn);
  if (verdict.is !== "sent" || errors.length === 0) return halved(verdict, answer, rows);
  const whys = new Map(errors.map(({ index, type }) => [Number(index), textIn(type)]));
  return Array.from({ length: rows }, (_, row): DeliveryVerdict => {
    const why = whys.get(row);
    return why === undefined ? verdict : { is: "dead", code: verdict.code, why };
  });
}

export const braze = defineAnalytics<Settings, z.output<typeof secrets>>({
  code: "braze",
  label: "Braze",
  about:
    "Sends the attribution as custom attributes, and the events that you choose as custom events. Braze counts no revenue from them.",
  base: "",
  settings,
  secrets,
  fields: [
    {
      name: "url",
      label: "REST endpoint",
      hint: "Of your Braze instance, such as https://rest.iad-01.braze.com.",
    },
    {
      name: "api_key",
      label: "REST API key",
      hint: "In Braze under Settings, APIs and identifiers, with the permission users.track.",
      secret: true,
    },
    eventDataField,
  ],
  suggested: suggestedEvents(plainNames),
  // A call has at most 75 objects, and a row has two.
  maxRows: 37,
  maxAgeDays: null,
  render,
  request: (rows, { settings, secrets, base }) => ({
    method: "POST",
    url: `${addressIn(base, "", settings.url)}/users/track`,
    headers: { ...jsonHeaders, authorization: `Bearer ${secrets.api_key}` },
    body: JSON.stringify({
      attributes: rows.map(({ payload }) => payload.attributes),
      events: rows.map(({ payload }) => payload.events),
    }),
  }),
  read,
});
