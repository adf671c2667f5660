"use client";

import { Area, Line } from "recharts";
import type { TimePoint } from "@/components/charts/prepare";
import { chartAnimation } from "@/components/charts/style";
import { loneDot, runningDot, TimeDrawing, type TimeFrame } from "@/components/charts/time-frame";
import { t } from "@/lib/base/languages/texts";

type TimeChartProps = TimeFrame & {
  points: readonly TimePoint[];
};

/**
 * A series over time, with the previous period as a dashed line. A missing figure is a gap. A growing figure is dashed
 * and may exceed the scale, which ignores it.
 */
export function TimeChart(props: TimeChartProps) {
  const { points, fullX, fullY } = props;
  const compared = points.some(({ before }) => before !== null);
  return (
    <TimeDrawing
      {...props}
      rows={points}
      renderRow={(point) => <Inspected point={point} compared={compared} fullX={fullX} fullY={fullY} />}
    >
      {compared ? (
        <Line
          dataKey="before"
          type="linear"
          stroke="var(--faint)"
          strokeDasharray="4 4"
          strokeWidth={1.5}
          dot={false}
          activeDot={false}
          {...chartAnimation}
        />
      ) : null}
      <Area
        dataKey="value"
        type="linear"
        stroke="var(--chart-1)"
        strokeWidth={2}
        fill="var(--chart-1)"
        fillOpacity={0.12}
        activeDot={{ r: 4, fill: "var(--chart-1)", stroke: "var(--raised)", strokeWidth: 2 }}
        dot={points.some(({ lone }) => lone) && ((dot) => loneDot(dot, "var(--chart-1)", dot.payload.lone))}
        {...chartAnimation}
      />
      {points.some(({ runs, soFar }) => runs && soFar !== null) ? (
        <Line
          dataKey="soFar"
          type="linear"
          stroke="var(--chart-1)"
          strokeDasharray="3 4"
          strokeWidth={2}
          activeDot={{ r: 4, fill: "var(--raised)", stroke: "var(--chart-1)", strokeWidth: 2 }}
          dot={(dot) => runningDot(dot, "var(--chart-1)", dot.payload.runs)}
          {...chartAnimation}
        />
      ) : null}
    </TimeDrawing>
  );
}

function Inspected({
  point,
  compared,
  fullX,
  fullY,
}: Pick<TimeChartProps, "fullX" | "fullY"> & { point: TimePoint; compared: boolean }) {
  return (
    <div className="grid gap-1 rounded-md border bg-floating px-2.5 py-1.5 text-xs shadow-md">
      <div className="flex items-center justify-between gap-4">
        <span className="text-muted">
          {fullX(point.x)}
          {point.runs ? t(", so far") : ""}
        </span>
        <span className="num font-medium text-ink">{fullY(point.runs ? point.soFar : point.value)}</span>
      </div>
      {compared && point.beforeX !== null ? (
        <div className="flex items-center justify-between gap-4">
          <span className="text-faint">{fullX(point.beforeX)}</span>
          <span className="num text-muted">{fullY(point.before)}</span>
        </div>
      ) : null}
    </div>
  );
}
