"use client";

import dynamic from "next/dynamic";
import { ChartFrame, Legend } from "@/components/charts/chart-frame";
import { timePoints } from "@/components/charts/prepare";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { eachDay } from "@/lib/days";
import { metrics } from "@/lib/reporting/metrics";
import type { MainFigure, OverviewData } from "@/lib/reporting/overview-schema";
import { type FigureFormat, fullDay, shortDay, windowText } from "../../figure-format";

const height = 260;

/** The figures are read before the drawing is there. */
const TimeChart = dynamic(() => import("@/components/charts/time-chart").then((module) => module.TimeChart), {
  ssr: false,
  loading: () => <Skeleton className="h-[260px] w-full rounded-md" />,
});

type FigureChartProps = { data: OverviewData; figure: MainFigure; format: FigureFormat };

export function FigureChart({ data, figure, format }: FigureChartProps) {
  const { label, meaning, unit } = metrics[figure];
  const series = data.figures[figure];
  const points = timePoints({
    x: eachDay(data.from, data.to),
    values: series.days,
    beforeX: eachDay(data.previous.from, data.previous.to),
    before: series.previous_days,
  });
  const title = `${label} by day`;
  return (
    <Card>
      <CardHeader title={title} description={meaning} />
      <CardBody>
        <ChartFrame
          label={title}
          legend={
            <>
              <Legend className="border-chart-1">{windowText(data)}</Legend>
              {points.some(({ before }) => before !== null) ? (
                <Legend className="border-faint border-dashed">{windowText(data.previous)}</Legend>
              ) : null}
            </>
          }
          table={{
            heads: ["Day", label, "Compared with", `${label} then`],
            rows: points.map((point) => [
              fullDay(point.x),
              format.full(unit, point.value),
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
