/** Sends profiles and events to CleverTap, whose response repeats the records that it did not process. */
import { z } from "zod";
import { requiredLine } from "@/lib/base/fields";
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
import { suggestedEventNames, suggestedEvents } from "@/lib/outbound/kinds/analytics/suggested";
import {
  type DeliveryVerdict,
  type HttpAnswer,
  type OutboundRow,
  type Rendering,
  regionalAddress,
} from "@/lib/outbound/mapping/kind";
import {
  jsonHeaders,
  renderedPayload,
  responseBody,
  sentEventName,
  unixSeconds,
} from "@/lib/outbound/mapping/payload";
import { tokenField } from "@/lib/outbound/mapping/token-field";
import { readPulledList, readPulledObject, readPulledText } from "@/lib/spend/pull/rows";

const regions = ["eu1", "in1", "us1", "sg1", "aps3", "mec1"] as const;
const addressOf = (region: string) => `https://${region}.api.clevertap.com`;

const settings = z.object({
  account_id: requiredLine("Project ID", 40).regex(
    /^[0-9A-Z-]+$/,
    "A project ID has capitals, digits and - only.",
  ),
  region: z.enum(regions, { error: "Choose a region." }).default("eu1"),
  event_data: eventData,
});
const secrets = z.object({ passcode: tokenField("Passcode", 200) });
type Settings = z.output<typeof settings>;

function render(rendering: Rendering<Settings>) {
  const { fact, rule } = rendering;
  const identity = serviceIdentityOf(fact, "clevertap_id", false);
  if ("unfit" in identity) return identity;
  const who = identity.user === null ? { objectId: identity.device } : { identity: identity.user };
  const ts = unixSeconds(fact.at);
  const profileData = userPropertiesOf(fact);
  const event = {
    ...who,
    type: "event",
    evtName: sentEventName({ rule, fact }),
    evtData: { ...eventPropertiesOf(rendering), cairn_event_id: fact.uid },
    ts,
  };
  const records =
    Object.keys(profileData).length === 0 ? [event] : [{ ...who, type: "profile", profileData, ts }, event];
  return renderedPayload({ records }, sentIdentifiersOf(identity));
}

const advice = "Check the project ID, the passcode and the region.";

/** A rejected event has its ID. A rejected profile only has the user, so it fails all their rows of the call. */
function isOf({ payload }: OutboundRow, record: Record<string, unknown>): boolean {
  return readPulledList(payload.records)
    .map(readPulledObject)
    .some((own) =>
      record.type === "event"
        ? own.type === "event" &&
          readPulledObject(own.evtData).cairn_event_id === readPulledObject(record.evtData).cairn_event_id
        : own.type === record.type && own.identity === record.identity && own.objectId === record.objectId,
    );
}

function read(
  answer: HttpAnswer,
  rows: number,
  sent: readonly OutboundRow[] = [],
): DeliveryVerdict | DeliveryVerdict[] {
  const body = responseBody(answer);
  const verdict = readServiceAnswer(answer, { words: readPulledText(body.error), advice });
  const failed = readPulledList(body.unprocessed).map(readPulledObject);
  if (verdict.is !== "sent" || failed.length === 0) return halveRejectedCall(verdict, answer, rows);
  return Array.from({ length: rows }, (_, n): DeliveryVerdict => {
    const row = sent[n];
    const wrong = failed.find(({ record }) => row !== undefined && isOf(row, readPulledObject(record)));
    return wrong === undefined
      ? verdict
      : {
          is: "dead",
          code: String(wrong.code ?? verdict.code),
          why: readPulledText(wrong.error) || "Not processed.",
        };
  });
}

export const clevertap = defineAnalytics<Settings, z.output<typeof secrets>>({
  code: "clevertap",
  label: "CleverTap",
  about: "Sends the attribution as profile properties, and the events that you choose.",
  base: addressOf("eu1"),
  settings,
  secrets,
  fields: [
    { name: "account_id", label: "Project ID", hint: "In CleverTap under Settings, Project." },
    { name: "passcode", label: "Passcode", hint: "In CleverTap under Settings, Passcode.", secret: true },
    { name: "region", label: "Region", hint: "The beginning of your dashboard's address.", options: regions },
    eventDataField,
  ],
  suggested: suggestedEvents(suggestedEventNames),
  // CleverTap accepts 1,000 records, but its response repeats wrong ones, and Cairn reads only short responses.
  maxRows: 100,
  maxAgeDays: null,
  render,
  request: (rows, { settings, secrets, base }) => ({
    method: "POST",
    url: `${regionalAddress(base, addressOf("eu1"), addressOf(settings.region))}/1/upload`,
    headers: {
      ...jsonHeaders,
      "x-clevertap-account-id": settings.account_id,
      "x-clevertap-passcode": secrets.passcode,
    },
    body: JSON.stringify({ d: rows.flatMap(({ payload }) => payload.records) }),
  }),
  read,
});
