"use client";

import { ArrowDown, ArrowUp, ChevronsUpDown, CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/cn";
import { EmptyState } from "@/components/empty-state";
import { Checkbox } from "@/components/fields/checkbox";
import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";
import { t } from "@/lib/base/languages/texts";
import { DataTableBar } from "./data-table-bar";
import { Table, TableCell, TableHead, TableRow } from "./table";
import { SkeletonRows } from "./table-skeleton";
import {
  type Column,
  hiddenOnPhones,
  nextSort,
  pageSizes,
  type Selection,
  shownColumns,
  type TableState,
} from "./table-state";
import { TableTotals } from "./table-totals";
import { useTableFrame } from "./use-table-frame";

type DataTableProps<Row> = {
  /** The table's description for screen readers, and the noun of the count. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined until the first response. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** The label of the row's checkbox. */
  rowLabel?: (row: Row) => string;
  onRowOpen?: (row: Row) => void;
  /** Leave out for short lists that are neither sorted nor paged. */
  state?: TableState;
  onStateChange?: (patch: Partial<TableState>) => void;
  /** The number of rows on all pages. Leave out for lists without pages. */
  total?: number | undefined;
  /** A response for the new state is loading; the old rows are dimmed. */
  busy?: boolean;
  error?: Error | null;
  onRetry?: () => void;
  empty: ReactNode;
  selection?: Selection;
  /** Shown instead of the toolbar while rows are selected. */
  bulkActions?: ReactNode;
  toolbar?: ReactNode;
  /** The figures of all rows, by column; shown below the rows. */
  totals?: Readonly<Record<string, ReactNode>>;
  /** The number of rows, shown at the top; empty while unknown. */
  summary?: string;
};

const still: TableState = { sort: "", page: 1, limit: pageSizes[0], columns: [] };
const ignore = () => {};

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, state = still, onStateChange = ignore } = props;
  const { selection, error, empty } = props;
  const frame = useTableFrame();
  const shown = shownColumns(columns, state.columns);
  const width = shown.length + (selection ? 1 : 0);
  const ids = rows?.map(rowId) ?? [];
  const selected = selection?.everything?.isOn ? new Set(ids) : selection?.selected;
  const allSelected = ids.length > 0 && ids.every((id) => selected?.has(id));
  const someSelected = ids.some((id) => selected?.has(id));

  /** A changed selection ends the selection of all pages. */
  function select(next: Set<string>) {
    selection?.everything?.onChange(false);
    selection?.onChange(next);
  }

  function toggle(id: string) {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    select(next);
  }

  function toggleAll() {
    const next = new Set(selected);
    for (const id of ids) allSelected ? next.delete(id) : next.add(id);
    select(next);
  }

  const bar = {
    ...props,
    allSelected,
    state,
    onStateChange,
    shown,
    hideable: props.onStateChange !== undefined,
  };

  return (
    <div className="grid grid-cols-1 gap-2">
      {props.summary === undefined ? null : (
        <p aria-live="polite" className="num min-h-5 text-muted text-sm">
          {props.summary}
        </p>
      )}
      <div ref={frame} className="group/frame overflow-clip rounded-xl border bg-raised">
        <div data-bar className="sticky top-13 z-25 border-b bg-raised empty:hidden">
          <DataTableBar {...bar} position="top" />
        </div>
        <section
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-busy={props.busy || (rows === undefined && !error)}
          className="table-rows relative overscroll-x-contain outline-offset-[-2px]"
        >
          <Table className="min-w-max">
            <thead className="z-20">
              <tr>
                {selection ? (
                  <TableHead className="sticky start-0 z-10 w-10 min-w-10 pe-0">
                    <Checkbox
                      aria-label={t("Select all rows of this page")}
                      checked={allSelected ? true : someSelected ? "indeterminate" : false}
                      onCheckedChange={toggleAll}
                      disabled={ids.length === 0}
                    />
                  </TableHead>
                ) : null}
                {shown.map((column, index) => (
                  <HeadCell
                    key={column.id}
                    column={column}
                    sort={state.sort}
                    onSort={() => onStateChange({ sort: nextSort(column, state.sort), page: 1 })}
                    className={cn(pinned(index, Boolean(selection)), hiddenOnPhones(column, state))}
                  />
                ))}
              </tr>
            </thead>
            <tbody
              aria-busy={Boolean(props.busy && rows)}
              className={cn(props.busy && rows && "opacity-60 transition-opacity delay-150")}
            >
              {rows === undefined && !error ? (
                <SkeletonRows
                  state={state}
                  columns={shown}
                  selectable={Boolean(selection)}
                  count={props.state ? 8 : 3}
                />
              ) : null}
              {rows?.map((row) => (
                <BodyRow
                  key={rowId(row)}
                  {...props}
                  row={row}
                  shown={shown}
                  selected={selected?.has(rowId(row)) ?? false}
                  onToggle={toggle}
                />
              ))}
              {error && !rows ? (
                <FullRow width={width}>
                  <EmptyState
                    icon={CircleAlert}
                    title={t("Couldn't load this")}
                    actions={props.onRetry ? <Button onClick={props.onRetry}>{t("Try again")}</Button> : null}
                  >
                    {error.message}
                  </EmptyState>
                </FullRow>
              ) : null}
              {rows?.length === 0 ? <FullRow width={width}>{empty}</FullRow> : null}
            </tbody>
            {props.totals && rows && rows.length > 0 ? (
              <TableTotals
                columns={shown}
                totals={props.totals}
                selectable={Boolean(selection)}
                classOf={(column, index) =>
                  cn(pinned(index, Boolean(selection)), hiddenOnPhones(column, state))
                }
              />
            ) : null}
          </Table>
        </section>
        <DataTableBar {...bar} position="bottom" />
      </div>
    </div>
  );
}

/** The first column stays in place while the others scroll. */
function pinned(index: number, selectable: boolean): string | undefined {
  if (index > 0) return undefined;
  return cn("sticky z-10 max-sm:max-w-44 max-sm:overflow-hidden", selectable ? "start-10" : "start-0");
}

function HeadCell<Row>({
  column,
  sort,
  onSort,
  className,
}: {
  column: Column<Row>;
  sort: string;
  onSort: () => void;
  className: string | undefined;
}) {
  const direction = sort === column.id ? "ascending" : sort === `-${column.id}` ? "descending" : undefined;
  const Arrow = direction === "ascending" ? ArrowUp : direction === "descending" ? ArrowDown : ChevronsUpDown;
  const title = (
    <span
      className={cn(
        column.quiet && "sr-only",
        column.hint && "underline decoration-line-strong decoration-dotted underline-offset-4",
      )}
    >
      {column.header}
    </span>
  );
  return (
    <TableHead
      aria-sort={column.sort ? (direction ?? "none") : undefined}
      className={cn(column.align === "end" && "text-end", className)}
    >
      <Tooltip content={column.hint}>
        {column.sort ? (
          <button
            type="button"
            onClick={onSort}
            className={cn(
              "group/head inline-flex items-center gap-1 rounded-sm hover:text-ink",
              direction && "text-ink",
              column.align === "end" && "flex-row-reverse",
            )}
          >
            {title}
            <Arrow
              aria-hidden="true"
              className={cn("size-3", !direction && "opacity-50 group-hover/head:opacity-100")}
            />
          </button>
        ) : (
          <span tabIndex={column.hint ? 0 : undefined}>{title}</span>
        )}
      </Tooltip>
    </TableHead>
  );
}

function BodyRow<Row>({
  row,
  shown,
  rowId,
  rowLabel,
  onRowOpen,
  selection,
  selected,
  onToggle,
  state = still,
}: DataTableProps<Row> & {
  row: Row;
  shown: Column<Row>[];
  selected: boolean;
  onToggle: (id: string) => void;
}) {
  const id = rowId(row);
  return (
    <TableRow
      data-selected={selected}
      className={cn(onRowOpen && "cursor-pointer")}
      onClick={(event) => {
        // Pressing anywhere in the row is for the mouse; the link in its first cell is for the keyboard.
        const target = event.target as Element;
        if (!onRowOpen || target.closest("a,button,input,label,[role=menuitem],[role=dialog]")) return;
        if (!event.currentTarget.contains(target) || window.getSelection()?.toString()) return;
        onRowOpen(row);
      }}
    >
      {selection ? (
        <TableCell className="sticky start-0 z-10 w-10 min-w-10 pe-0">
          <Checkbox
            aria-label={t("Select {row}", { row: rowLabel?.(row) ?? id })}
            checked={selected}
            onCheckedChange={() => onToggle(id)}
          />
        </TableCell>
      ) : null}
      {shown.map((column, index) => (
        <TableCell
          key={column.id}
          className={cn(
            column.align === "end" && "num whitespace-nowrap text-end",
            pinned(index, Boolean(selection)),
            hiddenOnPhones(column, state),
            column.className,
          )}
        >
          {column.cell(row)}
        </TableCell>
      ))}
    </TableRow>
  );
}

function FullRow({ width, children }: { width: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={width}>
        <div className="sticky start-0 max-w-[calc(100vw-2.125rem)]">{children}</div>
      </td>
    </tr>
  );
}
