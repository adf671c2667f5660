import { t } from "@/lib/base/languages/texts";
import type { QueryResult } from "@/lib/data-access/query/schema";

/** The chart of a result; null if its form has none. */
export type ResultChart =
  | { kind: "lines"; x: string[]; lines: { label: string; values: (number | null)[] }[]; left: number }
  | { kind: "bars"; label: string; rows: { label: string; value: number }[]; left: number };

const maxLines = 6;
const maxPoints = 750;
const maxBars = 30;

const numberOf = (text: string | null | undefined) => (text == null || text === "" ? null : Number(text));
const isDrawable = (value: number | null): value is number => value !== null && Number.isFinite(value);

/**
 * Rows by day become lines: one for each numeric column, or one for each value of a text column between the day and a
 * single numeric column. Rows by a text become bars of the first numeric column. `left` counts what has no place.
 */
export function chartOf({ columns, rows }: Pick<QueryResult, "columns" | "rows">): ResultChart | null {
  const numeric = columns.flatMap(({ kind }, i) => (kind === "number" && i > 0 ? [i] : []));
  const [first, second] = columns;
  if (!first || numeric.length === 0 || rows.length < 2) return null;
  if (first.kind === "day" || first.kind === "time") {
    const isSplit = second?.kind === "text" && numeric.length === 1;
    return linesOf(rows, isSplit ? splitBy(rows, numeric[0]!) : columnsAs(rows, numeric, columns));
  }
  const value = numeric[0]!;
  const bars = rows.flatMap((row) => {
    const number = numberOf(row[value]);
    return isDrawable(number) && number >= 0 ? [{ label: row[0] ?? t("No value"), value: number }] : [];
  });
  if (bars.length < 2 || first.kind !== "text") return null;
  const sorted = bars.toSorted((a, b) => b.value - a.value);
  return {
    kind: "bars",
    label: columns[value]!.name,
    rows: sorted.slice(0, maxBars),
    left: rows.length - Math.min(sorted.length, maxBars),
  };
}

type Series = { label: string; valueAt: Map<string, number | null>; size: number };
type Rows = QueryResult["rows"];

const columnsAs = (rows: Rows, numeric: number[], columns: QueryResult["columns"]): Series[] | null => {
  // Two rows of one day cannot both be drawn.
  if (new Set(rows.map(([x]) => x)).size < rows.length) return null;
  return numeric.map((at) => ({
    label: columns[at]!.name,
    valueAt: new Map(rows.map((row) => [row[0] ?? "", numberOf(row[at])])),
    size: 0,
  }));
};

function splitBy(rows: Rows, value: number): Series[] | null {
  const series = new Map<string, Series>();
  for (const row of rows) {
    const label = row[1] ?? t("No value");
    const one = series.get(label) ?? { label, valueAt: new Map(), size: 0 };
    series.set(label, one);
    const x = row[0] ?? "";
    if (one.valueAt.has(x)) return null;
    const number = numberOf(row[value]);
    one.valueAt.set(x, number);
    one.size += Math.abs(number ?? 0);
  }
  return [...series.values()].toSorted((a, b) => b.size - a.size);
}

function linesOf(rows: Rows, series: Series[] | null): ResultChart | null {
  if (!series) return null;
  const x = [
    ...new Set(rows.flatMap(([day]) => (day === null || day === undefined ? [] : [day]))),
  ].toSorted();
  if (x.length < 2 || x.length > maxPoints) return null;
  const lines = series.slice(0, maxLines).map(({ label, valueAt }) => ({
    label,
    values: x.map((at) => {
      const number = valueAt.get(at) ?? null;
      return isDrawable(number) ? number : null;
    }),
  }));
  return { kind: "lines", x, lines, left: Math.max(0, series.length - maxLines) };
}
