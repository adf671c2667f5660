import type { ReactElement, ReactNode } from "react";
import { CartesianGrid, ComposedChart, ReferenceLine, Tooltip, XAxis, YAxis } from "recharts";
import { type ChartMark, WithMarks } from "@/components/charts/marks";
import { niceTicks, type TimePoint } from "@/components/charts/prepare";
import { gridLine, xAxis, yAxis } from "@/components/charts/style";

/** The props of every chart over time, in addition to its figures. */
export type TimeFrame = {
  /** Read out when the chart is focused; the arrow keys then move along the points. */
  label: string;
  /** Short texts for the axes. */
  x: (x: string) => string;
  y: (value: number) => string;
  /** Full texts for the details of a point. */
  fullX: (x: string) => string;
  fullY: (value: number | null) => string;
  /** The figures are whole numbers, so the ticks are whole, too. */
  whole?: boolean;
  height?: number;
  /** Marks above the chart; if undefined, no space is reserved. */
  marks?: readonly ChartMark[];
};

type TimeDrawingProps<Row> = TimeFrame & {
  rows: readonly Row[];
  /** The points that determine the scale. */
  points: readonly TimePoint[];
  /** Renders the details of the selected position. */
  renderRow: (row: Row) => ReactNode;
  /** The lines. */
  children: ReactNode;
};

/** Grid, axes, marks and the details of the selected position. */
export function TimeDrawing<Row extends { x: string }>(props: TimeDrawingProps<Row>) {
  const { label, rows, points, x, y, renderRow, children, whole = false, height = 260, marks } = props;
  return (
    <WithMarks marks={marks ?? []}>
      {(marked) => (
        <ComposedChart
          data={rows as Row[]}
          title={label}
          margin={{ top: marks ? 30 : 8, right: 12, bottom: 0, left: 0 }}
          accessibilityLayer
          responsive
          style={{ width: "100%", height }}
        >
          <CartesianGrid vertical={false} stroke={gridLine} />
          {marks?.map(({ x: position }) => (
            <ReferenceLine key={position} x={position} stroke="var(--line-strong)" strokeDasharray="2 3" />
          ))}
          <XAxis dataKey="x" tickFormatter={x} {...xAxis} />
          <YAxis tickFormatter={y} {...yAxis(niceTicks(points, whole))} />
          <Tooltip
            cursor={{ stroke: "var(--line-strong)" }}
            isAnimationActive={false}
            content={({ active, payload }) => {
              const row = payload?.[0]?.payload as Row | undefined;
              return active && row ? renderRow(row) : null;
            }}
          />
          {children}
          {marked}
        </ComposedChart>
      )}
    </WithMarks>
  );
}

type Dot = { key?: unknown; cx?: number | undefined; cy?: number | undefined };

/** A point without neighbours, which a line alone would not show. */
export const loneDot = ({ key, cx, cy }: Dot, color: string, isLone: boolean | undefined): ReactElement =>
  isLone ? <circle key={String(key)} cx={cx} cy={cy} r={3} fill={color} /> : <g key={String(key)} />;

/** The end of a line that still grows. */
export const runningDot = ({ key, cx, cy }: Dot, color: string, runs: boolean | undefined): ReactElement =>
  runs ? (
    <circle key={String(key)} cx={cx} cy={cy} r={3} fill="var(--raised)" stroke={color} strokeWidth={2} />
  ) : (
    <g key={String(key)} />
  );
