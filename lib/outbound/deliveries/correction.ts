import type { DestinationKind } from "@/lib/outbound/kind";
import type { OutboundRule } from "@/lib/outbound/rule";

type Dimensions = { settings: unknown; rules: readonly OutboundRule[] };

/** What a destination is told once the install of something it was told of was attributed anew. Pure. */
export function correctionOf(
  { group, label, corrections }: Pick<DestinationKind, "group" | "label" | "corrections">,
  { settings, rules }: Dimensions,
): string {
  if (group === "webhook")
    return "It's told of the new attribution if its mapping has “Changed attribution”.";
  return (
    corrections?.words(corrections.applies(settings, rules)) ??
    `${label} can't move a conversion or take it back: it keeps this.`
  );
}
