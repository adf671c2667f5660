"use client";

import { ChartSpline } from "lucide-react";
import dynamic from "next/dynamic";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { ChartFrame, Legend } from "@/components/charts/chart-frame";
import { timePoints } from "@/components/charts/prepare";
import { EmptyState } from "@/components/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/base/languages/texts";
import type { CohortLine, CohortsData } from "@/lib/reporting/cohorts/schema";
import { cohortAges } from "@/lib/reporting/metrics/cohort-ages";
import {
  type CohortMetricName,
  cohortMetrics,
  isProjected,
  projectedCell,
} from "@/lib/reporting/metrics/cohort-metrics";
import { agesOfMetric } from "./cells";
import { cohortLabel } from "./triangle";

const height = 300;

const LinesChart = dynamic(
  () => import("@/components/charts/lines-chart").then((module) => module.LinesChart),
  { ssr: false, loading: () => <Skeleton className="h-[300px] w-full rounded-md" /> },
);

const maxLines = 5;
const colors = [1, 2, 3, 4, 5].map((color) => `var(--chart-${color})`);

/** The total with the latest cohorts that have a curve, or the largest values of a breakdown. */
function linesOf(data: CohortsData, metric: CohortMetricName) {
  const { by, rows, values, total } = data;
  const { of, unit } = cohortMetrics[metric];
  const format = figureFormat(data.currency);
  const ages = agesOfMetric(metric).filter(({ days }) => days !== null);
  const valuesOf = ({ cells }: CohortLine) =>
    ages.map(({ at }) => {
      const cell = cells[at];
      return cell ? of(cell) : null;
    });
  const projectedOf = ({ cells, projection }: CohortLine) => {
    if (!projection || !isProjected(metric)) return null;
    const projected = ages.map(({ at }) => projection.cells[at]);
    const last = ages.findLastIndex(({ at }) => cells[at]);
    if (!projected.some((cell, i) => cell && i > last)) return null;
    // As in the table, ages that some of its cohorts have reached are actual. The dots start at the last of them.
    const shown = ages.map(({ at }, i) => (i > last ? projected[i] : i === last ? cells[at] : null) ?? null);
    return {
      values: shown.map((cell) => cell && of(projectedCell(cell))),
      notes: shown.map((cell) => {
        if (!cell || !("low" in cell)) return null;
        const end = (revenue: number) => format.full(unit, of(projectedCell({ ...cell, revenue })));
        return `${end(cell.low)} – ${end(cell.high)}`;
      }),
    };
  };
  const hasCurve = (line: CohortLine) => valuesOf(line).filter((value) => value !== null).length > 1;
  const chosen =
    by === null
      ? [
          ...[{ label: t("Total"), line: total }].filter(({ line }) => hasCurve(line)),
          ...rows
            .filter(hasCurve)
            .slice(1 - maxLines)
            .map((row) => ({ label: cohortLabel(row, data), line: row })),
        ]
      : values
          .filter(hasCurve)
          .slice(0, maxLines)
          .map((line) => ({ label: line.label, line }));
  const labels = chosen.map(({ label }) => label);
  return {
    ages,
    lines: chosen.flatMap(({ label, line }, i) => {
      // Two campaigns may have the same name.
      const name = labels.indexOf(label) === i ? label : `${label} (${i + 1})`;
      const color = colors[i] ?? "var(--chart-8)";
      const x = ages.map((age) => age.name);
      const actual = { label: name, color, points: timePoints({ x, values: valuesOf(line) }) };
      const projected = projectedOf(line);
      if (projected === null) return [actual];
      const points = timePoints({ x, values: projected.values });
      const { notes } = projected;
      return [actual, { label: t("{name}, projected", { name }), color, points, isProjection: true, notes }];
    }),
  };
}

const labelOf = (name: string) => cohortAges.find((age) => age.name === name)?.label ?? name;

/** Curves of cohorts over their age. "All revenue so far" is not an age, so it is left out. */
export function CohortCurves({ data, metric }: { data: CohortsData; metric: CohortMetricName }) {
  const { label, unit } = cohortMetrics[metric];
  const format = figureFormat(data.currency);
  const { ages, lines } = linesOf(data, metric);
  if (lines.length === 0)
    return (
      <EmptyState icon={ChartSpline} title={t("No curves yet")}>
        {t("A curve needs values at two ages.")}
      </EmptyState>
    );
  const full = (value: number | null) => (value === null ? "–" : format.full(unit, value));
  return (
    <ChartFrame
      label={t("{label} by age", { label })}
      legend={lines
        .filter((line) => !("isProjection" in line))
        .map((line) => (
          <Legend key={line.label} color={line.color}>
            {line.label}
          </Legend>
        ))}
      table={{
        headers: [t("Age"), ...lines.map((line) => line.label)],
        rows: ages.map((age, i) => [
          age.label,
          ...lines.map(({ points, ...line }) => {
            const note = "notes" in line ? line.notes[i] : null;
            return full(points[i]?.value ?? null) + (note ? ` (${note})` : "");
          }),
        ]),
      }}
    >
      <LinesChart
        label={t("{label} by age. Use the arrow keys to move between ages.", { label })}
        lines={lines}
        x={labelOf}
        y={(value) => format.short(unit, value)}
        fullX={labelOf}
        fullY={full}
        height={height}
      />
    </ChartFrame>
  );
}
