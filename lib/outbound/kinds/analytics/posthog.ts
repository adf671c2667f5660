/** Sends events to PostHog Cloud, or to a PostHog server of the customer. */
import { z } from "zod";
import {
  defineAnalytics,
  eventData,
  eventDataField,
  halveRejectedCall,
  installIds,
  installIdsField,
  readServiceAnswer,
} from "@/lib/outbound/kinds/analytics/define-analytics";
import {
  eventPropertiesOf,
  platformName,
  sentIdentifiersOf,
  serviceIdentityOf,
  userPropertiesOf,
  uuidOf,
} from "@/lib/outbound/kinds/analytics/person";
import { serviceUrl } from "@/lib/outbound/kinds/analytics/service-url";
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
import { readPulledText } from "@/lib/spend/pull/rows";

const settings = z.object({
  url: serviceUrl("Address"),
  event_data: eventData,
  install_ids: installIds,
});
const secrets = z.object({ api_key: tokenField("Project API key", 200) });
type Settings = z.output<typeof settings>;

function render(rendering: Rendering<Settings>) {
  const { fact, rule, settings } = rendering;
  const identity = serviceIdentityOf(fact, "posthog_distinct_id", settings.install_ids);
  if ("unfit" in identity) return identity;
  const payload = {
    event: sentEventName({ rule, fact }),
    distinct_id: identity.user ?? identity.device,
    timestamp: fact.at.toISOString(),
    uuid: uuidOf(fact.uid),
    properties: {
      ...eventPropertiesOf(rendering),
      ...withoutEmpty({
        $os: platformName(fact),
        $app_version: fact.install?.appVersion,
        $set: userPropertiesOf(fact),
      }),
      $lib: "cairn",
      // The call comes from a server, so its address is not the user's.
      $geoip_disable: true,
    },
  };
  return renderedPayload(payload, sentIdentifiersOf(identity));
}

const advice = "Copy the project API key again, and check the address.";

function read(answer: HttpAnswer, rows: number): DeliveryVerdict {
  const { detail, error } = responseBody(answer);
  const verdict = readServiceAnswer(answer, {
    words: readPulledText(detail) || readPulledText(error) || answer.body.trim(),
    advice,
  });
  return halveRejectedCall(verdict, answer, rows);
}

export const posthog = defineAnalytics<Settings, z.output<typeof secrets>>({
  code: "posthog",
  label: "PostHog",
  about:
    "Sends the attribution as person properties, and the events that you choose, to PostHog Cloud or your server.",
  base: "",
  settings,
  secrets,
  fields: [
    {
      name: "url",
      label: "Address",
      hint: "https://us.i.posthog.com, https://eu.i.posthog.com, or your own server.",
    },
    {
      name: "api_key",
      label: "Project API key",
      hint: "In PostHog under Settings, Project. It begins with phc_.",
      secret: true,
    },
    eventDataField,
    installIdsField("posthog_distinct_id"),
  ],
  suggested: suggestedEvents(suggestedEventNames),
  // A call has at most 20 MB.
  maxRows: 500,
  maxAgeDays: null,
  render,
  request: (rows, { settings, secrets, base }) => ({
    method: "POST",
    url: `${regionalAddress(base, "", settings.url)}/batch/`,
    headers: jsonHeaders,
    body: JSON.stringify({ api_key: secrets.api_key, batch: rows.map(({ payload }) => payload) }),
  }),
  read,
});
