"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import type { DayWindow } from "@/app/(dashboard)/shell/dates/window";
import type { FigureFormat } from "@/app/(dashboard)/shell/figure-format";
import { type ChartTable, Legend } from "@/components/charts/chart-frame";
import type { ChartMark } from "@/components/charts/marks";
import { timePoints } from "@/components/charts/prepare";
import { fullDay, shortDay, windowText } from "@/components/format";
import { Skeleton } from "@/components/ui/skeleton";
import { eachDay } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";
import { type MetricName, metrics } from "@/lib/reporting/metrics/metrics";

const height = 260;
const loading = () => <Skeleton className="h-[260px] w-full rounded-md" />;

/** The figures load before the drawing's code. */
const TimeChart = dynamic(() => import("@/components/charts/time-chart").then((module) => module.TimeChart), {
  ssr: false,
  loading,
});
const LinesChart = dynamic(
  () => import("@/components/charts/lines-chart").then((module) => module.LinesChart),
  { ssr: false, loading },
);

/** A chart by day: its legend, its lines, and the same figures as a table with a row for each day. */
export type ChartByDay = {
  legend: ReactNode;
  table: ChartTable;
  days: readonly string[];
  today: string;
  /** Screen readers read the label when the chart is focused. */
  chart: (label: string, marks: readonly ChartMark[]) => ReactNode;
};

type Days = {
  metric: MetricName;
  window: DayWindow;
  /** Today is not over, so its figures are incomplete. */
  today: string;
  format: FigureFormat;
};

type Values = readonly (number | null)[];

type OneFigure = Days & {
  /** Its name, if it differs from the metric's label. */
  label?: string;
  /** Null without a comparison. */
  previous: DayWindow | null;
  series: { days: Values; previous_days: Values };
};

const axes = ({ metric, format }: Days) => {
  const { unit } = metrics[metric];
  return {
    x: shortDay,
    y: (value: number) => format.short(unit, value),
    fullX: fullDay,
    fullY: (value: number | null) => format.full(unit, value),
    whole: unit === "count",
    height,
  };
};

const dayText = ({ x, runs }: { x: string; runs: boolean }) =>
  runs ? t("{x}, so far", { x: fullDay(x) }) : fullDay(x);

/** One metric by day, next to its previous days. */
export function figureByDay(figure: OneFigure): ChartByDay {
  const { metric, label = metrics[metric].label, window, previous, today, series } = figure;
  const { fullY, ...others } = axes(figure);
  const days = eachDay(window.from, window.to);
  const points = timePoints({
    x: days,
    values: series.days,
    running: today,
    ...(previous ? { beforeX: eachDay(previous.from, previous.to), before: series.previous_days } : {}),
  });
  const before = previous ? [t("Compared with"), t("{label} then", { label })] : [];
  return {
    legend: (
      <>
        <Legend className="border-chart-1">{windowText(window)}</Legend>
        {previous && points.some((point) => point.before !== null) ? (
          <Legend className="border-faint border-dashed">{windowText(previous)}</Legend>
        ) : null}
        {points.some(({ runs, soFar }) => runs && soFar !== null) ? (
          <Legend className="border-chart-1 border-dotted">{t("Today so far")}</Legend>
        ) : null}
      </>
    ),
    table: {
      headers: [t("Day"), label, ...before],
      rows: points.map((point) => [
        dayText(point),
        fullY(point.runs ? point.soFar : point.value),
        ...(previous ? [point.beforeX ? fullDay(point.beforeX) : "–", fullY(point.before)] : []),
      ]),
    },
    days,
    today,
    chart: (title, marks) => (
      <TimeChart label={title} marks={marks} points={points} fullY={fullY} {...others} />
    ),
  };
}

/** As many colours as there can be lines, each distinct from its neighbours. */
const colors = [1, 2, 3, 4, 5].map((color) => `var(--chart-${color})`);

/** One metric by day for several rows. */
export function figureByDayOfRows(
  days: Days & { lines: readonly { label: string; days: Values }[] },
): ChartByDay {
  const { window, today } = days;
  const { fullY, ...others } = axes(days);
  const x = eachDay(window.from, window.to);
  const names = days.lines.map(({ label }) => label);
  const lines = days.lines.map(({ label, days: values }, i) => ({
    // Two campaigns may have the same name.
    label: names.indexOf(label) === i ? label : `${label} (${i + 1})`,
    color: colors[i] ?? "var(--chart-8)",
    points: timePoints({ x, values, running: today }),
  }));
  return {
    legend: lines.map(({ label, color }) => (
      <Legend key={label} color={color}>
        {label}
      </Legend>
    )),
    table: {
      headers: [t("Day"), ...lines.map(({ label }) => label)],
      rows: x.map((day, i) => [
        dayText({ x: day, runs: day === today }),
        ...lines.map(({ points }) => fullY((day === today ? points[i]?.soFar : points[i]?.value) ?? null)),
      ]),
    },
    days: x,
    today,
    chart: (title, marks) => (
      <LinesChart label={title} marks={marks} lines={lines} fullY={fullY} {...others} />
    ),
  };
}
