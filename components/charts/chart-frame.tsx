"use client";

import { ChartSpline, Table2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cn } from "@/components/cn";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";

export type ChartTable = { headers: readonly string[]; rows: readonly (readonly [string, ...ReactNode[]])[] };

type ChartFrameProps = {
  /** Describes the chart to screen readers. */
  label: string;
  table: ChartTable;
  /** A legend next to the switch to the table. */
  legend?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** A chart, with a switch to the same figures as a table. */
export function ChartFrame({ label, table, legend, actions, children }: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className="grid grid-cols-1 gap-2" aria-label={label}>
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="flex min-w-0 flex-wrap gap-x-4 gap-y-1 text-muted text-xs">{legend}</div>
        <div className="-mr-2 ml-auto flex items-center">
          {actions}
          <Button variant="ghost" size="sm" onClick={() => setAsTable(!asTable)}>
            {asTable ? <ChartSpline className="size-3.5" /> : <Table2 className="size-3.5" />}
            {asTable ? t("Show as chart") : t("Show as table")}
          </Button>
        </div>
      </div>
      {asTable ? (
        <section
          aria-label={t("{label}, as a table", { label })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="max-h-72 overflow-auto rounded-md border"
        >
          <Table>
            <thead className="sticky top-0">
              <tr>
                {table.headers.map((head, i) => (
                  <TableHead key={head} className={i === 0 ? "" : "text-right"}>
                    {head}
                  </TableHead>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(([name, ...cells]) => (
                <TableRow key={name}>
                  <TableCell className="h-8 whitespace-nowrap py-1">{name}</TableCell>
                  {cells.map((cell, i) => (
                    <TableCell
                      // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
                      key={i}
                      className="num h-8 whitespace-nowrap py-1 text-right"
                    >
                      {cell}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </tbody>
          </Table>
        </section>
      ) : (
        children
      )}
    </figure>
  );
}

type LegendProps = { className?: string; color?: string; children: ReactNode };

/** Explains a colour of the chart. */
export function Legend({ className, color, children }: LegendProps) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <span
        aria-hidden="true"
        className={cn("inline-block w-3.5 shrink-0 border-t-2", className)}
        style={{ borderColor: color }}
      />
      <span className="max-w-56 truncate">{children}</span>
    </span>
  );
}
