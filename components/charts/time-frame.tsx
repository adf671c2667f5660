import type { ReactElement } from "react";
import type { ChartMark } from "@/components/charts/marks";

/** What every drawing over time is told, besides its figures. */
export type TimeFrame = {
  /** Read out when the chart is focused; the arrow keys then walk along the points. */
  label: string;
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

type Dot = { key?: unknown; cx?: number | undefined; cy?: number | undefined };

/** A point with no neighbours, which a line alone would not show. */
export const loneDot = ({ key, cx, cy }: Dot, color: string, isLone: boolean | undefined): ReactElement =>
  isLone ? <circle key={String(key)} cx={cx} cy={cy} r={3} fill={color} /> : <g key={String(key)} />;

/** The end of a line that still grows. */
export const runningDot = ({ key, cx, cy }: Dot, color: string, runs: boolean | undefined): ReactElement =>
  runs ? (
    <circle key={String(key)} cx={cx} cy={cy} r={3} fill="var(--raised)" stroke={color} strokeWidth={2} />
  ) : (
    <g key={String(key)} />
  );
