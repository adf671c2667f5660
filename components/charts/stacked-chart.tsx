"use client";

import { Area } from "recharts";
import type { TimePoint } from "@/components/charts/prepare";
import { chartAnimation } from "@/components/charts/style";
import { TimeDrawing, type TimeFrame } from "@/components/charts/time-frame";
import { PointSummary } from "./lines-chart";

type StackedChartProps = TimeFrame & {
  lines: readonly { label: string; color: string; points: readonly TimePoint[] }[];
};

type ChartPoint = { x: string; at: number };

/** Parts of a whole over time, on top of each other. */
export function StackedChart(props: StackedChartProps) {
  const { lines, fullX, fullY } = props;
  const whole = (lines[0]?.points ?? []).map((point, at) => ({
    ...point,
    value: lines.reduce((sum, { points }) => sum + (points[at]?.value ?? 0), 0),
  }));
  return (
    <TimeDrawing
      {...props}
      rows={whole.map(({ x }, at): ChartPoint => ({ x, at }))}
      points={whole}
      renderRow={(point) => <PointSummary place={point} lines={lines} fullX={fullX} fullY={fullY} />}
    >
      {lines.map(({ label, color, points }) => (
        <Area
          key={label}
          name={label}
          stackId="whole"
          dataKey={({ at }: ChartPoint) => points[at]?.value ?? 0}
          type="linear"
          stroke={color}
          strokeWidth={1.5}
          fill={color}
          fillOpacity={0.35}
          activeDot={false}
          {...chartAnimation}
        />
      ))}
    </TimeDrawing>
  );
}
