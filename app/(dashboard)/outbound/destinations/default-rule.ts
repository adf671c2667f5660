import { t } from "@/lib/base/languages/texts";
import type { ShownKind } from "@/lib/outbound/destinations/schema";
import type { OutboundRule } from "@/lib/outbound/mapping/rule";

type Kind = Pick<ShownKind, "group" | "suggested" | "known_events" | "other_event" | "sends">;

/** A network's own event for ads that users saw, or the common name of it. */
const adEventIn = (events: string[]): string =>
  events.find((name) => ["AdImpression", "AD_VIEW", "ad_revenue"].includes(name)) ?? "ad_impression";

/** A name that the kind does not confuse with one of its standard events; an ID has to be entered. */
function neutralName({ known_events, other_event, sends }: Kind, on: OutboundRule["on"]): string {
  if (sends !== null) return "";
  if (other_event !== null) return other_event;
  if (on === "ad_revenue") return adEventIn(known_events);
  return on === "event" ? "{name}" : on;
}

/** The rule suggested by the kind, or a new one for its own installs if all suggested ones are for these. */
export function defaultRuleOf(kind: Kind, on: OutboundRule["on"]): OutboundRule {
  const known = kind.suggested.find((rule) => rule.on === on);
  if (known) return known;
  return {
    on,
    name: null,
    sends: neutralName(kind, on),
    value: { from: "fact" },
    only_own: kind.suggested.length > 0 && kind.suggested.every((rule) => rule.only_own),
    filter: {},
  };
}

/** The names that a network accepts, in a sentence; null if any name is as good as another. */
export function namesText({ group, known_events, other_event }: Kind, label: string): string | null {
  if (group !== "network") return null;
  if (other_event !== null)
    return t(
      "{label} accepts only its own events, which each rule lists. Use {other_event} for all others.",
      { label, other_event },
    );
  return known_events.length > 0
    ? t(
        "Each rule lists {label}'s standard events. Other names are sent as you enter them, and '{'name'}' is the event's own name.",
        { label },
      )
    : null;
}
