"use client";

import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/cn";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { Skeleton } from "@/components/ui/skeleton";
import { Tooltip } from "@/components/ui/tooltip";
import { t } from "@/lib/base/languages/texts";
import type { MetricView } from "@/lib/reporting/metrics/metrics";
import { meaningInView, type ReportColumn } from "@/lib/reporting/table/columns";

/** The first column stays in place while the others scroll. */
export const pinnedColumn =
  "sticky start-0 z-10 min-w-44 max-sm:max-w-44 sm:min-w-72 print:static print:min-w-0";

type ReportFrameProps = {
  /** The header cells. */
  headers: ReactNode;
  /** The number of columns, for the placeholder rows while loading. */
  width: number;
  loading: boolean;
  /** A response for other days or filters is loading; the old rows are dimmed. */
  busy: boolean;
  children: ReactNode;
};

/** A scrolling table of figures with a fixed header. */
export function ReportFrame({ headers, width, loading, busy, children }: ReportFrameProps) {
  return (
    <section
      aria-label={t("Report")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-busy={busy || loading}
      className="relative overflow-auto overscroll-x-contain outline-offset-[-2px] md:max-h-[calc(100dvh-14rem)] print:max-h-none print:overflow-visible"
    >
      <Table className="min-w-max print:min-w-0 print:text-2xs print:[&_:is(td,th)]:px-1 print:[&_th]:whitespace-normal print:[&_th]:text-2xs">
        <thead className="sticky top-0 z-20 print:static">
          <tr>{headers}</tr>
        </thead>
        <tbody className={cn(busy && !loading && "opacity-60 transition-opacity delay-150")}>
          {loading
            ? Array.from({ length: 8 }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
                <TableRow key={row}>
                  <TableCell className={pinnedColumn}>
                    <Skeleton className="w-36" />
                  </TableCell>
                  {Array.from({ length: width - 1 }, (_, cell) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: so are the cells
                    <TableCell key={cell}>
                      <Skeleton className="ms-auto w-12" />
                    </TableCell>
                  ))}
                </TableRow>
              ))
            : children}
        </tbody>
      </Table>
    </section>
  );
}

/** A sum of other rows. */
export function TotalsRow({ name, hint, children }: { name: string; hint: string; children: ReactNode }) {
  return (
    <TableRow className="[&>td]:bg-sunken">
      <TableCell className={cn(pinnedColumn, "font-medium")}>
        <Tooltip content={hint}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the meaning has to be reachable by keyboard */}
          <span tabIndex={0} className="rounded-sm">
            {name}
          </span>
        </Tooltip>
      </TableCell>
      {children}
    </TableRow>
  );
}

type MetricHeadersProps = {
  columns: readonly ReportColumn[];
  view: MetricView;
  sort: string;
  onSort: (sort: string) => void;
};

export const MetricHeaders = ({ columns, view, sort, onSort }: MetricHeadersProps) =>
  columns.map((column) => (
    <SortableHeader
      key={column.id}
      id={column.id}
      label={column.label}
      hint={meaningInView(view, column)}
      sort={column.sortable ? sort : undefined}
      onSort={onSort}
      className="text-end"
    />
  ));

type HeadProps = {
  id: string;
  label: string;
  hint?: string;
  ascendingFirst?: boolean;
  /** The current sort order; undefined if the table cannot be sorted. */
  sort: string | undefined;
  onSort: (sort: string) => void;
  className: string;
};

export function SortableHeader({ id, label, hint, ascendingFirst, sort, onSort, className }: HeadProps) {
  const direction = sort === id ? "ascending" : sort === `-${id}` ? "descending" : undefined;
  const Arrow = direction === "ascending" ? ArrowUp : direction === "descending" ? ArrowDown : ChevronsUpDown;
  const [first, second] = ascendingFirst ? [id, `-${id}`] : [`-${id}`, id];
  const title = (
    <span className={cn(hint && "underline decoration-line-strong decoration-dotted underline-offset-4")}>
      {label}
    </span>
  );
  return (
    <TableHead aria-sort={sort === undefined ? undefined : (direction ?? "none")} className={className}>
      <Tooltip content={hint}>
        {sort === undefined ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the meaning has to be reachable by keyboard
          <span tabIndex={0} className="inline-flex items-center rounded-sm align-middle">
            {title}
          </span>
        ) : (
          <button
            type="button"
            onClick={() => onSort(sort === first ? second : first)}
            className={cn(
              "group/head inline-flex items-center gap-1 rounded-sm align-middle hover:text-ink",
              direction && "text-ink",
              className === "text-end" && "flex-row-reverse",
            )}
          >
            {title}
            <Arrow
              aria-hidden="true"
              className={cn("size-3 print:hidden", !direction && "opacity-50 group-hover/head:opacity-100")}
            />
          </button>
        )}
      </Tooltip>
    </TableHead>
  );
}
