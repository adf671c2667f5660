"use client";

import type { FigureFormat } from "@/app/(dashboard)/shell/figure-format";
import { FigureLink } from "@/app/(dashboard)/shell/figures/figure";
import { rangeText } from "@/app/(dashboard)/shell/figures/projected-figure";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { TableCell } from "@/components/table/table";
import { Tooltip } from "@/components/ui/tooltip";
import { t } from "@/lib/base/languages/texts";
import type { CohortLine } from "@/lib/reporting/cohorts/schema";
import type { ProjectedCell } from "@/lib/reporting/forecast/schema";
import { cohortAges, hasRetention } from "@/lib/reporting/metrics/cohort-ages";
import type { CohortCell } from "@/lib/reporting/metrics/cohort-metrics";
import {
  type CohortMetricName,
  cohortMetrics,
  isOfEvent,
  isOfUsers,
  isProjected,
  projectedCell,
} from "@/lib/reporting/metrics/cohort-metrics";
import { withRevenueSource } from "@/lib/reporting/metrics/revenue-sources";

export const isRoas = (metric: CohortMetricName) => withRevenueSource(metric, "purchases") === "roas";

export const agesOfMetric = (metric: CohortMetricName) =>
  cohortAges
    .map((age, at) => ({ ...age, at }))
    .filter(({ days }) => metric !== "retention" || hasRetention(days));

type Shade = (at: number, value: number) => string | undefined;

type LineCellsProps = {
  line: CohortLine;
  metric: CohortMetricName;
  format: FigureFormat;
  ages: ReturnType<typeof agesOfMetric>;
  shade: Shade | undefined;
  /** The list of the line's installs; undefined without one. */
  href: string | undefined;
};

export function CohortCells({ line, metric, format, ages, shade, href }: LineCellsProps) {
  const { unit, of } = cohortMetrics[metric];
  const short = (value: number) => (unit === "money" ? format.short(unit, value) : format.even(unit, value));
  // Rows without revenue to compare with have no spend.
  const payback = cohortAges[line.cells.findIndex((cell) => cell !== null && (of(cell) ?? 0) >= 1)];
  return (
    <>
      <TableCell className="num h-8 px-1.5 py-1 text-end">
        <FigureLink href={line.installs === 0 ? undefined : href}>{numberText(line.installs)}</FigureLink>
      </TableCell>
      {isRoas(metric) ? (
        <>
          <TableCell className="num h-8 px-1.5 py-1 text-end">
            {line.spend === null ? "–" : format.short("money", line.spend)}
          </TableCell>
          <TableCell className="h-8 px-1.5 py-1 text-end">{payback?.label ?? "–"}</TableCell>
        </>
      ) : null}
      {metric === "roas" && line.projection ? (
        <TableCell className="num h-8 px-1.5 py-1 text-end">
          {line.projection.refused === null ? (
            (line.projection.break_even_day ?? "–")
          ) : (
            <Tooltip content={line.projection.refused}>
              <span>{line.projection.break_even_day ?? "–"}</span>
            </Tooltip>
          )}
        </TableCell>
      ) : null}
      {ages.map(({ name, days, at }) => {
        const cell = line.cells[at];
        const projected = isProjected(metric) ? line.projection?.cells[at] : null;
        if (!cell)
          return (
            <TableCell key={name} className="num h-8 px-1 py-1 text-end">
              {projected ? (
                <ProjectedValue {...{ projected, metric, format, short }} />
              ) : (
                <>
                  <span aria-hidden="true" className="block h-5 min-w-9 rounded-sm border border-dashed" />
                  <span className="sr-only">{t("Not that old yet")}</span>
                </>
              )}
            </TableCell>
          );
        const value = of(cell);
        return (
          <TableCell
            key={name}
            className="num h-8 px-1.5 py-1 text-end"
            style={{ backgroundColor: value === null ? undefined : shade?.(at, value) }}
          >
            <Tooltip content={<Counts cell={cell} days={days} metric={metric} format={format} />}>
              <span>
                {value === null ? (
                  "–"
                ) : href === undefined || cell.installs === 0 ? (
                  short(value)
                ) : (
                  // The number of installs is the same link, so the keyboard does not stop at each figure.
                  <IntentLink
                    href={href}
                    tabIndex={-1}
                    className="rounded-sm underline-offset-2 hover:underline"
                  >
                    {short(value)}
                  </IntentLink>
                )}
              </span>
            </Tooltip>
          </TableCell>
        );
      })}
    </>
  );
}

type ProjectedValueProps = {
  projected: ProjectedCell;
  metric: CohortMetricName;
  format: FigureFormat;
  short: (value: number) => string;
};

/** An estimate never appears without its range. */
function ProjectedValue({ projected, metric, format, short }: ProjectedValueProps) {
  const { unit, of } = cohortMetrics[metric];
  const { low, high, error } = projected;
  const value = of(projectedCell(projected));
  const at = (revenue: number) => format.full(unit, of(projectedCell({ ...projected, revenue })));
  return (
    <Tooltip content={rangeText({ low: at(low), high: at(high), error }, format)}>
      <span className="inline-block min-w-9 rounded-sm border border-dashed px-0.5 text-muted italic">
        <span className="sr-only">{t("Projected")} </span>
        {value === null ? "–" : short(value)}
      </span>
    </Tooltip>
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
  const { installs, revenue, spend, retained, payers, events, users } = cell;
  if (metric === "retention")
    return t("{retained} of {installs} installs opened the app on day {days}.", {
      retained: numberText(retained ?? 0),
      installs: numberText(installs),
      days,
    });
  if (metric === "paying_share")
    return t("{payers} of {installs} installs paid{days}.", {
      payers: numberText(payers),
      installs: numberText(installs),
      days: days === null ? t(" so far") : ` ${t("up to D{days}", { days })}`,
    });
  if (isOfUsers(metric))
    return t("{users} of {installs} installs had the event{days}.", {
      users: numberText(users ?? 0),
      installs: numberText(installs),
      days: days === null ? t(" so far") : ` ${t("up to day {days}", { days })}`,
    });
  const until = days === null ? t(" so far") : ` ${t("up to D{days}", { days })}`;
  const counted =
    events && isOfEvent(metric)
      ? t("{count} events of {amount}{until}", {
          count: numberText(events.count),
          amount: format.full("money", events.amount),
          until,
        })
      : t("revenue {revenue}{until}", { revenue: format.full("money", revenue), until });
  const parts = [
    t("{installs, plural, one {# install} other {# installs}}", { installs }),
    counted,
    ...(metric === "arppu" ? [t("{payers} paying", { payers: numberText(payers) })] : []),
    ...(spend === null ? [] : [`spend ${format.full("money", spend)}`]),
  ];
  return `${parts.join(", ")}.`;
}

/** Faint enough that figures stay readable in both themes. */
const strongest = 34;

/** Cohorts are compared at the same age: the largest value of a column is the darkest. */
export function cohortShades(lines: readonly CohortLine[], metric: CohortMetricName): Shade {
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
