"use client";

import { Area, Line } from "recharts";
import { boundsText, type TimePoint } from "@/components/charts/prepare";
import { chartAnimation } from "@/components/charts/style";
import { TimeDrawing, type TimeFrame } from "@/components/charts/time-frame";
import { t } from "@/lib/base/languages/texts";

export type BandPoint = {
  x: string;
  value: number | null;
  /** The usual range; a limit is one bound alone. */
  low: number | null;
  high: number | null;
  outside: boolean;
};

type BandChartProps = TimeFrame & {
  points: readonly BandPoint[];
  /** The name of the band in a point's details. */
  bandName: string;
};

/** A series in front of its usual range. Points outside the range are highlighted. */
export function BandChart({ points, bandName, ...frame }: BandChartProps) {
  const { fullX, fullY } = frame;
  return (
    <TimeDrawing
      {...frame}
      rows={points}
      points={points.flatMap(({ value, low, high }) => [scaled(value), scaled(low), scaled(high)])}
      renderRow={(point) => (
        <div className="grid gap-1 rounded-md border bg-floating px-2.5 py-1.5 text-xs shadow-md">
          <div className="flex items-center justify-between gap-4">
            <span className="text-muted">{fullX(point.x)}</span>
            <span className="num font-medium text-ink">{fullY(point.value)}</span>
          </div>
          <div className="flex items-center justify-between gap-4">
            <span className="text-muted">{bandName}</span>
            <span className="num text-muted">{boundsText(point, fullY)}</span>
          </div>
          {point.outside ? <span className="font-medium text-danger">{t("Outside")}</span> : null}
        </div>
      )}
    >
      <Area
        dataKey={({ low, high }: BandPoint) => (low === null || high === null ? null : [low, high])}
        type="linear"
        stroke="none"
        fill="var(--faint)"
        fillOpacity={0.16}
        activeDot={false}
        {...chartAnimation}
      />
      {(["low", "high"] as const).map((bound) =>
        points.some((point) => point[bound] !== null && point[other[bound]] === null) ? (
          <Line
            key={bound}
            dataKey={bound}
            type="linear"
            stroke="var(--faint)"
            strokeDasharray="4 4"
            strokeWidth={1.5}
            dot={false}
            activeDot={false}
            {...chartAnimation}
          />
        ) : null,
      )}
      <Line
        dataKey="value"
        type="linear"
        stroke="var(--chart-1)"
        strokeWidth={2}
        activeDot={{ r: 4, fill: "var(--chart-1)", stroke: "var(--raised)", strokeWidth: 2 }}
        dot={({ key, cx, cy, payload }) =>
          (payload as BandPoint).outside ? (
            <circle
              key={String(key)}
              cx={cx}
              cy={cy}
              r={4.5}
              fill="var(--danger)"
              stroke="var(--raised)"
              strokeWidth={1.5}
            />
          ) : (
            <g key={String(key)} />
          )
        }
        {...chartAnimation}
      />
    </TimeDrawing>
  );
}

const other = { low: "high", high: "low" } as const;

const scaled = (value: number | null): TimePoint => ({
  x: "",
  value,
  soFar: null,
  runs: false,
  before: null,
  beforeX: null,
  lone: false,
});
