import { factName } from "@/app/(dashboard)/shell/facts/delivery-labels";
import type { ShownKind } from "@/lib/outbound/destinations/schema";
import type { OutboundRule } from "@/lib/outbound/mapping/rule";

/** A network's own event for ads that users saw, or the common name of it. */
const adEventIn = (events: string[]): string =>
  events.find((name) => ["AdImpression", "AD_VIEW", "ad_revenue"].includes(name)) ?? "ad_impression";

/** The rule suggested by the kind, or a new one for its own installs if all suggested ones are for these. */
export function defaultRuleOf({ suggested, known_events }: ShownKind, on: OutboundRule["on"]): OutboundRule {
  const known = suggested.find((rule) => rule.on === on);
  if (known) return known;
  return {
    on,
    name: null,
    sends: (on === "ad_revenue" ? adEventIn(known_events) : known_events[0]) ?? factName(on),
    value: { from: "fact" },
    only_own: suggested.length > 0 && suggested.every((rule) => rule.only_own),
    filter: {},
  };
}
