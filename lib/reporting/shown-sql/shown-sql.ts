import { statementText } from "@/db/client/statement-text";
import type { Project } from "@/lib/accounts/access/project";
import { currencyDigits } from "@/lib/base/money";
import { dayIn } from "@/lib/base/time";
import { payingTypes } from "@/lib/ledger/payment-types";
import type { LedgerDimension } from "@/lib/ledger/sum-queries";
import { dimensions } from "@/lib/reporting/groups/dimensions";
import { dimensionColumn, sumsFor } from "@/lib/reporting/groups/scope";
import { noRoas } from "@/lib/reporting/metrics/ad-revenue-metrics";
import type { MetricView } from "@/lib/reporting/metrics/metrics";
import { paymentMeasures, retargetingMeasures } from "@/lib/reporting/metrics/sums";
import { moversSql } from "@/lib/reporting/movers/shown-sql";
import { sumsInFocus } from "@/lib/reporting/overview/focus-queries";
import { overviewFigures } from "@/lib/reporting/overview/names";
import { overviewDays } from "@/lib/reporting/overview/overview";
import { payingStatement } from "@/lib/reporting/overview/queries";
import { columnText, measuresOfColumn } from "@/lib/reporting/shown-sql/column-text";
import { figuresStatement, isBrokenDown, type ShownRequest } from "@/lib/reporting/shown-sql/queries";
import type { AdLevel, OverviewSqlQuery, ReportSqlQuery, ShownSql } from "@/lib/reporting/shown-sql/schema";
import {
  cohortFiguresOfColumns,
  isInView,
  type ReportColumn,
  reportColumn,
} from "@/lib/reporting/table/columns";
import { csvHead } from "@/lib/reporting/table/csv";
import { cohortRequestOf } from "@/lib/reporting/tree/cohort-queries";
import { byPurpose } from "@/lib/reporting/tree/queries";

type Rows = Pick<ShownRequest, "by" | "also" | "where"> & { title: string };

const whole: Rows = { by: [], also: [], where: null, title: "Total" };

const adRows: Record<AdLevel, Rows> = {
  // An ad set contains everything below it, also without an ID of its own.
  ad_set: {
    by: ["campaign_id", "ad_set_id"],
    also: ["creative_id", "keyword_id"],
    where: "s.ad_set_id || s.creative_id || s.keyword_id <> ''",
    title: "By ad set",
  },
  creative: {
    by: ["campaign_id", "ad_set_id", "creative_id"],
    also: [],
    where: "s.creative_id <> ''",
    title: "By creative",
  },
  keyword: {
    by: ["campaign_id", "ad_set_id", "keyword_id"],
    also: [],
    where: "s.keyword_id <> ''",
    title: "By keyword",
  },
};

function rowsOf(by: ReportSqlQuery["by"]): Rows {
  if (by === "total") return whole;
  if (!Array.isArray(by)) return adRows[by];
  const names = by.map((name) => dimensions[name].label.toLowerCase());
  return { ...whole, by: by.map(dimensionColumn), title: `By ${names.join(" and ")}` };
}

/** The statement that returns the report's rows with the chosen columns. */
export async function reportSql(project: Project, query: ReportSqlQuery, now: Date): Promise<ShownSql> {
  const { from, to, traffic, view } = query;
  const sums = { ...(await sumsFor(project, query)), organic: traffic === "all" };
  const columns = query.columns
    .flatMap((id) => reportColumn(id) ?? [])
    .filter((column) => isInView(view, column));
  return shown(project, rowsOf(query.by), sums, { columns, view, days: { from, to }, now });
}

const overviewTitle = {
  day: "day",
  network: "network",
  campaign: "campaign",
  platform: "platform",
  country: "country",
  creative: "creative",
};

const overviewColumns: readonly ReportColumn[] = overviewFigures.flatMap((name) => reportColumn(name) ?? []);

/** The statement that returns the overview's totals, days, the rows of a card, or what changed. */
export function overviewSql(project: Project, query: OverviewSqlQuery, now: Date): ShownSql {
  const { by, traffic } = query;
  if (by === "changes") return { sql: moversSql(project, query, now), left_out: [] };
  const days = overviewDays(project, query, now);
  if (by === "paying") {
    const window = { ...days, timeZone: project.timeZone };
    return {
      sql: withTitle("Paying users", project, days, payingStatement(project.id, window, payingTypes, query)),
      left_out: [],
    };
  }
  const isCreative = by === "creative";
  const rows: Rows =
    by === "total"
      ? whole
      : {
          by: [by === "campaign" ? "campaign_id" : isCreative ? "creative_id" : by],
          also: [],
          where: isCreative ? "s.creative_id <> ''" : null,
          title: `By ${overviewTitle[by]}`,
        };
  const sums = {
    days,
    where: sumsInFocus(project.id, query),
    organic: traffic === "all" && !isCreative,
  };
  return shown(project, rows, sums, { columns: overviewColumns, view: "user_acquisition", days, now });
}

type Days = { from: string | null; to: string | null };
type Shown = { columns: readonly ReportColumn[]; view: MetricView; days: Days; now: Date };

function shown(
  project: Project,
  { title, ...rows }: Rows,
  sums: ShownRequest["sums"],
  { columns, view, days, now }: Shown,
): ShownSql {
  const { id, currency, timeZone, weekStart } = project;
  const payments = paymentMeasures[view];
  const digits = currencyDigits(currency);
  const conditions = rows.by.flatMap((name: LedgerDimension) => isBrokenDown[name] ?? []);
  const condition = (column: ReportColumn) => (column.id in noRoas ? conditions : []);
  const hasRevenue = conditions.length === 0 ? null : conditions.join(" and ");
  const texts = columns.map((column) => ({ column, text: columnText(column, payments, hasRevenue) }));
  const isReturn = view === "retargeting";
  const measures = columns.flatMap((column) => measuresOfColumn(column, payments));
  const statement = figuresStatement(id, {
    ...rows,
    also: [...rows.also, ...byPurpose(view)],
    sums: { ...sums, weekStart },
    measures: [...new Set([...measures, ...(isReturn ? retargetingMeasures : [])])],
    matureOn: columns.some(({ age }) => age !== undefined) ? dayIn(timeZone, now) : null,
    cohorts: cohortRequestOf(project, cohortFiguresOfColumns(columns), now),
    columns: texts.flatMap(({ column, text }) =>
      text === null
        ? []
        : [{ name: csvHead(column, currency), text: asShown(column, text, digits, condition(column)) }],
    ),
  });
  return {
    sql: withTitle(title, project, days, statement),
    left_out: texts.flatMap(({ column, text }) => (text === null ? [column.label] : [])),
  };
}

/** In units of the currency instead of minor units, and rounded once, to the digits that screens and files show. */
function asShown({ unit, age }: ReportColumn, text: string, digits: number, conditions: string[]): string {
  const value =
    unit === "money"
      ? `round((${text})::numeric / ${10 ** digits}.0, ${digits})`
      : unit === "count" || age !== undefined
        ? text
        : `round((${text})::numeric, 2)`;
  return conditions.length === 0 ? value : `case when ${conditions.join(" and ")} then ${value} end`;
}

function withTitle(
  title: string,
  { currency, timeZone }: Project,
  { from, to }: Days,
  statement: Parameters<typeof statementText>[0],
) {
  const days =
    from === null && to === null ? "all days" : `${from ?? "the first day"} to ${to ?? "the last day"}`;
  return `-- ${title}, ${days} in ${timeZone}. Money is in ${currency}.\n${statementText(statement)};`;
}
