import type { ProjectId } from "@/lib/base/ids";
import { minorUnitRatio, toMinorUnits } from "@/lib/base/money";
import type { CheckMode } from "@/lib/facts/payments/store-purchases";
import { type Evaluation, statusOf } from "@/lib/facts/purchases/evaluate";
import type { Settlement } from "@/lib/facts/purchases/settle-queries";

/** The result of a check as it is stored: with the store's price, if only valid payments count. */
export function settlementOf(
  project: { id: ProjectId; currency: string },
  id: string,
  { state, reason, key, line, purchase }: Evaluation,
  mode: CheckMode,
): Settlement {
  const price = mode === "require" && (state === "valid" || state === "refunded") ? purchase?.amount : null;
  const minor = price ? toMinorUnits(price.major, price.currency) : null;
  const isForeign = price !== null && price !== undefined && price.currency !== project.currency;
  return {
    project_id: project.id,
    id,
    state,
    reason,
    status: statusOf(state, mode),
    purchase_key: key,
    purchase_line: line,
    amount: isForeign ? 0 : minor,
    currency: price?.currency ?? null,
    original: isForeign ? minor : null,
    scale: isForeign ? minorUnitRatio(price.currency, project.currency) : null,
  };
}
