"use client";

import { Columns3 } from "lucide-react";
import type { ReactNode } from "react";
import { Select } from "@/components/fields/select";
import { numberText } from "@/components/format";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { inSentence, t } from "@/lib/base/languages/texts";
import { Pagination } from "./pagination";
import { type Column, pageSizes, type Selection, type TableState } from "./table-state";

type DataTableBarProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  state: TableState;
  onStateChange: (patch: Partial<TableState>) => void;
  total?: number | undefined;
  selection?: Selection;
  /** True if every row of this page is selected. */
  allSelected: boolean;
  bulkActions?: ReactNode;
  toolbar?: ReactNode;
  /** True if a choice of columns can be stored. */
  hideable: boolean;
  position: "top" | "bottom";
};

export function DataTableBar<Row>(props: DataTableBarProps<Row>) {
  const { position, label, state, total, onStateChange } = props;
  if (position === "top") return <TopBar {...props} />;
  return <PagesBar state={state} total={total} noun={inSentence(label)} onChange={onStateChange} />;
}

function TopBar<Row>(props: DataTableBarProps<Row>) {
  const { columns, selection, bulkActions, toolbar } = props;
  const total = props.total ?? 0;
  const count = selection?.everything?.isOn ? total : (selection?.selected.size ?? 0);
  const choosing = columns.some((column) => !column.fixed) && props.hideable;
  if (count > 0) {
    return (
      <div className="flex min-h-12 flex-wrap items-center gap-2 bg-accent-soft px-2.5 py-2">
        <p className="num px-1.5 font-medium text-sm" aria-live="polite">
          {t("{if_on, select, yes {All } other {}}{count} selected", {
            if_on: selection?.everything?.isOn ? "yes" : "no",
            count: numberText(count),
          })}
        </p>
        {props.allSelected && count < total ? <SelectEverything {...props} total={total} /> : null}
        {bulkActions}
        <Button
          variant="ghost"
          size="sm"
          className="ms-auto"
          onClick={() => {
            selection?.everything?.onChange(false);
            selection?.onChange(new Set());
          }}
        >
          {t("Clear")}
        </Button>
      </div>
    );
  }
  if (!toolbar && !choosing) return null;
  return (
    <div className="flex min-h-12 flex-wrap items-start gap-2 px-2.5 py-2">
      <div className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-2">{toolbar}</div>
      {choosing ? <ColumnPicker {...props} /> : null}
    </div>
  );
}

/** Extends the selection from the page to all matching rows. */
function SelectEverything<Row>({ selection, total, label }: DataTableBarProps<Row> & { total: number }) {
  const everything = selection?.everything;
  if (!everything) return null;
  const noun = inSentence(label);
  if (total > everything.most) {
    return (
      <p className="text-muted text-xs">
        {t("To select all, filter the list to {most} {noun} or fewer.", {
          most: numberText(everything.most),
          noun,
        })}
      </p>
    );
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      className="text-accent-strong"
      onClick={() => everything.onChange(true)}
    >
      {t("Select all {total} {noun}", { total: numberText(total), noun })}
    </Button>
  );
}

function ColumnPicker<Row>({ columns, shown, state, onStateChange }: DataTableBarProps<Row>) {
  const shownIds = new Set(shown.map((column) => column.id));
  function toggle(column: Column<Row>) {
    const next = columns.filter((each) =>
      each.id === column.id ? !shownIds.has(each.id) : shownIds.has(each.id),
    );
    onStateChange({ columns: next.map((each) => each.id) });
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="icon" variant="ghost" aria-label={t("Choose columns")}>
          <Columns3 />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>{t("Columns")}</DropdownMenuLabel>
        {columns
          .filter((column) => !column.quiet)
          .map((column) => (
            <DropdownMenuCheckboxItem
              key={column.id}
              checked={shownIds.has(column.id)}
              disabled={Boolean(column.fixed) || (shownIds.has(column.id) && shown.length === 1)}
              onCheckedChange={() => toggle(column)}
              onSelect={(event) => event.preventDefault()}
            >
              {column.header}
            </DropdownMenuCheckboxItem>
          ))}
        <DropdownMenuSeparator />
        <DropdownMenuItem
          disabled={state.columns.length === 0}
          onSelect={() => onStateChange({ columns: [] })}
        >
          {t("Reset to default")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

type PagesBarProps = {
  state: { page: number; limit: number };
  total: number | undefined;
  noun: string;
  onChange: (patch: { page: number; limit?: number }) => void;
};

/** Shown below a table that has more rows than the shortest page. */
export function PagesBar({ state: { page, limit }, total, noun, onChange }: PagesBarProps) {
  if (total === undefined || (total <= pageSizes[0] && page === 1)) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t px-3.5 py-2 print:hidden">
      <div className="flex items-center gap-2 text-muted text-xs">
        {t("Rows")}
        <Select
          aria-label={t("Rows per page")}
          size="sm"
          className="w-17"
          value={String(limit)}
          options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
          onValueChange={(value) => onChange({ limit: Number(value), page: 1 })}
        />
      </div>
      <Pagination
        page={page}
        limit={limit}
        total={total}
        noun={noun}
        onPageChange={(next) => onChange({ page: next })}
      />
    </div>
  );
}
