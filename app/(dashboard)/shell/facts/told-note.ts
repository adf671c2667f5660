import type { DeliveryPreview } from "@/lib/outbound/deliveries/schema";

const modeNotes: Record<string, string> = {
  off: "It is off, so nothing is sent.",
  dry_run: "It is a dry run, so nothing is sent.",
};

/** What stands below a destination's name. Why it would not be told now is no reason for what it was told. */
export function noteOf({
  destination,
  would,
  words,
  delivery,
}: Pick<DeliveryPreview, "would" | "words"> & {
  destination: Pick<DeliveryPreview["destination"], "mode">;
  delivery: Pick<NonNullable<DeliveryPreview["delivery"]>, "state"> | null;
}): string {
  const isReported = delivery?.state === "sent" || delivery?.state === "dry";
  return [
    isReported && words && would === "not" ? "As things are now, it would not be sent." : null,
    words,
    delivery || would !== "send" ? null : modeNotes[destination.mode],
  ]
    .filter(Boolean)
    .join(" ");
}
