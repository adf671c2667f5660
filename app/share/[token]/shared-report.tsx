"use client";

import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { groupLabel } from "@/app/(dashboard)/shell/figures/group-labels";
import { MissingFigure } from "@/app/(dashboard)/shell/figures/missing-figure";
import { pinnedColumn, ReportFrame, TotalsRow } from "@/app/(dashboard)/shell/figures/report-frame";
import { EmptyState } from "@/components/empty-state";
import { numberText } from "@/components/format";
import { TableCell, TableHead, TableRow } from "@/components/table/table";
import type { SharedContent } from "@/lib/activity/shares/schema";
import { cohortNotes, projectionNotes } from "@/lib/alerts/reports/cohort-days";
import { t } from "@/lib/base/languages/texts";
import { breakdownNotes, dimensions } from "@/lib/reporting/groups/dimensions";
import { isPartialPeriod } from "@/lib/reporting/groups/key-days";
import { type MetricName, metrics } from "@/lib/reporting/metrics/metrics";
import { isNetworkMetric, missingNetworkText } from "@/lib/reporting/metrics/network-metrics";
import { withoutCostText } from "@/lib/reporting/metrics/return-metrics";
import { metricLabel, paidMeaning } from "@/lib/reporting/metrics/traffic";
import { missingCohortText, missingProjectionText, reportColumn } from "@/lib/reporting/table/columns";

type Report = NonNullable<SharedContent["report"]>;

/** The report's rows by name, without any links. */
export function SharedReport({ data, report }: { data: SharedContent; report: Report }) {
  const { by, total, rows, more, traffic, filtered } = report;
  const columns = report.columns.flatMap((id) => reportColumn(id) ?? []);
  const format = figureFormat(data.currency);
  const cells = (values: Record<string, number | null>, notSplit?: Report["total_not_split"]) =>
    columns.map((column) => {
      const { id, unit, cohort, projected } = column;
      const text = format.even(unit, values[id] ?? null);
      return (
        <TableCell key={id} className="num whitespace-nowrap text-end">
          {notSplit && (column.isOfAds || column.part === "cost") ? (
            <MissingFigure {...notSplit} />
          ) : cohort && (values[id] ?? null) === null ? (
            <MissingFigure reason={missingCohortText(cohort, { cohorts: values })} text={text} />
          ) : projected && (values[id] ?? null) === null ? (
            <MissingFigure reason={missingProjectionText(column, {})} text={text} />
          ) : isNetworkMetric(id) && (values[id] ?? null) === null ? (
            <MissingFigure reason={missingNetworkText} text={text} />
          ) : (
            text
          )}
        </TableCell>
      );
    });
  const notes = [
    ...breakdownNotes(by, report.week_start),
    ...cohortNotes(columns, data, { timeZone: data.time_zone, now: new Date() }),
    ...projectionNotes(columns),
    withoutCostText(report.without_cost ?? null),
  ].filter((note) => note !== "");
  if (rows.length === 0) return <EmptyState title={t("No activity in this period")} />;
  return (
    <div className="overflow-hidden rounded-xl border bg-raised print:overflow-visible print:border-0">
      <ReportFrame
        width={by.length + columns.length}
        loading={false}
        busy={false}
        headers={
          <>
            {by.map((dimension, i) => (
              <TableHead key={dimension} className={i === 0 ? pinnedColumn : ""}>
                {dimensions[dimension].label}
              </TableHead>
            ))}
            {columns.map(({ id, label }) => (
              <TableHead key={id} className="text-end">
                {id in metrics ? metricLabel(id as MetricName, traffic) : label}
              </TableHead>
            ))}
          </>
        }
      >
        {total ? (
          <TotalsRow
            name={filtered ? t("Total") : traffic === "paid" ? t("Paid") : t("All (blended)")}
            hint={filtered ? t("Everything that matches.") : paidMeaning}
          >
            {by.length === 2 ? <TableCell /> : null}
            {cells(total, report.total_not_split)}
          </TotalsRow>
        ) : null}
        {rows.map(({ labels, metrics: values, not_split: notSplit }) => (
          <TableRow key={labels.join("\0")}>
            {by.map((dimension, i) => (
              <TableCell key={dimension} className={i === 0 ? pinnedColumn : "whitespace-nowrap"}>
                <span className={i === 0 ? "block truncate font-medium sm:max-w-96" : "text-muted"}>
                  {groupLabel(dimension, labels[i] ?? "", labels[i] ?? "")}
                  {isPartialPeriod(dimension, labels[i] ?? "", data) ? (
                    <span className="text-muted">{t(", partial")}</span>
                  ) : null}
                </span>
              </TableCell>
            ))}
            {cells(values, notSplit)}
          </TableRow>
        ))}
      </ReportFrame>
      {notes.length > 0 ? <p className="border-t px-4 py-2.5 text-muted text-xs">{notes.join(" ")}</p> : null}
      {more > 0 ? (
        <p className="border-t px-4 py-2.5 text-muted text-xs">
          {t("{more} more rows aren't shown.", { more: numberText(more) })}
        </p>
      ) : null}
    </div>
  );
}
