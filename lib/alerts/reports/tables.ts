import type { Project } from "@/lib/accounts/access/project";
import { cohortNotes, projectionNotes } from "@/lib/alerts/reports/cohort-days";
import { figureText } from "@/lib/alerts/reports/figure-text";
import type { ReportedDays } from "@/lib/alerts/reports/runs";
import { readCampaignReport, readGroupsReport, type SentReport } from "@/lib/alerts/reports/schema";
import { Refusal } from "@/lib/base/refusal";
import { type Dimension, dimensions } from "@/lib/reporting/groups/dimensions";
import { groupsCsv, reportGroups } from "@/lib/reporting/groups/groups";
import { isPartialPeriod } from "@/lib/reporting/groups/key-days";
import {
  defaultColumns,
  groupColumns,
  groupFigure,
  metricColumns,
  type ReportColumn,
  reportColumn,
} from "@/lib/reporting/table/columns";
import { reportCsv } from "@/lib/reporting/table/csv";
import { reportTable } from "@/lib/reporting/table/table";

export type SentColumn = Pick<ReportColumn, "id" | "label" | "unit">;
/** One name for each dimension of a row, and one value for each column. */
export type SentRow = { names: string[]; values: (number | null)[] };

export type SentTable = {
  by: { id: string; label: string }[];
  columns: SentColumn[];
  rows: SentRow[];
  totals: SentRow[];
  /** The number of omitted rows. */
  more: number;
  nothing: boolean;
  /** Which installs the columns of cohorts cover, if these are not all, and which figures are estimates. */
  notes: string[];
  csv(): Promise<string>;
};

/** Validation may have become stricter since the schedule was saved. */
const notAnyMore = () =>
  new Refusal("settings_outdated", "The report's filters are no longer valid. Schedule it again.");

/** The report's own table and file for these days, up to this many rows. */
export const tableOfReport = (
  project: Project,
  shown: SentReport,
  days: ReportedDays,
  max: number,
  now: Date,
): Promise<SentTable> =>
  shown.kind === "campaigns"
    ? campaignsOf(project, shown.query, days, max, now)
    : groupsOf(project, shown.query, days, max, now);

const notesOf = (
  columns: readonly ReportColumn[],
  ...of: [ReportedDays, { timeZone: string; now: Date }]
) => [...cohortNotes(columns, ...of), ...projectionNotes(columns)];

export const reportRowCells = (
  { names, values }: SentRow,
  columns: readonly SentColumn[],
  currency: string,
) => [...names, ...values.map((value, at) => figureText(columns[at]!.unit, value, currency))];

async function campaignsOf(
  project: Project,
  text: string,
  days: ReportedDays,
  max: number,
  now: Date,
): Promise<SentTable> {
  const read = readCampaignReport(text);
  if (!read.success) throw notAnyMore();
  const query = { ...read.data, ...days };
  const ids = query.columns.length > 0 ? query.columns : defaultColumns[query.view];
  const columns = ids.flatMap((id) => reportColumn(id) ?? []);
  const data = await reportTable(project, { ...query, page: 1, limit: max }, now);
  const { total, organic, all, deleted, campaigns, pagination } = data;
  const row = (name: string, figures: typeof total): SentRow => ({
    names: [name],
    values: columns.map(({ of }) => of(figures)),
  });
  const sum = (name: string, figures: typeof all) => (figures === null ? [] : [row(name, figures)]);
  return {
    by: [{ id: "campaign", label: "Campaign" }],
    columns,
    rows: campaigns.map((each) => row(each.name, each)),
    totals: [
      ...sum("Deleted campaigns", deleted),
      ...sum(all === null ? "Total" : "Paid", total),
      ...sum("Organic", organic),
      ...sum("All (blended)", all),
    ],
    more: pagination.total - campaigns.length,
    // Campaigns are listed even without any traffic.
    nothing: !Object.values((all ?? total).metrics).some((value) => value),
    notes: notesOf(columns, days, { timeZone: project.timeZone, now }),
    csv: () => reportCsv(project, query, now),
  };
}

async function groupsOf(
  project: Project,
  text: string,
  days: ReportedDays,
  max: number,
  now: Date,
): Promise<SentTable> {
  const read = readGroupsReport(text);
  if (!read.success) throw notAnyMore();
  const query = { ...read.data, ...days };
  const chosen = groupColumns(query.columns);
  const defaultValue = metricColumns.filter(({ id }) =>
    defaultColumns[query.view].some((each) => each === id),
  );
  const columns = chosen.length > 0 ? chosen : defaultValue;
  const data = await reportGroups(project, { ...query, page: 1, limit: max }, now);
  const { total, total_requested: ofTotal } = data;
  const values = (row: Parameters<typeof groupFigure>[1]) =>
    columns.map((column) => groupFigure(column, row));
  const [, second] = query.by;
  const nameOf = (by: Dimension, key = "", label = "") =>
    isPartialPeriod(by, key, data) ? `${label} (partial)` : label;
  return {
    by: query.by.map((by) => ({ id: by, label: dimensions[by].label })),
    columns,
    rows: data.rows.map((row) => ({
      names: query.by.map((by, at) => nameOf(by, row.keys[at], row.labels[at])),
      values: values(row),
    })),
    totals:
      total && ofTotal
        ? [{ names: ["Total", ...(second ? [""] : [])], values: values({ metrics: total, ...ofTotal }) }]
        : [],
    more: data.pagination.total - data.rows.length,
    nothing: data.rows.length === 0,
    notes: notesOf(columns, days, { timeZone: project.timeZone, now }),
    csv: () => groupsCsv(project, query, now),
  };
}
