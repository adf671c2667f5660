"use client";

import { Line } from "recharts";
import type { TimePoint } from "@/components/charts/prepare";
import { chartAnimation } from "@/components/charts/style";
import { loneDot, runningDot, TimeDrawing, type TimeFrame } from "@/components/charts/time-frame";
import { cn } from "@/components/cn";
import { t } from "@/lib/base/languages/texts";

type LinesChartProps = TimeFrame & {
  lines: readonly {
    label: string;
    color: string;
    points: readonly TimePoint[];
    /** Drawn with dots, and only listed where it has a value. */
    isProjection?: boolean;
    /** Next to the values, such as their range. */
    notes?: readonly (string | null)[];
  }[];
};

type ChartPoint = { x: string; at: number };

/** Several series over time. Values that still grow are dashed and do not affect the scale. */
export function LinesChart(props: LinesChartProps) {
  const { lines, fullX, fullY } = props;
  const points: ChartPoint[] = (lines[0]?.points ?? []).map((point, at) => ({ x: point.x, at }));
  return (
    <TimeDrawing
      {...props}
      rows={points}
      points={lines.flatMap(({ points }) => points)}
      renderRow={(point) => <PointSummary place={point} lines={lines} fullX={fullX} fullY={fullY} />}
    >
      {lines.map(({ label: name, color, points, isProjection }) => (
        <Line
          key={name}
          name={name}
          dataKey={({ at }: ChartPoint) => points[at]?.value ?? null}
          type="linear"
          stroke={color}
          strokeWidth={2}
          {...(isProjection && { strokeDasharray: "1 4" })}
          activeDot={{ r: 4, fill: color, stroke: "var(--raised)", strokeWidth: 2 }}
          dot={
            points.some(({ lone }) => lone) && ((dot) => loneDot(dot, color, points[dot.payload.at]?.lone))
          }
          {...chartAnimation}
        />
      ))}
      {lines.map(({ label: name, color, points }) =>
        points.some(({ runs, soFar }) => runs && soFar !== null) ? (
          <Line
            key={`${name} so far`}
            dataKey={({ at }: ChartPoint) => points[at]?.soFar ?? null}
            type="linear"
            stroke={color}
            strokeDasharray="3 4"
            strokeWidth={2}
            activeDot={false}
            dot={(dot) => runningDot(dot, color, points[dot.payload.at]?.runs)}
            {...chartAnimation}
          />
        ) : null,
      )}
    </TimeDrawing>
  );
}

export function PointSummary({
  place: at,
  lines,
  fullX,
  fullY,
}: Pick<LinesChartProps, "lines" | "fullX" | "fullY"> & { place: ChartPoint }) {
  const isRunning = lines[0]?.points[at.at]?.runs ?? false;
  return (
    <div className="grid gap-1 rounded-md border bg-floating px-2.5 py-1.5 text-xs shadow-md">
      <span className="text-muted">
        {fullX(at.x)}
        {isRunning ? t(", so far") : ""}
      </span>
      {lines.map(({ label, color, points, isProjection, notes }) => {
        const point = points[at.at];
        if (isProjection && point?.value == null) return null;
        return (
          <div key={label} className="flex items-center gap-2">
            <span
              aria-hidden="true"
              className={cn("w-3 border-t-2", isProjection && "border-dotted")}
              style={{ borderColor: color }}
            />
            <span className="max-w-44 truncate">{label}</span>
            <span className="num ml-auto pl-3 font-medium text-ink">
              {fullY((isRunning ? point?.soFar : point?.value) ?? null)}
            </span>
            {notes?.[at.at] ? <span className="num text-muted">{notes[at.at]}</span> : null}
          </div>
        );
      })}
    </div>
  );
}
