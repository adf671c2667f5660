"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { type FigureFormat, figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { cn } from "@/components/cn";
import { monthText, numberText, windowText } from "@/components/format";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { Tooltip } from "@/components/ui/tooltip";
import { addDays, monthStartOf } from "@/lib/base/days";
import { type CohortMetricName, cohortMetrics, hasRetention } from "@/lib/reporting/cohorts/rules";
import {
  type CohortCell,
  type CohortLine,
  type CohortRow,
  type CohortsData,
  cohortAges,
  cohortBreakdowns,
  type Granularity,
} from "@/lib/reporting/cohorts/schema";

export const agesOf = (metric: CohortMetricName) =>
  cohortAges
    .map((age, at) => ({ ...age, at }))
    .filter(({ days }) => metric !== "retention" || hasRetention(days));

/** The name of a whole month, otherwise the days. */
export function cohortLabel({ from, to }: { from: string; to: string }, granularity: Granularity): string {
  const isWhole = granularity === "month" && monthStartOf(from) === from && monthStartOf(addDays(to, 1)) > to;
  return isWhole ? monthText(from.slice(0, 7)) : windowText({ from, to });
}

type TriangleProps = {
  data: CohortsData;
  metric: CohortMetricName;
  busy: boolean;
  hrefOf: (row: CohortRow) => string | undefined;
};

/**
 * A row for each cohort, a column for each age. A darker cell means a higher value. A breakdown groups the cohorts by
 * its values.
 */
export function CohortTriangle({ data, metric, busy, hrefOf }: TriangleProps) {
  const [open, setOpen] = useState<readonly string[]>([]);
  const { by, rows, values, total, currency, granularity } = data;
  const format = figureFormat(currency);
  const ages = agesOf(metric);
  const shade = shadesOf(by === null ? rows : values, metric);
  const cells = (line: CohortLine, isShaded: boolean) => (
    <LineCells {...{ line, metric, format, ages }} shade={isShaded ? shade : undefined} />
  );
  const cohortRow = (row: CohortRow) => (
    <TableRow key={`${row.from} ${row.key}`}>
      <NameCell inset={by !== null}>
        <CohortName label={cohortLabel(row, granularity)} installs={row.installs} href={hrefOf(row)} />
      </NameCell>
      {cells(row, true)}
    </TableRow>
  );
  const isOpen = (key: string | null) => open.includes(String(key));
  return (
    <section
      aria-label={`${cohortMetrics[metric].label} by cohort`}
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative overflow-auto overscroll-x-contain outline-offset-[-2px] md:max-h-[calc(100dvh-16rem)] print:max-h-none print:overflow-visible"
    >
      <Table className={cn("min-w-max text-xs", busy && "opacity-60 transition-opacity delay-150")}>
        <thead className="sticky top-0 z-20 print:static">
          <tr>
            <TableHead className="sticky left-0 z-10 print:static">
              {by === null ? "Installed" : cohortBreakdowns[by]}
            </TableHead>
            <TableHead className="px-1.5 text-right">Installs</TableHead>
            {metric === "roas" ? <TableHead className="px-1.5 text-right">Spend</TableHead> : null}
            {ages.map(({ name, label }) => (
              <TableHead key={name} className="px-1.5 text-right">
                {label}
              </TableHead>
            ))}
            {metric === "roas" ? (
              <TableHead className="px-1.5 text-right">
                <Tooltip content="The first of these ages at which revenue had reached spend.">
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the meaning has to be reachable by keyboard */}
                  <span tabIndex={0} className="rounded-sm underline decoration-dotted underline-offset-4">
                    Payback
                  </span>
                </Tooltip>
              </TableHead>
            ) : null}
          </tr>
        </thead>
        <tbody>
          <TableRow className="[&>td]:bg-sunken">
            <NameCell>
              <span className="font-medium">Total</span>
            </NameCell>
            {cells(total, false)}
          </TableRow>
          {by === null
            ? rows.map(cohortRow)
            : values.flatMap((value) => [
                <TableRow key={value.key}>
                  <NameCell>
                    <button
                      type="button"
                      aria-expanded={isOpen(value.key)}
                      onClick={() =>
                        setOpen(
                          isOpen(value.key)
                            ? open.filter((key) => key !== String(value.key))
                            : [...open, String(value.key)],
                        )
                      }
                      className="-ml-1 flex max-w-full items-center gap-1 rounded-sm text-left hover:text-accent-strong"
                    >
                      <ChevronRight
                        aria-hidden="true"
                        className={cn(
                          "size-3.5 shrink-0 transition-transform",
                          isOpen(value.key) && "rotate-90",
                        )}
                      />
                      <span className="truncate font-medium" title={value.label}>
                        {value.label}
                      </span>
                    </button>
                  </NameCell>
                  {cells(value, true)}
                </TableRow>,
                ...(isOpen(value.key) ? rows.filter(({ key }) => key === value.key).map(cohortRow) : []),
              ])}
        </tbody>
      </Table>
    </section>
  );
}

const NameCell = ({ inset = false, children }: { inset?: boolean; children: ReactNode }) => (
  <TableCell
    className={cn(
      "sticky left-0 z-10 h-8 max-w-36 whitespace-nowrap py-1 sm:max-w-56 print:static",
      inset && "pl-8!",
    )}
  >
    {children}
  </TableCell>
);

function CohortName({
  label,
  installs,
  href,
}: {
  label: string;
  installs: number;
  href: string | undefined;
}) {
  if (href === undefined || installs === 0) return <span className="block truncate">{label}</span>;
  return (
    <Link
      href={href}
      title={`Show the installs of ${label}`}
      className="block truncate rounded-sm underline decoration-line-strong underline-offset-2 hover:text-accent-strong"
    >
      {label}
    </Link>
  );
}

type Shade = (at: number, value: number) => string | undefined;

type LineCellsProps = {
  line: CohortLine;
  metric: CohortMetricName;
  format: FigureFormat;
  ages: ReturnType<typeof agesOf>;
  shade: Shade | undefined;
};

function LineCells({ line, metric, format, ages, shade }: LineCellsProps) {
  const { unit, of } = cohortMetrics[metric];
  const short = (value: number) => (unit === "money" ? format.short(unit, value) : format.even(unit, value));
  const payback = cohortAges.find(({ name }) => name === line.payback);
  return (
    <>
      <TableCell className="num h-8 px-1.5 py-1 text-right">{numberText(line.installs)}</TableCell>
      {metric === "roas" ? (
        <TableCell className="num h-8 px-1.5 py-1 text-right">
          {line.spend === null ? "–" : format.short("money", line.spend)}
        </TableCell>
      ) : null}
      {ages.map(({ name, days, at }) => {
        const cell = line.cells[at];
        if (!cell)
          return (
            <TableCell key={name} className="h-8 px-1 py-1">
              <span aria-hidden="true" className="block h-5 min-w-9 rounded-sm border border-dashed" />
              <span className="sr-only">Not that old yet</span>
            </TableCell>
          );
        const value = of(cell);
        return (
          <TableCell
            key={name}
            className="num h-8 px-1.5 py-1 text-right"
            style={{ backgroundColor: value === null ? undefined : shade?.(at, value) }}
          >
            <Tooltip content={<Counts cell={cell} days={days} metric={metric} format={format} />}>
              <span>{value === null ? "–" : short(value)}</span>
            </Tooltip>
          </TableCell>
        );
      })}
      {metric === "roas" ? (
        <TableCell className="h-8 px-1.5 py-1 text-right">{payback?.label ?? "–"}</TableCell>
      ) : null}
    </>
  );
}

type CountsProps = {
  cell: CohortCell;
  days: number | null;
  metric: CohortMetricName;
  format: FigureFormat;
};

/** The counts behind a figure. */
function Counts({ cell, days, metric, format }: CountsProps) {
  const { installs, revenue, spend, retained } = cell;
  if (metric === "retention")
    return `${numberText(retained ?? 0)} of ${numberText(installs)} installs opened the app on day ${days}.`;
  const parts = [
    `${numberText(installs)} ${installs === 1 ? "install" : "installs"}`,
    `revenue ${format.full("money", revenue)}${days === null ? " so far" : ` up to day ${days}`}`,
    ...(spend === null ? [] : [`spend ${format.full("money", spend)}`]),
  ];
  return `${parts.join(", ")}.`;
}

/** Faint enough that figures stay readable in both themes. */
const strongest = 34;

/** Cohorts are compared at the same age: the largest value of a column is the darkest. */
function shadesOf(lines: readonly CohortLine[], metric: CohortMetricName): Shade {
  const { of } = cohortMetrics[metric];
  const max = cohortAges.map((_, at) =>
    Math.max(0, ...lines.map(({ cells }) => (cells[at] && of(cells[at])) ?? 0)),
  );
  return (at, value) => {
    const largest = max[at] ?? 0;
    if (largest <= 0 || value <= 0) return undefined;
    const share = Math.round(Math.min(1, value / largest) * strongest);
    return `color-mix(in oklab, var(--chart-1) ${share}%, var(--raised))`;
  };
}
