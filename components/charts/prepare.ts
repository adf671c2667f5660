/** From figures to what is drawn. Pure; what is not there stays not there, and never becomes zero. */

export type TimePoint = {
  x: string;
  value: number | null;
  /** The same place in the period before. */
  before: number | null;
  beforeX: string | null;
  /** Nothing on either side: a line would not show it. */
  lone: boolean;
};

export function timePoints(series: {
  x: readonly string[];
  values: readonly (number | null)[];
  beforeX?: readonly string[];
  before?: readonly (number | null)[];
}): TimePoint[] {
  const { x, values, before = [], beforeX = [] } = series;
  return x.map((name, i) => ({
    x: name,
    value: values[i] ?? null,
    before: before[i] ?? null,
    beforeX: beforeX[i] ?? null,
    lone: values[i] != null && values[i - 1] == null && values[i + 1] == null,
  }));
}

/** As a ratio: 0.12 is a growth of 12 %. Null where there is nothing to compare with. */
export function changeOf(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before === 0) return null;
  return (now - before) / Math.abs(before);
}

export type BarRow<Row> = Row & {
  /** Of all rows together. */
  share: number | null;
  /** Of the longest bar. */
  width: number;
};

export function barRows<Row extends { value: number }>(rows: readonly Row[]): BarRow<Row>[] {
  const total = rows.reduce((sum, row) => sum + row.value, 0);
  const most = Math.max(0, ...rows.map((row) => row.value));
  return rows.map((row) => ({
    ...row,
    share: total === 0 ? null : row.value / total,
    width: most === 0 ? 0 : Math.max(0, row.value) / most,
  }));
}

export type FunnelStep = {
  label: string;
  value: number;
  /** Where what is counted is seen. */
  href?: string | undefined;
  /** Of the step before, and of the first; null where that one is nothing. */
  ofLast: number | null;
  ofFirst: number | null;
  width: number;
};

export function funnelSteps(steps: readonly Pick<FunnelStep, "label" | "value" | "href">[]): FunnelStep[] {
  const first = steps[0]?.value ?? 0;
  const most = Math.max(0, ...steps.map(({ value }) => value));
  return steps.map(({ label, value, href }, i) => {
    const last = steps[i - 1]?.value ?? 0;
    return {
      label,
      value,
      href,
      ofLast: i === 0 || last === 0 ? null : value / last,
      ofFirst: i === 0 || first === 0 ? null : value / first,
      width: most === 0 ? 0 : value / most,
    };
  });
}

/** Lines of a small drawing, one for each run of figures; a run of one is a dot, a line of no length. */
export function sparkLines(values: readonly (number | null)[], width: number, height: number): string[] {
  const known = values.filter((value): value is number => value !== null);
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)];
  const x = (i: number) => (values.length < 2 ? width / 2 : (i * width) / (values.length - 1));
  const y = (value: number) =>
    most === least ? height : height - ((value - least) * height) / (most - least);
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
  return lines;
}
