import type { Project } from "@/lib/accounts/access/project";
import { figureText } from "@/lib/alerts/reports/figure-text";
import type { Days } from "@/lib/alerts/reports/runs";
import { readCampaigns, readGroups, type ShownReport } from "@/lib/alerts/reports/schema";
import { Refusal } from "@/lib/base/refusal";
import { columnNamed, metricColumns, type ReportColumn, usualColumns } from "@/lib/reporting/columns";
import { groupsCsv, reportGroups } from "@/lib/reporting/groups";
import { dimensions } from "@/lib/reporting/groups-schema";
import type { MetricName } from "@/lib/reporting/metrics";
import { reportTable } from "@/lib/reporting/table";
import { reportCsv } from "@/lib/reporting/table-csv";

/** More nobody reads in a letter; all of them are in the file. */
const mostRows = 20;

type SentTable = {
  heads: string[];
  rows: string[][];
  totals: string[][];
  /** Rows that are left out. */
  more: number;
  nothing: boolean;
  csv: string;
};

/** The rules may have become stricter since it was saved. */
const notAnyMore = () => new Refusal(422, "This report can't be shown any more. Schedule it again.");

/** The report's own table and file, of these days. */
export const tableOf = (project: Project, shown: ShownReport, days: Days, now: Date): Promise<SentTable> =>
  shown.kind === "campaigns"
    ? campaignsOf(project, shown.query, days, now)
    : groupsOf(project, shown.query, days);

const figures = <Row>(
  columns: readonly ReportColumn[],
  of: (column: ReportColumn) => (row: Row) => number | null,
  currency: string,
) => {
  const cells = columns.map((column) => [column.unit, of(column)] as const);
  return (row: Row) => cells.map(([unit, value]) => figureText(unit, value(row), currency));
};

async function campaignsOf(project: Project, text: string, days: Days, now: Date): Promise<SentTable> {
  const read = readCampaigns(text);
  if (!read.success) throw notAnyMore();
  const query = { ...read.data, ...days };
  const ids = query.columns.length > 0 ? query.columns : usualColumns[query.view];
  const columns = ids.flatMap((id) => columnNamed(id) ?? []);
  const data = await reportTable(project, { ...query, page: 1, limit: mostRows }, now);
  const cells = figures(columns, ({ of }) => of, project.currency);
  const { total, organic, all, deleted, campaigns, pagination } = data;
  const sum = (name: string, row: typeof all) => (row === null ? [] : [[name, ...cells(row)]]);
  return {
    heads: ["Campaign", ...columns.map(({ label }) => label)],
    rows: campaigns.map((row) => [row.name, ...cells(row)]),
    totals: [
      ...sum("Deleted campaigns", deleted),
      ...sum(all === null ? "Total" : "Paid", total),
      ...sum("Organic", organic),
      ...sum("All (blended)", all),
    ],
    more: pagination.total - campaigns.length,
    // Campaigns are listed whatever happened.
    nothing: !Object.values((all ?? total).metrics).some((value) => value),
    csv: await reportCsv(project, query, now),
  };
}

async function groupsOf(project: Project, text: string, days: Days): Promise<SentTable> {
  const read = readGroups(text);
  if (!read.success) throw notAnyMore();
  const query = { ...read.data, ...days };
  const chosen = query.columns.flatMap((id) => metricColumns.find((column) => column.id === id) ?? []);
  const usual = metricColumns.filter(({ id }) => usualColumns[query.view].some((each) => each === id));
  const columns = chosen.length > 0 ? chosen : usual;
  const data = await reportGroups(project, { ...query, page: 1, limit: mostRows });
  const cells = figures<(typeof data.rows)[number]["metrics"]>(
    columns,
    ({ id }) =>
      (row) =>
        row[id as MetricName],
    project.currency,
  );
  const [, second] = query.by;
  return {
    heads: [...query.by.map((by) => dimensions[by].label), ...columns.map(({ label }) => label)],
    rows: data.rows.map(({ labels, metrics }) => [...labels, ...cells(metrics)]),
    totals: data.total ? [["Total", ...(second ? [""] : []), ...cells(data.total)]] : [],
    more: data.pagination.total - data.rows.length,
    nothing: data.rows.length === 0,
    csv: await groupsCsv(project, query),
  };
}
