/** Sends events to Segment's tracking API, which returns 200 to almost every call. */
import { z } from "zod";
import {
  defineAnalytics,
  eventDataField,
  installIdsField,
} from "@/lib/outbound/kinds/analytics/define-analytics";
import { suggestedEventNames, suggestedEvents } from "@/lib/outbound/kinds/analytics/suggested";
import {
  readTrackResponse,
  renderTrackEvent,
  trackRequest,
  trackSettings,
} from "@/lib/outbound/kinds/analytics/track-api";
import { regionalAddress } from "@/lib/outbound/mapping/kind";
import { tokenField } from "@/lib/outbound/mapping/token-field";

const regions = { US: "https://api.segment.io", EU: "https://events.eu1.segmentapis.com" } as const;

const settings = trackSettings.extend({
  region: z.enum(["US", "EU"], { error: "Choose US or EU." }).default("US"),
});
const secrets = z.object({ write_key: tokenField("Write key", 200) });

export const segment = defineAnalytics<z.output<typeof settings>, z.output<typeof secrets>>({
  code: "segment",
  label: "Segment",
  about:
    "Sends the attribution as traits, and the events that you choose. Segment accepts wrong write keys without an error: check its debugger.",
  base: regions.US,
  settings,
  secrets,
  fields: [
    {
      name: "write_key",
      label: "Write key",
      hint: "In Segment under Connections, Sources: of an HTTP API source.",
      secret: true,
    },
    { name: "region", label: "Region", options: ["US", "EU"] },
    eventDataField,
    installIdsField("segment_anonymous_id"),
  ],
  suggested: suggestedEvents(suggestedEventNames),
  // A call has at most 500 KB.
  maxRows: 100,
  maxAgeDays: null,
  render: renderTrackEvent("segment_anonymous_id"),
  request: (rows, { settings, secrets, base }) =>
    trackRequest(regionalAddress(base, regions.US, regions[settings.region]), secrets.write_key, rows),
  read: readTrackResponse("Copy the source's write key again, and check the region."),
});
