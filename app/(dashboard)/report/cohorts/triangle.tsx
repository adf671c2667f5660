"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { cn } from "@/components/cn";
import { monthText, windowText } from "@/components/format";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { Tooltip } from "@/components/ui/tooltip";
import { addDays, dayCount, monthStartOf } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";
import { type CohortGranularity, cohortBreakdowns } from "@/lib/reporting/cohorts/breakdowns";
import type { CohortLine, CohortRow, CohortsData } from "@/lib/reporting/cohorts/schema";
import { type CohortMetricName, cohortMetrics } from "@/lib/reporting/metrics/cohort-metrics";
import { agesOfMetric, CohortCells, cohortShades, isRoas } from "./cells";

type Days = { from: string; to: string };

const isWhole = ({ from, to }: Days, granularity: CohortGranularity) =>
  granularity === "month"
    ? monthStartOf(from) === from && monthStartOf(addDays(to, 1)) > to
    : dayCount(from, to) === (granularity === "week" ? 7 : 1);

/** The name of a whole month, otherwise the days. */
const daysText = (days: Days, granularity: CohortGranularity): string =>
  granularity === "month" && isWhole(days, granularity) ? monthText(days.from.slice(0, 7)) : windowText(days);

/** A part of a week or month is not comparable with whole ones. Today is not over. */
const partialText = (days: Days, { granularity, today }: Pick<CohortsData, "granularity" | "today">) =>
  days.to >= today || !isWhole(days, granularity) ? t(", partial") : "";

export const cohortLabel = (days: Days, data: Pick<CohortsData, "granularity" | "today">): string =>
  daysText(days, data.granularity) + partialText(days, data);

type TriangleProps = {
  data: CohortsData;
  metric: CohortMetricName;
  busy: boolean;
  /** The list of the installs of a value in these days; of all values without one. */
  hrefOf: (line: Days & { key?: string | null }) => string | undefined;
};

/**
 * A row for each cohort, a column for each age. A darker cell means a higher value. A breakdown groups the cohorts by
 * its values.
 */
export function CohortTriangle({ data, metric, busy, hrefOf }: TriangleProps) {
  const [open, setOpen] = useState<readonly string[]>([]);
  const { by, rows, values, total, currency, granularity, from, to } = data;
  const format = figureFormat(currency);
  const ages = agesOfMetric(metric);
  const shade = cohortShades(by === null ? rows : values, metric);
  const cells = (line: CohortLine, href: string | undefined, isShaded = true) => (
    <CohortCells {...{ line, metric, format, ages, href }} shade={isShaded ? shade : undefined} />
  );
  const cohortRow = (row: CohortRow) => (
    <TableRow key={`${row.from} ${row.key}`}>
      <NameCell inset={by !== null}>
        <CohortName
          label={daysText(row, granularity)}
          partial={partialText(row, data)}
          installs={row.installs}
          href={hrefOf(row)}
        />
      </NameCell>
      {cells(row, hrefOf(row))}
    </TableRow>
  );
  const isOpen = (key: string | null) => open.includes(String(key));
  return (
    <section
      aria-label={t("{label} by cohort", { label: cohortMetrics[metric].label })}
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative overflow-auto overscroll-x-contain outline-offset-[-2px] md:max-h-[calc(100dvh-16rem)] print:max-h-none print:overflow-visible"
    >
      <Table className={cn("min-w-max text-xs", busy && "opacity-60 transition-opacity delay-150")}>
        <thead className="sticky top-0 z-20 print:static">
          <tr>
            <TableHead className="sticky start-0 z-10 print:static">
              {by === null ? t("Installed") : cohortBreakdowns[by]}
            </TableHead>
            <TableHead className="px-1.5 text-end">{t("Installs")}</TableHead>
            {isRoas(metric) ? (
              <>
                <TableHead className="px-1.5 text-end">{t("Spend")}</TableHead>
                <MeaningHead
                  label={t("Payback")}
                  meaning={t("The first of these ages at which revenue had reached spend.")}
                />
              </>
            ) : null}
            {metric === "roas" && total.projection ? (
              <MeaningHead
                label={t("Breaks even")}
                meaning={t(
                  "The day since the install on which revenue reaches spend, with projected revenue after the cohort's age. Not after D180. Sums leave out cohorts that have not completed D0.",
                )}
              />
            ) : null}
            {ages.map(({ name, label }) => (
              <TableHead key={name} className="px-1.5 text-end">
                {label}
              </TableHead>
            ))}
          </tr>
        </thead>
        <tbody>
          <TableRow className="[&>td]:bg-sunken">
            <NameCell>
              <span className="font-medium">{t("Total")}</span>
            </NameCell>
            {cells(total, hrefOf({ from, to }), false)}
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
                      className="-ms-1 flex max-w-full items-center gap-1 rounded-sm text-start hover:text-accent-strong"
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
                  {cells(value, hrefOf({ key: value.key, from, to }))}
                </TableRow>,
                ...(isOpen(value.key) ? rows.filter(({ key }) => key === value.key).map(cohortRow) : []),
              ])}
        </tbody>
      </Table>
    </section>
  );
}

const MeaningHead = ({ label, meaning }: { label: string; meaning: string }) => (
  <TableHead className="px-1.5 text-end">
    <Tooltip content={meaning}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the meaning has to be reachable by keyboard */}
      <span tabIndex={0} className="rounded-sm underline decoration-dotted underline-offset-4">
        {label}
      </span>
    </Tooltip>
  </TableHead>
);

const NameCell = ({ inset = false, children }: { inset?: boolean; children: ReactNode }) => (
  <TableCell
    className={cn(
      "sticky start-0 z-10 h-8 max-w-36 whitespace-nowrap py-1 sm:max-w-56 print:static",
      inset && "ps-8!",
    )}
  >
    {children}
  </TableCell>
);

type CohortNameProps = { label: string; partial: string; installs: number; href: string | undefined };

function CohortName({ label, partial, installs, href }: CohortNameProps) {
  return (
    <span className="flex">
      <span className="truncate">
        {href === undefined || installs === 0 ? (
          label
        ) : (
          <Link
            href={href}
            title={t("Show the installs of {label}", { label })}
            className="rounded-sm underline decoration-line-strong underline-offset-2 hover:text-accent-strong"
          >
            {label}
          </Link>
        )}
      </span>
      <span className="shrink-0 text-muted">{partial}</span>
    </span>
  );
}
