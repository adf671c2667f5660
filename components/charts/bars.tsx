"use client";

import { Bar, BarChart, LabelList, XAxis, YAxis } from "recharts";
import type { BarRow } from "@/components/charts/prepare";

type BarsProps = {
  label: string;
  rows: readonly BarRow<{ label: string; value: number; color: string }>[];
  /** What stands at the end of a bar. */
  text: (row: { value: number; share: number | null }) => string;
};

const rowHeight = 36;

/** Figures side by side, the longest first, each with its own words at its end. */
export function Bars({ label, rows, text }: BarsProps) {
  const data = rows.map((row) => ({ ...row, fill: row.color, text: text(row) }));
  const height = Math.max(1, rows.length) * rowHeight;
  return (
    <BarChart
      data={data}
      layout="vertical"
      title={label}
      margin={{ top: 0, right: 96, bottom: 0, left: 0 }}
      barCategoryGap={10}
      accessibilityLayer
      responsive
      style={{ width: "100%", height }}
    >
      <XAxis type="number" hide domain={[0, "dataMax"]} />
      <YAxis
        type="category"
        dataKey="label"
        width="auto"
        tick={{ fill: "var(--ink)", fontSize: 12 }}
        tickLine={false}
        axisLine={false}
        interval={0}
      />
      <Bar dataKey="value" radius={3} minPointSize={2} isAnimationActive="auto" animationDuration={300}>
        <LabelList dataKey="text" position="right" fill="var(--muted)" fontSize={12} />
      </Bar>
    </BarChart>
  );
}
