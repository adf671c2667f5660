/** Sends user attributes and custom events to Braze, whose response lists the rejected ones by their position. */
import { z } from "zod";
import {
  defineAnalytics,
  eventData,
  eventDataField,
  halveRejectedCall,
  readServiceAnswer,
} from "@/lib/outbound/kinds/analytics/define-analytics";
import {
  eventPropertiesOf,
  sentIdentifiersOf,
  serviceIdentityOf,
  userPropertiesOf,
} from "@/lib/outbound/kinds/analytics/person";
import { serviceUrl } from "@/lib/outbound/kinds/analytics/service-url";
import { suggestedEventNames, suggestedEvents } from "@/lib/outbound/kinds/analytics/suggested";
import {
  type DeliveryVerdict,
  type HttpAnswer,
  type Rendering,
  regionalAddress,
} from "@/lib/outbound/mapping/kind";
import { jsonHeaders, renderedPayload, responseBody, sentEventName } from "@/lib/outbound/mapping/payload";
import { tokenField } from "@/lib/outbound/mapping/token-field";
import { readPulledList, readPulledObject, readPulledText } from "@/lib/spend/pull/rows";

const settings = z.object({ url: serviceUrl("REST endpoint"), event_data: eventData });
const secrets = z.object({ api_key: tokenField("REST API key", 200) });
type Settings = z.output<typeof settings>;

function render(rendering: Rendering<Settings>) {
  const { fact, rule } = rendering;
  const identity = serviceIdentityOf(fact, "braze_id", false);
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
  return renderedPayload(payload, sentIdentifiersOf(identity));
}

const advice = "Check the REST endpoint, and that the key has the permission users.track.";

function read(answer: HttpAnswer, rows: number): DeliveryVerdict | DeliveryVerdict[] {
  const body = responseBody(answer);
  const verdict = readServiceAnswer(answer, { words: readPulledText(body.message), advice });
  const errors = readPulledList(body.errors).map(readPulledObject);
  if (verdict.is !== "sent" || errors.length === 0) return halveRejectedCall(verdict, answer, rows);
  const whys = new Map(errors.map(({ index, type }) => [Number(index), readPulledText(type)]));
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
  suggested: suggestedEvents(suggestedEventNames),
  // A call has at most 75 objects, and a row has two.
  maxRows: 37,
  maxAgeDays: null,
  render,
  request: (rows, { settings, secrets, base }) => ({
    method: "POST",
    url: `${regionalAddress(base, "", settings.url)}/users/track`,
    headers: { ...jsonHeaders, authorization: `Bearer ${secrets.api_key}` },
    body: JSON.stringify({
      attributes: rows.map(({ payload }) => payload.attributes),
      events: rows.map(({ payload }) => payload.events),
    }),
  }),
  read,
});
