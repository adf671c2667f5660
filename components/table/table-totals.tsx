import type { ReactNode } from "react";
import { cn } from "@/components/cn";
import type { Column } from "./table-state";

type TableTotalsProps<Row> = {
  columns: readonly Column<Row>[];
  /** The figures of all rows, by column. */
  totals: Readonly<Record<string, ReactNode>>;
  selectable: boolean;
  /** The classes of the column at an index. */
  classOf: (column: Column<Row>, index: number) => string;
};

const cell =
  "h-10 border-t bg-sunken px-3 font-medium first:ps-4 last:pe-4 max-sm:px-2 max-sm:first:ps-3 max-sm:last:pe-3";

/** The last row, which stays in sight while the others scroll. */
export function TableTotals<Row>({ columns, totals, selectable, classOf }: TableTotalsProps<Row>) {
  return (
    <tfoot className="sticky bottom-0 z-20">
      <tr>
        {selectable ? <td className={cn(cell, "sticky start-0 z-10")} /> : null}
        {columns.map((column, index) => (
          <td
            key={column.id}
            className={cn(
              cell,
              column.align === "end" && "num whitespace-nowrap text-end",
              classOf(column, index),
            )}
          >
            {totals[column.id]}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
