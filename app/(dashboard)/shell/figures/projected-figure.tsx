"use client";

import type { FigureFormat } from "@/app/(dashboard)/shell/figure-format";
import { numberText } from "@/components/format";
import { Tooltip } from "@/components/ui/tooltip";
import { t } from "@/lib/base/languages/texts";
import type { ProjectedFigure } from "@/lib/reporting/forecast/schema";
import type { MetricUnit } from "@/lib/reporting/metrics/metrics";

/** The range of a projected figure, how far projections were off, and that SQL has no range. */
export function rangeText(
  { low, high, error }: { low: string; high: string; error: number | null },
  format: FigureFormat,
): string {
  const tested =
    error === null
      ? ""
      : ` ${t("Projections of older cohorts were off by {format}.", { format: format.full("percent", 100 * error) })}`;
  return t(
    "Projected: in four of five cases from {low} to {high}.{tested} Cairn computes the range from these errors; the SQL has the factors.",
    { low, high, tested },
  );
}

type ProjectedTextProps = { figure: ProjectedFigure; unit: MetricUnit; format: FigureFormat; text: string };

/** An estimate never appears without its range, or the installs that it covers. */
export function ProjectedText({ figure, unit, format, text }: ProjectedTextProps) {
  const { low, high, error, installs, of_installs: whole } = figure;
  const write = (value: number) => format.full(unit, value);
  const range =
    low === null || high === null ? [] : [rangeText({ low: write(low), high: write(high), error }, format)];
  const covered =
    installs === whole
      ? []
      : [
          t("Covers {installs} of {whole} installs. The others are too new for a projection.", {
            installs: numberText(installs),
            whole: numberText(whole),
          }),
        ];
  const content = [...range, ...covered].join(" ");
  if (content === "") return text;
  return (
    <Tooltip content={content}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the range has to be reachable by keyboard */}
      <span tabIndex={0} className="rounded-sm border border-dashed px-0.5 text-muted italic">
        <span className="sr-only">{t("Projected")} </span>
        {text}
      </span>
    </Tooltip>
  );
}
