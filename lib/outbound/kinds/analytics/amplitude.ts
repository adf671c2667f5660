/** Sends events to Amplitude's batch upload. One invalid event rejects the whole call. */
import { z } from "zod";
import {
  defineAnalytics,
  eventData,
  eventDataField,
  halveRejectedCall,
  installIds,
  installIdsField,
  readServiceAnswer,
  withNextStep,
} from "@/lib/outbound/kinds/analytics/define-analytics";
import {
  eventPropertiesOf,
  platformName,
  sentIdentifiersOf,
  serviceIdentityOf,
  userPropertiesOf,
} from "@/lib/outbound/kinds/analytics/person";
import { suggestedEventNames, suggestedEvents } from "@/lib/outbound/kinds/analytics/suggested";
import {
  type DeliveryVerdict,
  type HttpAnswer,
  type Rendering,
  regionalAddress,
} from "@/lib/outbound/mapping/kind";
import {
  jsonHeaders,
  renderedPayload,
  responseBody,
  sentEventName,
  withoutEmpty,
} from "@/lib/outbound/mapping/payload";
import { tokenField } from "@/lib/outbound/mapping/token-field";
import { readPulledObject, readPulledText } from "@/lib/spend/pull/rows";

const regions = { US: "https://api2.amplitude.com", EU: "https://api.eu.amplitude.com" } as const;

const settings = z.object({
  region: z.enum(["US", "EU"], { error: "Choose US or EU." }).default("US"),
  event_data: eventData,
  install_ids: installIds,
});
const secrets = z.object({ api_key: tokenField("API key", 200) });
type Settings = z.output<typeof settings>;

function render(rendering: Rendering<Settings>) {
  const { fact, rule, value, settings } = rendering;
  const identity = serviceIdentityOf(fact, "amplitude_device_id", settings.install_ids);
  if ("unfit" in identity) return identity;
  const { revenue, ...properties } = eventPropertiesOf(rendering) as Record<string, unknown>;
  const payload = withoutEmpty({
    user_id: identity.user,
    device_id: identity.device,
    event_type: sentEventName({ rule, fact }),
    time: fact.at.getTime(),
    insert_id: fact.uid,
    event_properties: properties,
    user_properties: userPropertiesOf(fact),
    platform: platformName(fact),
    app_version: fact.install?.appVersion,
    revenue: value === null ? null : revenue,
    revenueType: fact.adRevenue && "ad",
  });
  return renderedPayload(payload, sentIdentifiersOf(identity));
}

/** The names of the fields that Amplitude complains about. */
const wrongFields = (body: Record<string, unknown>) =>
  [
    ...Object.keys(readPulledObject(body.events_with_invalid_fields)),
    ...Object.keys(readPulledObject(body.events_with_missing_fields)),
    ...Object.keys(readPulledObject(body.events_with_invalid_id_lengths)),
  ].join(", ");

const advice = "Copy the project's API key again, and check the data center.";

function read(answer: HttpAnswer, rows: number): DeliveryVerdict {
  const body = responseBody(answer);
  const error = readPulledText(body.error);
  const verdict = readServiceAnswer(answer, { words: error, advice });
  if (verdict.is !== "dead") return verdict;
  if (/api[_ ]key/i.test(`${error} ${readPulledText(body.missing_field)}`))
    return { is: "pause", code: verdict.code, why: withNextStep(error, advice) };
  const fields = wrongFields(body);
  const why = fields === "" ? verdict.why : `${error}: ${fields}`;
  return halveRejectedCall({ ...verdict, why }, answer, rows);
}

export const amplitude = defineAnalytics<Settings, z.output<typeof secrets>>({
  code: "amplitude",
  label: "Amplitude",
  about: "Sends the attribution as user properties, and the events that you choose.",
  base: regions.US,
  settings,
  secrets,
  fields: [
    {
      name: "api_key",
      label: "API key",
      hint: "In Amplitude under Settings, Projects, your project: API key, not the secret key.",
      secret: true,
    },
    { name: "region", label: "Data center", options: ["US", "EU"] },
    eventDataField,
    installIdsField("amplitude_device_id"),
  ],
  suggested: suggestedEvents(suggestedEventNames),
  maxRows: 2_000,
  maxAgeDays: null,
  render,
  request: (rows, { settings, secrets, base }) => ({
    method: "POST",
    url: `${regionalAddress(base, regions.US, regions[settings.region])}/batch`,
    headers: jsonHeaders,
    body: JSON.stringify({
      api_key: secrets.api_key,
      events: rows.map(({ payload }) => payload),
      // Customers' user IDs can be shorter than Amplitude's default of five characters.
      options: { min_id_length: 1 },
    }),
  }),
  read,
});
