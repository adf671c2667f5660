/** The ages of a report's columns of cohorts, and which of its days have completed them. Pure; runs in the browser too. */
import { daysText } from "@/lib/alerts/reports/figure-text";
import type { ReportedDays } from "@/lib/alerts/reports/runs";
import { isSentReport, type ShownReport } from "@/lib/alerts/reports/schema";
import { addDays } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";
import { readNames } from "@/lib/base/text/name-list";
import { cohortAges, firstImmatureDay } from "@/lib/reporting/metrics/cohort-ages";
import { type ReportColumn, reportColumn } from "@/lib/reporting/table/columns";

type Age = { label: string; days: number };

/** The youngest first. */
const agesOf = (columns: readonly (Pick<ReportColumn, "cohort"> | null)[]): Age[] =>
  cohortAges.flatMap(({ name, label, days }) =>
    days !== null && columns.some((column) => column?.cohort?.at === name) ? [{ label, days }] : [],
  );

/** The oldest age of the report's columns of cohorts; null without such columns. */
export function oldestAge(shown: ShownReport): Age | null {
  if (!isSentReport(shown)) return null;
  const ids = readNames(new URLSearchParams(shown.query).get("columns") ?? "");
  return agesOf(ids.map(reportColumn)).at(-1) ?? null;
}

/** The age that all days of a run must have completed; null for none. */
export const requiredAge = (shown: ShownReport): number | null =>
  isSentReport(shown) && shown.mature ? (oldestAge(shown)?.days ?? null) : null;

/** Estimates without their ranges. */
export const projectionNotes = (columns: readonly Pick<ReportColumn, "projected">[]): string[] =>
  columns.some(({ projected }) => projected)
    ? [
        t(
          "Projected figures, and the day of breaking even, are estimates. The report in Cairn shows their ranges.",
        ),
      ]
    : [];

/** Which installs the columns of cohorts cover, if these are not all of the report's days. */
export function cohortNotes(
  columns: readonly Pick<ReportColumn, "cohort">[],
  { from, to }: ReportedDays,
  present: { timeZone: string; now: Date },
): string[] {
  return agesOf(columns).flatMap(({ label, days }) => {
    const open = firstImmatureDay(days, present)!;
    if (to < open) return [];
    const complete = t("{label} is complete {days} after the install", {
      label,
      days: days === 0 ? "1 day" : t("{days} days", { days: days + 1 }),
    });
    return open <= from
      ? [t("{complete}, so columns of {label} are empty.", { complete, label })]
      : [
          t("{complete}, so columns of {label} cover installs up to {days}.", {
            complete,
            label,
            days: daysText({ from: addDays(open, -1), to: addDays(open, -1) }),
          }),
        ];
  });
}
