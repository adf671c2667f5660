import { cn } from "@/components/cn";
import { numberFormat } from "@/components/format";
import type { MetricName } from "@/lib/reporting/metrics/metrics";
import { isNeutral } from "@/lib/reporting/metrics/metrics";

function changeText(ratio: number): string {
  const digits = Math.abs(ratio) >= 1 ? 0 : 1;
  return numberFormat({
    style: "percent",
    signDisplay: "exceptZero",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(ratio);
}

/** The change next to a figure. It has the same width without a change, so that figures are aligned. */
export function ChangeBadge({ metric, ratio }: { metric: MetricName; ratio: number | undefined }) {
  const isJudged = ratio !== undefined && !isNeutral(metric) && Math.abs(ratio) >= 0.0005;
  return (
    <span
      className={cn(
        "ml-1.5 inline-block min-w-13 text-xs",
        isJudged ? (ratio > 0 ? "text-success" : "text-danger") : "text-muted",
      )}
    >
      {ratio === undefined ? "" : changeText(ratio)}
    </span>
  );
}
