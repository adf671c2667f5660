import { t } from "@/lib/base/languages/texts";
import type { DeliveryPreview } from "@/lib/outbound/deliveries/schema";

const modeNotes: Record<string, string> = {
  off: t("It's off, so events aren't sent."),
  dry_run: t("It's a dry run, so events aren't sent."),
};

/** The note below a destination's name. A reason against sending now does not explain an earlier delivery. */
export function deliveryNote({
  destination,
  would,
  text,
  delivery,
}: Pick<DeliveryPreview, "would" | "text"> & {
  destination: Pick<DeliveryPreview["destination"], "mode">;
  delivery: Pick<NonNullable<DeliveryPreview["delivery"]>, "state"> | null;
}): string {
  const isReported = delivery?.state === "sent" || delivery?.state === "dry";
  return [
    isReported && text && would === "not" ? t("With the current settings, it wouldn't be sent.") : null,
    text,
    delivery || would !== "send" ? null : modeNotes[destination.mode],
  ]
    .filter(Boolean)
    .join(" ");
}
