"use client";

import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useState } from "react";
import { Sheet, SheetBody, SheetContent, SheetFooter } from "@/components/dialogs/sheet";
import { Checkbox } from "@/components/fields/checkbox";
import { SearchBox } from "@/components/fields/search-box";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import { breakEvenId } from "@/lib/reporting/forecast/columns";
import type { MetricView } from "@/lib/reporting/metrics/metrics";
import {
  budgetReportColumns,
  eventColumns,
  fixedColumns,
  isInBreakdowns,
  isInView,
  meaningInView,
  projectedReportColumns,
  type ReportColumn,
} from "@/lib/reporting/table/columns";
import { CohortColumns } from "./cohort-columns";

type ColumnChooserProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  shown: readonly ReportColumn[];
  isDefault: boolean;
  view: MetricView;
  /** All events and payment types of the date range, each with its own columns. */
  events: readonly string[];
  payments: readonly string[];
  /** For a breakdown other than by campaign, which has fewer columns. */
  byGroup?: boolean;
  /** Column IDs in order; empty for the default columns. */
  onChange: (ids: string[]) => void;
};

/** The table behind the dialog shows every change immediately. */
export function ColumnChooser({
  open,
  onOpenChange,
  shown,
  isDefault,
  view,
  events,
  payments,
  byGroup = false,
  onChange,
}: ColumnChooserProps) {
  const [search, setSearch] = useState("");
  const ids = shown.map(({ id }) => id);
  const move = (from: number, to: number) => {
    const next = [...ids];
    const [moved] = next.splice(from, 1);
    if (moved) next.splice(to, 0, moved);
    onChange(next);
  };
  const remove = (id: string) => onChange(ids.filter((each) => each !== id));
  // The day of breaking even is next to ROAS, where it can be seen without scrolling.
  const placeOf = (id: string) =>
    id === breakEvenId && ids.includes("roas") ? ids.indexOf("roas") + 1 : ids.length;
  const toggle = (id: string) =>
    ids.includes(id) ? remove(id) : onChange(ids.toSpliced(placeOf(id), 0, id));
  const found = (columns: readonly ReportColumn[]) =>
    columns.filter(
      (column) =>
        isInView(view, column) &&
        (!byGroup || isInBreakdowns(column)) &&
        column.label.toLowerCase().includes(search.toLowerCase()),
    );
  const groups = [
    { title: t("Figures"), columns: fixedColumns.filter(({ group }) => group === "figures") },
    {
      title: t("Retention and early revenue"),
      columns: fixedColumns.filter(({ group }) => group === "retention"),
    },
    {
      title: t("Reported by the network"),
      columns: fixedColumns.filter(({ group }) => group === "networks"),
    },
    { title: t("Projections"), columns: projectedReportColumns },
    { title: t("Budgets"), columns: budgetReportColumns },
    { title: t("In-app events"), columns: events.flatMap((name) => eventColumns("event", name)) },
    { title: t("Payments"), columns: payments.flatMap((name) => eventColumns("payment", name)) },
  ];
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent
        title={t("Columns")}
        description={t("Saved in the URL, and exported to CSV in this order.")}
      >
        <SheetBody className="grid content-start gap-6">
          <section className="grid gap-2">
            <h3 className="font-medium text-sm">{t("Selected")}</h3>
            <ol className="grid gap-px rounded-lg border bg-line">
              {shown.map((column, i) => (
                <li
                  key={column.id}
                  className="flex h-9 items-center gap-1 bg-raised pe-1 ps-3 text-sm first:rounded-t-lg last:rounded-b-lg"
                >
                  <span className="min-w-0 flex-1 truncate">{column.label}</span>
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    aria-label={t("Move {label} to the left", { label: column.label })}
                    disabled={i === 0}
                    onClick={() => move(i, i - 1)}
                  >
                    <ChevronUp />
                  </Button>
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    aria-label={t("Move {label} to the right", { label: column.label })}
                    disabled={i === shown.length - 1}
                    onClick={() => move(i, i + 1)}
                  >
                    <ChevronDown />
                  </Button>
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    aria-label={t("Remove {label}", { label: column.label })}
                    disabled={shown.length === 1}
                    onClick={() => remove(column.id)}
                  >
                    <X />
                  </Button>
                </li>
              ))}
            </ol>
          </section>
          <section className="grid gap-4">
            <SearchBox value={search} onValueChange={setSearch} label={t("Find a column")} />
            {view === "retargeting" ? null : (
              <CohortColumns events={events} search={search} ids={ids} onToggle={toggle} />
            )}
            {groups.map(({ title, columns }) => {
              const matching = found(columns);
              return matching.length === 0 ? null : (
                <fieldset key={title} className="grid gap-1">
                  <legend className="mb-1.5 font-medium text-sm">{title}</legend>
                  {matching.map((column) => (
                    <Choice
                      key={column.id}
                      column={column}
                      meaning={meaningInView(view, column)}
                      checked={ids.includes(column.id)}
                      last={ids.length === 1}
                      onToggle={() => toggle(column.id)}
                    />
                  ))}
                </fieldset>
              );
            })}
          </section>
        </SheetBody>
        <SheetFooter>
          <Button disabled={isDefault} onClick={() => onChange([])}>
            {t("Reset to default")}
          </Button>
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            {t("Done")}
          </Button>
        </SheetFooter>
      </SheetContent>
    </Sheet>
  );
}

function Choice({
  column,
  meaning,
  checked,
  last,
  onToggle,
}: {
  column: ReportColumn;
  meaning: string;
  checked: boolean;
  last: boolean;
  onToggle: () => void;
}) {
  const id = `column ${column.id}`.replaceAll(" ", "-");
  return (
    <div className="flex items-start gap-2.5 py-1">
      <Checkbox
        id={id}
        className="mt-0.5"
        checked={checked}
        disabled={checked && last}
        onCheckedChange={onToggle}
      />
      <label htmlFor={id} className="grid text-sm">
        {column.label}
        <span className="text-muted text-xs">{meaning}</span>
      </label>
    </div>
  );
}
