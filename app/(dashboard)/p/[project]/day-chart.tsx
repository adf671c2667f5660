"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { type FigureFormat, fullDay, shortDay, windowText } from "@/app/(dashboard)/figure-format";
import type { DayWindow } from "@/app/(dashboard)/window";
import { ChartFrame, Legend } from "@/components/charts/chart-frame";
import { timePoints } from "@/components/charts/prepare";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { eachDay } from "@/lib/base/days";
import { type MetricName, metrics } from "@/lib/reporting/metrics";

const height = 260;

/** The figures are read before the drawing is there. */
const TimeChart = dynamic(() => import("@/components/charts/time-chart").then((module) => module.TimeChart), {
  ssr: false,
  loading: () => <Skeleton className="h-[260px] w-full rounded-md" />,
});

type DayChartProps = {
  title: string;
  description: string;
  metric: MetricName;
  /** Its name, where it is not the usual one. */
  label?: string;
  window: DayWindow;
  /** Null where there is nothing to compare with. */
  previous: DayWindow | null;
  /** It is not over: its figures are no day's like the others. */
  today: string;
  series: { days: readonly (number | null)[]; previous_days: readonly (number | null)[] };
  format: FigureFormat;
  actions?: ReactNode;
  /** Figures of other days are on their way. */
  busy?: boolean;
};

/** One figure over days, beside days before. */
export function DayChart(props: DayChartProps) {
  const {
    title,
    description,
    metric,
    window,
    previous,
    today,
    series,
    format,
    actions,
    busy = false,
  } = props;
  const { unit } = metrics[metric];
  const { label = metrics[metric].label } = props;
  const points = timePoints({
    x: eachDay(window.from, window.to),
    values: series.days,
    running: today,
    ...(previous ? { beforeX: eachDay(previous.from, previous.to), before: series.previous_days } : {}),
  });
  return (
    <Card>
      <CardHeader title={title} description={description} actions={actions} />
      <CardBody aria-busy={busy} className={busy ? "opacity-60 transition-opacity delay-150" : ""}>
        <ChartFrame
          label={title}
          legend={
            <>
              <Legend className="border-chart-1">{windowText(window)}</Legend>
              {previous && points.some(({ before }) => before !== null) ? (
                <Legend className="border-faint border-dashed">{windowText(previous)}</Legend>
              ) : null}
              {points.some(({ runs, soFar }) => runs && soFar !== null) ? (
                <Legend className="border-chart-1 border-dotted">Today, so far</Legend>
              ) : null}
            </>
          }
          table={{
            heads: ["Day", label, "Compared with", `${label} then`],
            rows: points.map((point) => [
              point.runs ? `${fullDay(point.x)}, so far` : fullDay(point.x),
              format.full(unit, point.runs ? point.soFar : point.value),
              point.beforeX ? fullDay(point.beforeX) : "–",
              format.full(unit, point.before),
            ]),
          }}
        >
          <TimeChart
            label={`${title}. The arrow keys walk along the days.`}
            points={points}
            x={shortDay}
            y={(value) => format.short(unit, value)}
            fullX={fullDay}
            fullY={(value) => format.full(unit, value)}
            whole={unit === "count"}
            height={height}
          />
        </ChartFrame>
      </CardBody>
    </Card>
  );
}
