import type { DestinationKind } from "@/lib/outbound/mapping/kind";
import type { OutboundRule } from "@/lib/outbound/mapping/rule";

type Dimensions = { settings: unknown; rules: readonly OutboundRule[] };

/** Corrections for a destination when the install of a sent event was attributed again. Pure. */
export function correctionsFor(
  { group, label, corrections }: Pick<DestinationKind, "group" | "label" | "corrections">,
  { settings, rules }: Dimensions,
): string {
  if (group === "webhook" || group === "analytics")
    return "It receives the new attribution if its mapping has “Changed attribution”.";
  return (
    corrections?.describe(corrections.applies(settings, rules)) ??
    `${label} can't move or cancel a conversion, so this one stays.`
  );
}
