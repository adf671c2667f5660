import { t } from "@/lib/base/languages/texts";
/** Converts figures to chart data. Pure; a missing figure never becomes zero. */

export type TimePoint = {
  x: string;
  /** Null if missing, and while it still grows. */
  value: number | null;
  /** The current value of a point that still grows, and of the point before it, where its line starts. */
  soFar: number | null;
  runs: boolean;
  /** The same position in the previous period. */
  before: number | null;
  beforeX: string | null;
  /** Without neighbours, so that a line alone would not show it. */
  lone: boolean;
};

export function timePoints(series: {
  x: readonly string[];
  values: readonly (number | null)[];
  beforeX?: readonly string[];
  before?: readonly (number | null)[];
  /** The x of the value that still grows. */
  running?: string | undefined;
}): TimePoint[] {
  const { x, values, before = [], beforeX = [], running } = series;
  const last = running === undefined ? -1 : x.indexOf(running);
  const isKnown = (i: number) => i !== last && values[i] != null;
  return x.map((name, i) => ({
    x: name,
    value: i === last ? null : (values[i] ?? null),
    soFar: i === last || (i === last - 1 && values[last] != null) ? (values[i] ?? null) : null,
    runs: i === last,
    before: before[i] ?? null,
    beforeX: beforeX[i] ?? null,
    lone: isKnown(i) && !isKnown(i - 1) && !isKnown(i + 1),
  }));
}

/** The smallest of 1, 2, 5, 10, 20 … that is not smaller. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 5, 10].find((step) => step * power >= rough * (1 - 1e-9))!;
}

/**
 * Round numbers from the smallest figure to the largest, zero included. Growing values are left out, because a return
 * on incomplete spend would flatten all others.
 */
export function niceTicks(points: readonly TimePoint[], whole: boolean): number[] {
  const known = points.flatMap(({ value, before }) => [value, before].filter((one) => one !== null));
  const [min, max] = [Math.min(0, ...known), Math.max(0, ...known)];
  const rough = max === min ? 0.25 : (max - min) / 4;
  const step = whole ? Math.max(1, niceStep(rough)) : niceStep(rough);
  const [first, last] = [Math.floor(min / step), Math.max(Math.ceil(max / step), 1)];
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** As a ratio: 0.12 is a growth of 12 %. Null if there is nothing to compare with. */
export function relativeChange(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before === 0) return null;
  return (now - before) / Math.abs(before);
}

export type BarRow<Row> = Row & {
  /** The share of the total, which is the length of the bar; null for figures that cannot be summed. */
  share: number | null;
  width: number;
};

/** Bars for ratios and costs, which have no total, relative to the largest. */
export function sharesOfLargest<Row extends { value: number }>(rows: readonly Row[]): BarRow<Row>[] {
  const max = Math.max(0, ...rows.map(({ value }) => value));
  return rows.map((row) => ({ ...row, share: null, width: max === 0 ? 0 : Math.max(0, row.value / max) }));
}

/** `whole` is the total for the shares if these rows are only some of it. */
export function barRows<Row extends { value: number }>(rows: readonly Row[], whole?: number): BarRow<Row>[] {
  const total = whole ?? rows.reduce((sum, row) => sum + row.value, 0);
  return rows.map((row) => ({
    ...row,
    share: total <= 0 ? null : row.value / total,
    width: total <= 0 ? 0 : Math.min(1, Math.max(0, row.value / total)),
  }));
}

export type FunnelStep = {
  label: string;
  value: number;
  /** The link to the counted rows. */
  href?: string | undefined;
  /** Shares of the previous step and of the first one; null if that step is zero. */
  ofLast: number | null;
  ofFirst: number | null;
  width: number;
};

export function funnelSteps(steps: readonly Pick<FunnelStep, "label" | "value" | "href">[]): FunnelStep[] {
  const first = steps[0]?.value ?? 0;
  const max = Math.max(0, ...steps.map(({ value }) => value));
  return steps.map(({ label, value, href }, i) => {
    const last = steps[i - 1]?.value ?? 0;
    return {
      label,
      value,
      href,
      ofLast: i === 0 || last === 0 ? null : value / last,
      ofFirst: i === 0 || first === 0 ? null : value / first,
      width: max === 0 ? 0 : value / max,
    };
  });
}

/**
 * Lines of a sparkline, one for each run of figures. A run of one figure is a dot, as a line without length. The last
 * figure may still grow, so it does not affect the scale and has its own line.
 */
export function sparkLines(
  figures: readonly (number | null)[],
  width: number,
  height: number,
  growing = false,
  /** The top of the scale, if several lines share one. */
  highest = 0,
): { whole: string[]; soFar: string | null } {
  const values = growing ? [...figures.slice(0, -1), null] : figures;
  const known = values.filter((value): value is number => value !== null);
  const [min, max] = [Math.min(0, ...known), Math.max(highest, ...known)];
  const x = (i: number) => (values.length < 2 ? width / 2 : (i * width) / (values.length - 1));
  const y = (value: number) => (max === min ? height : height - ((value - min) * height) / (max - min));
  const round = (number: number) => Math.round(number * 100) / 100;
  const lines: string[] = [];
  let line = "";
  values.forEach((value, i) => {
    if (value !== null) line += `${line === "" ? "M" : "L"}${round(x(i))} ${round(y(value))}`;
    if (line !== "" && (value === null || i === values.length - 1)) {
      lines.push(line.includes("L") ? line : `${line}h0`);
      line = "";
    }
  });
  const [before, now] = [values.at(-2) ?? null, figures.at(-1) ?? null];
  const clamped = (value: number) => Math.min(height, Math.max(0, y(value)));
  const end = now === null ? "" : `${round(x(values.length - 1))} ${round(clamped(now))}`;
  const soFar = before === null ? `M${end}h0` : `M${round(x(values.length - 2))} ${round(y(before))}L${end}`;
  return { whole: lines, soFar: growing && now !== null ? soFar : null };
}

/** The usual range of a figure, or its limit: a limit is one bound alone. */
export function boundsText(
  { low, high }: { low: number | null; high: number | null },
  text: (value: number | null) => string,
): string {
  if (low !== null && high !== null) return `${text(low)} – ${text(high)}`;
  if (high !== null) return t("up to {high}", { high: text(high) });
  return low === null ? "–" : t("from {low}", { low: text(low) });
}
