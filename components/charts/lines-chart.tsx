"use client";

import { CartesianGrid, Line, LineChart, ReferenceLine, Tooltip, XAxis, YAxis } from "recharts";
import { type ChartMark, WithMarks } from "@/components/charts/marks";
import { niceTicks, type TimePoint } from "@/components/charts/prepare";
import { drawing, gridLine, xAxis, yAxis } from "@/components/charts/style";

type LinesChartProps = {
  /** Read out when the chart is focused; the arrow keys then walk along the points. */
  label: string;
  lines: readonly { label: string; color: string; points: readonly TimePoint[] }[];
  /** Short, for the axes. */
  x: (x: string) => string;
  y: (value: number) => string;
  /** Whole, for the point that is looked at. */
  fullX: (x: string) => string;
  fullY: (value: number | null) => string;
  /** Figures that are only ever whole: no ticks between. */
  whole?: boolean;
  height?: number;
  /** Stand above the drawing; without an array there is no room for them. */
  marks?: readonly ChartMark[];
};

type Place = { x: string; at: number };

/** Several series over time; what still grows is dashed, and does not change the scale. */
export function LinesChart(props: LinesChartProps) {
  const { label, lines, x, y, fullX, fullY, whole = false, height = 260, marks } = props;
  const ticks = niceTicks(
    lines.flatMap(({ points }) => points),
    whole,
  );
  const places: Place[] = (lines[0]?.points ?? []).map((point, at) => ({ x: point.x, at }));
  return (
    <WithMarks marks={marks ?? []}>
      {(marked) => (
        <LineChart
          data={places}
          title={label}
          margin={{ top: marks ? 30 : 8, right: 12, bottom: 0, left: 0 }}
          accessibilityLayer
          responsive
          style={{ width: "100%", height }}
        >
          <CartesianGrid vertical={false} stroke={gridLine} />
          {marks?.map(({ x: place }) => (
            <ReferenceLine key={place} x={place} stroke="var(--line-strong)" strokeDasharray="2 3" />
          ))}
          <XAxis dataKey="x" tickFormatter={x} {...xAxis} />
          <YAxis tickFormatter={y} {...yAxis(ticks)} />
          <Tooltip
            cursor={{ stroke: "var(--line-strong)" }}
            isAnimationActive={false}
            content={({ active, payload }) => {
              const place = payload?.[0]?.payload as Place | undefined;
              if (!active || !place) return null;
              return <Looked place={place} lines={lines} fullX={fullX} fullY={fullY} />;
            }}
          />
          {lines.map(({ label: name, color, points }) => (
            <Line
              key={name}
              name={name}
              dataKey={({ at }: Place) => points[at]?.value ?? null}
              type="linear"
              stroke={color}
              strokeWidth={2}
              activeDot={{ r: 4, fill: color, stroke: "var(--raised)", strokeWidth: 2 }}
              dot={({ key, cx, cy, payload }) =>
                points[payload.at]?.lone ? (
                  <circle key={key} cx={cx} cy={cy} r={3} fill={color} />
                ) : (
                  <g key={key} />
                )
              }
              {...drawing}
            />
          ))}
          {lines.map(({ label: name, color, points }) =>
            points.some(({ runs, soFar }) => runs && soFar !== null) ? (
              <Line
                key={`${name} so far`}
                dataKey={({ at }: Place) => points[at]?.soFar ?? null}
                type="linear"
                stroke={color}
                strokeDasharray="3 4"
                strokeWidth={2}
                activeDot={false}
                dot={({ key, cx, cy, payload }) =>
                  points[payload.at]?.runs ? (
                    <circle
                      key={key}
                      cx={cx}
                      cy={cy}
                      r={3}
                      fill="var(--raised)"
                      stroke={color}
                      strokeWidth={2}
                    />
                  ) : (
                    <g key={key} />
                  )
                }
                {...drawing}
              />
            ) : null,
          )}
          {marked}
        </LineChart>
      )}
    </WithMarks>
  );
}

function Looked({
  place,
  lines,
  fullX,
  fullY,
}: Pick<LinesChartProps, "lines" | "fullX" | "fullY"> & { place: Place }) {
  const isRunning = lines[0]?.points[place.at]?.runs ?? false;
  return (
    <div className="grid gap-1 rounded-md border bg-floating px-2.5 py-1.5 text-xs shadow-md">
      <span className="text-muted">
        {fullX(place.x)}
        {isRunning ? ", so far" : ""}
      </span>
      {lines.map(({ label, color, points }) => {
        const point = points[place.at];
        return (
          <div key={label} className="flex items-center gap-2">
            <span aria-hidden="true" className="w-3 border-t-2" style={{ borderColor: color }} />
            <span className="max-w-44 truncate">{label}</span>
            <span className="num ml-auto pl-3 font-medium text-ink">
              {fullY((isRunning ? point?.soFar : point?.value) ?? null)}
            </span>
          </div>
        );
      })}
    </div>
  );
}
