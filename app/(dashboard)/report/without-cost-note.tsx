import { withoutCostText } from "@/lib/reporting/metrics/return-metrics";

/** Shows how many re-engagements have no cost. */
export function WithoutCostNote({ count }: { count: number | null | undefined }) {
  const text = withoutCostText(count ?? null);
  return text === "" ? null : <p className="border-t px-4 py-2.5 text-muted text-xs">{text}</p>;
}
