import { t } from "@/lib/base/languages/texts";
import { currentSkipReason, type SkipReason, skipReasons } from "@/lib/outbound/mapping/gates";

/** Why an event was not sent, for people: the sentence of a reason, or the destination's error. */
export function deliveryReasonText(state: string, reason: string | null): string | null {
  if (reason !== null) return skipReasons[currentSkipReason(reason) as SkipReason] ?? reason;
  return state === "waiting" ? t("Waiting for the install's attribution to settle.") : null;
}
