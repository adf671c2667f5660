import type { Kind } from "@/lib/outbound/kind";

/** What a destination can be told once the install of something it was told of was attributed anew. Pure. */
export function correctionOf({
  group,
  label,
  takesBack,
}: Pick<Kind, "group" | "label" | "takesBack">): string {
  if (group === "webhook")
    return "It's told of the new attribution if its mapping has “Changed attribution”.";
  if (group === "affiliate")
    return "An affiliate's address takes no correction. Settle it with the affiliate by this delivery.";
  return takesBack
    ? `${label} takes a conversion back only when its payment is refunded, and can't move one: it keeps this.`
    : `${label} can't move a conversion or take it back: it keeps this.`;
}
