/** Sends events to a RudderStack data plane. */
import { z } from "zod";
import {
  defineAnalytics,
  eventDataField,
  installIdsField,
} from "@/lib/outbound/kinds/analytics/define-analytics";
import { serviceUrl } from "@/lib/outbound/kinds/analytics/service-url";
import { suggestedEventNames, suggestedEvents } from "@/lib/outbound/kinds/analytics/suggested";
import {
  readTrackResponse,
  renderTrackEvent,
  trackRequest,
  trackSettings,
} from "@/lib/outbound/kinds/analytics/track-api";
import { regionalAddress } from "@/lib/outbound/mapping/kind";
import { tokenField } from "@/lib/outbound/mapping/token-field";

const settings = trackSettings.extend({ url: serviceUrl("Data plane URL") });
const secrets = z.object({ write_key: tokenField("Write key", 200) });

export const rudderstack = defineAnalytics<z.output<typeof settings>, z.output<typeof secrets>>({
  code: "rudderstack",
  label: "RudderStack",
  about: "Sends the attribution as traits, and the events that you choose, to your data plane.",
  base: "",
  settings,
  secrets,
  fields: [
    {
      name: "url",
      label: "Data plane URL",
      hint: "In RudderStack under Connections, such as https://example.dataplane.rudderstack.com.",
    },
    {
      name: "write_key",
      label: "Write key",
      hint: "In RudderStack under Sources: of an HTTP source.",
      secret: true,
    },
    eventDataField,
    installIdsField("rudderstack_anonymous_id"),
  ],
  suggested: suggestedEvents(suggestedEventNames),
  // A call has at most 4 MB, and a message 32 KB.
  maxRows: 100,
  maxAgeDays: null,
  render: renderTrackEvent("rudderstack_anonymous_id"),
  request: (rows, { settings, secrets, base }) =>
    trackRequest(regionalAddress(base, "", settings.url), secrets.write_key, rows),
  read: readTrackResponse("Copy the source's write key again, and check the data plane URL."),
});
