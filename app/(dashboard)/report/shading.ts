/** The intensity of a cell's colour: its share of the largest figure in the column. */
import type { CSSProperties } from "react";
import type { ReportColumn } from "@/lib/reporting/table/columns";
import type { TableFigures } from "@/lib/reporting/table/schema";

/** From 0 to 1; undefined for a cell without colour. */
export type ShadeOfCell = (column: ReportColumn, value: number | null) => number | undefined;

/** Compares the rows of one page. A column with a single figure has no shading. */
export function shadesOfRows(rows: readonly TableFigures[], columns: readonly ReportColumn[]): ShadeOfCell {
  const max = new Map(
    columns.flatMap((column) => {
      const values = rows.map((row) => column.of(row)).filter((value) => value !== null && value > 0);
      return values.length < 2 ? [] : [[column.id, Math.max(...(values as number[]))]];
    }),
  );
  return ({ id }, value) => {
    const largest = max.get(id);
    return largest === undefined || value === null || value <= 0 ? undefined : value / largest;
  };
}

/** Faint enough that figures and their changes stay readable on it in both themes. */
const strongest = 22;

export const shadeStyle = (share: number | undefined): CSSProperties | undefined =>
  share === undefined
    ? undefined
    : {
        backgroundColor: `color-mix(in oklab, var(--chart-1) ${Math.round(share * strongest)}%, var(--raised))`,
        printColorAdjust: "exact",
      };
