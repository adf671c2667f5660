/** The common style of all charts over time. */
const tick = { fill: "var(--muted)", fontSize: 11 };

export const gridLine = "var(--line)";

export const chartAnimation = { isAnimationActive: "auto", animationDuration: 300 } as const;

export const xAxis = {
  tick,
  tickLine: false,
  axisLine: { stroke: "var(--line-strong)" },
  tickMargin: 8,
  minTickGap: 28,
  interval: "preserveStartEnd",
} as const;

export const yAxis = (ticks: number[]) =>
  ({
    width: "auto",
    tick,
    tickLine: false,
    axisLine: false,
    ticks,
    domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1],
    interval: 0,
    allowDataOverflow: true,
  }) as const;
