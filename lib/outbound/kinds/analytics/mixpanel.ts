/** Sends events to Mixpanel's import, which stores the valid events of a call and lists the invalid ones. */
import { z } from "zod";
import { requiredLine } from "@/lib/base/fields";
import {
  basicAuth,
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
import { readPulledList, readPulledObject, readPulledText } from "@/lib/spend/pull/rows";

const regions = {
  US: "https://api.mixpanel.com",
  EU: "https://api-eu.mixpanel.com",
  India: "https://api-in.mixpanel.com",
} as const;

const settings = z.object({
  project_id: requiredLine("Project ID", 20).regex(/^\d+$/, "A project ID has digits only."),
  username: requiredLine("Service account", 200).regex(
    /^[^\s:]+$/,
    "Copy the username of the service account.",
  ),
  region: z.enum(["US", "EU", "India"], { error: "Choose US, EU or India." }).default("US"),
  event_data: eventData,
  install_ids: installIds,
});
const secrets = z.object({ secret: tokenField("Secret", 400) });
type Settings = z.output<typeof settings>;

function render(rendering: Rendering<Settings>) {
  const { fact, rule, settings } = rendering;
  const identity = serviceIdentityOf(fact, "mixpanel_distinct_id", settings.install_ids);
  if ("unfit" in identity) return identity;
  const properties = {
    ...eventPropertiesOf(rendering),
    ...userPropertiesOf(fact),
    ...withoutEmpty({
      $os: platformName(fact),
      $app_version_string: fact.install?.appVersion,
    }),
    distinct_id: identity.user ?? identity.device,
    time: fact.at.getTime(),
    $insert_id: uuidOf(fact.uid),
  };
  return renderedPayload({ event: sentEventName({ rule, fact }), properties }, sentIdentifiersOf(identity));
}

const advice = "Check the project ID, the data center, and the service account's username and secret.";

function read(answer: HttpAnswer, rows: number): DeliveryVerdict | DeliveryVerdict[] {
  const body = responseBody(answer);
  const verdict = readServiceAnswer(answer, { words: readPulledText(body.error), advice });
  if (verdict.is !== "dead") return verdict;
  const failed = readPulledList(body.failed_records).map(readPulledObject);
  if (answer.status === 400 && failed.length > 0) {
    const whys = new Map(failed.map(({ index, message }) => [Number(index), readPulledText(message)]));
    return Array.from({ length: rows }, (_, row): DeliveryVerdict => {
      const why = whys.get(row);
      return why === undefined ? { is: "sent", code: "200" } : { is: "dead", code: "400", why };
    });
  }
  return halveRejectedCall(verdict, answer, rows);
}

export const mixpanel = defineAnalytics<Settings, z.output<typeof secrets>>({
  code: "mixpanel",
  label: "Mixpanel",
  about:
    "Sends the events that you choose, with the attribution as properties of each. Mixpanel's import has no user profiles.",
  base: regions.US,
  settings,
  secrets,
  fields: [
    { name: "project_id", label: "Project ID", hint: "In Mixpanel under Settings, Project: a number." },
    {
      name: "username",
      label: "Service account",
      hint: "The username of a service account with the role Owner or Admin.",
    },
    { name: "secret", label: "Secret", hint: "The secret of the service account.", secret: true },
    { name: "region", label: "Data center", options: ["US", "EU", "India"] },
    eventDataField,
    installIdsField("mixpanel_distinct_id"),
  ],
  suggested: suggestedEvents(suggestedEventNames),
  // Mixpanel accepts 2,000 events, but its response for as many wrong ones would be longer than Cairn reads.
  maxRows: 1_000,
  maxAgeDays: null,
  render,
  request: (rows, { settings, secrets, base }) => ({
    method: "POST",
    url: `${regionalAddress(base, regions.US, regions[settings.region])}/import?strict=1&project_id=${settings.project_id}`,
    headers: { ...jsonHeaders, authorization: basicAuth(settings.username, secrets.secret) },
    body: JSON.stringify(rows.map(({ payload }) => payload)),
  }),
  read,
});
