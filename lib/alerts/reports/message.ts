/** A run of a scheduled report for webhooks: rows for servers, and a text for chats. */

import type { Project } from "@/lib/accounts/access/project";
import { reportAddress, summaryAddress } from "@/lib/alerts/reports/address";
import { daysText } from "@/lib/alerts/reports/figure-text";
import type { ScheduleRow } from "@/lib/alerts/reports/queries";
import { queryAddress, scheduledRows } from "@/lib/alerts/reports/query";
import type { ReportedDays } from "@/lib/alerts/reports/runs";
import type { SentReport } from "@/lib/alerts/reports/schema";
import { type RankedCampaign, reportSummary } from "@/lib/alerts/reports/summary";
import { summaryNotes, summaryRows } from "@/lib/alerts/reports/summary-text";
import { reportRowCells, type SentColumn, type SentRow, tableOfReport } from "@/lib/alerts/reports/tables";
import { currencyDigits } from "@/lib/base/money";
import { ratioNumber } from "@/lib/base/ratio";
import { Refusal } from "@/lib/base/refusal";
import { roundTo } from "@/lib/base/rounding";
import type { MetricUnit } from "@/lib/reporting/metrics/metrics";

/** The payload is stored with its delivery, and receivers have limits of their own. */
const maxRows = 200;
/** Longer chat messages are not read, and Discord accepts 2,000 characters. */
const maxText = 1_900;
const maxShown = 10;

type MessageContext = { appUrl: string; now: Date };
type Schedule = Pick<ScheduleRow, "id" | "title" | "shown">;

export async function reportMessage(
  project: Project,
  { id, title, shown }: Schedule,
  days: ReportedDays,
  { appUrl, now }: MessageContext,
) {
  const base = `${appUrl}/p/${project.id}`;
  const address =
    shown.kind === "summary"
      ? `${base}?${summaryAddress(days)}`
      : shown.kind === "query"
        ? `${base}/${queryAddress(shown.query)}`
        : `${base}/report?${reportAddress(shown, days)}`;
  const head = [`${project.name}: ${title}`, daysText(days)];
  const { lines, ...roundedValue } = await contentOf(project, shown, days, now);
  return {
    type: "report.scheduled",
    timestamp: now.toISOString(),
    data: {
      id,
      title,
      kind: shown.kind,
      ...days,
      time_zone: project.timeZone,
      currency: project.currency,
      url: address,
      text: [...fitting(lines, maxText - [...head, address].join("\n").length, head), address].join("\n"),
      ...roundedValue,
    },
  };
}

/** The first lines that fit into the room. */
function fitting(lines: readonly string[], room: number, head: readonly string[]): string[] {
  const shown = [...head];
  let left = room;
  for (const line of lines) {
    left -= line.length + 1;
    if (left < 0) return [...shown, "…"];
    shown.push(line);
  }
  return shown;
}

type Content = { lines: string[] } & Record<string, unknown>;

async function contentOf(
  project: Project,
  shown: Schedule["shown"],
  days: ReportedDays,
  now: Date,
): Promise<Content> {
  try {
    if (shown.kind === "query") return await queryContent(project, shown.query, days);
    return shown.kind === "summary"
      ? await summaryContent(project, days, now)
      : await tableContent(project, shown, days, now);
  } catch (error) {
    // The recipients must learn why the report stops.
    if (error instanceof Refusal) return { lines: [error.message], problem: error.message };
    throw error;
  }
}

/** Amounts in units of the currency, ratios with their two decimals. */
function roundedValue(unit: MetricUnit, value: number | null, currency: string): number | null {
  if (value === null) return null;
  if (unit === "ratio") return ratioNumber(value);
  if (unit !== "money") return value;
  const digits = currencyDigits(currency);
  return roundTo(value / 10 ** digits, digits);
}

async function tableContent(
  project: Project,
  shown: SentReport,
  days: ReportedDays,
  now: Date,
): Promise<Content> {
  const { currency } = project;
  const { by, columns, rows, totals, more, nothing, notes } = await tableOfReport(
    project,
    shown,
    days,
    maxRows,
    now,
  );
  const asObject = ({ names, values }: SentRow) => ({
    ...Object.fromEntries(by.map(({ id }, at) => [id, names[at] ?? ""])),
    ...Object.fromEntries(
      columns.map(({ id, unit }, at) => [id, roundedValue(unit, values[at] ?? null, currency)]),
    ),
  });
  const line = (row: SentRow) => lineOf(row, columns, currency);
  const left = more + Math.max(0, rows.length - maxShown);
  return {
    lines: nothing
      ? ["There was no activity in this period."]
      : [
          ...notes,
          ...totals.map(line),
          ...rows.slice(0, maxShown).map((row) => `• ${line(row)}`),
          ...(left > 0 ? [`${left.toLocaleString("en")} more in the report`] : []),
        ],
    columns: columns.map(({ id, label, unit }) => ({ id, label, unit })),
    rows: rows.map(asObject),
    totals: totals.map(asObject),
    more,
  };
}

async function queryContent(project: Project, query: number, days: ReportedDays): Promise<Content> {
  const { columns, rows, isCut } = await scheduledRows(project, query, days);
  const cellOf = (value: string | null, kind: string) =>
    value !== null && kind === "number" && String(Number(value)) === value ? Number(value) : value;
  const line = (row: readonly (string | null)[]) =>
    row.map((value, at) => `${columns[at]?.label} ${value ?? "–"}`).join(", ");
  const left = rows.length - maxShown;
  return {
    lines:
      rows.length === 0
        ? ["The query returned no rows."]
        : [
            ...rows.slice(0, maxShown).map((row) => `• ${line(row)}`),
            ...(left > 0 ? [`${left.toLocaleString("en")} more rows`] : []),
          ],
    columns: columns.map(({ id, label, kind }) => ({ id, label, unit: kind })),
    rows: rows
      .slice(0, maxRows)
      .map((row) =>
        Object.fromEntries(columns.map(({ id, kind }, at) => [id, cellOf(row[at] ?? null, kind)])),
      ),
    more: Math.max(0, rows.length - maxRows),
    is_cut: isCut,
  };
}

function lineOf(row: SentRow, columns: readonly SentColumn[], currency: string): string {
  const cells = reportRowCells({ ...row, names: [] }, columns, currency);
  return `${row.names.filter(Boolean).join(", ")}: ${cells.map((cell, at) => `${columns[at]!.label} ${cell}`).join(", ")}`;
}

async function summaryContent(project: Project, days: ReportedDays, now: Date): Promise<Content> {
  const { currency } = project;
  const summary = await reportSummary(project, days, now);
  const campaigns = (list: RankedCampaign[]) =>
    list.map(({ name, installs, spend, revenue, roas }) => ({
      campaign: name,
      installs,
      spend: roundedValue("money", spend, currency),
      revenue: roundedValue("money", revenue, currency),
      roas: roundedValue("ratio", roas, currency),
    }));
  return {
    lines: [
      ...summaryRows(summary, currency).map(
        ([label, value, before, change]) => `${label}: ${value} (${change}; the week before ${before})`,
      ),
      ...summaryNotes(summary, currency),
    ],
    previous: summary.before,
    figures: Object.fromEntries(
      summary.figures.map(({ name, unit, value, before }) => [
        name,
        { value: roundedValue(unit, value, currency), previous: roundedValue(unit, before, currency) },
      ]),
    ),
    best: campaigns(summary.best),
    worst: campaigns(summary.worst),
    alerts: summary.alerts.map(({ rule, text, firedAt }) => ({
      rule,
      text,
      fired_at: firedAt.toISOString(),
    })),
  };
}
