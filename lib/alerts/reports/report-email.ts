import type { Project } from "@/lib/accounts/access/project";
import type { AddressedEmail, Email } from "@/lib/alerts/mail/email";
import { reportAddress, summaryAddress } from "@/lib/alerts/reports/address";
import { daysText } from "@/lib/alerts/reports/figure-text";
import { findSchedule } from "@/lib/alerts/reports/queries";
import { queryAddress, scheduledRows } from "@/lib/alerts/reports/query";
import { type ReportedDays, readRunName, type ScheduleTimes } from "@/lib/alerts/reports/runs";
import type { SentReport } from "@/lib/alerts/reports/schema";
import { reportSummary } from "@/lib/alerts/reports/summary";
import { summaryNotes, summaryRows } from "@/lib/alerts/reports/summary-text";
import { reportRowCells, tableOfReport } from "@/lib/alerts/reports/tables";

/** Mail servers reject emails of more than a few megabytes, and encoding adds a third. */
const maxBytes = 5_000_000;
/** Longer tables are not read in an email; the attached file has all rows. */
const maxRows = 20;

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function rhythmText({ cadence, weekday, hour }: ScheduleTimes): string {
  const at = `at ${String(hour).padStart(2, "0")}:00`;
  if (cadence === "daily") return `every day ${at}`;
  return cadence === "weekly"
    ? `every ${weekdays[weekday - 1]} ${at}`
    : `on the first day of each month ${at}`;
}

const plural = (count: number, one: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : `${one}s`}`;

type EmailContext = { appUrl: string; now: Date };

/** A run of a scheduled report as an email; null if the schedule was deleted. */
export async function reportEmail(
  project: Project,
  about: string,
  context: EmailContext,
): Promise<AddressedEmail | null> {
  const run = readRunName(about);
  const schedule = run && (await findSchedule(project.id, run.id));
  if (!run || !schedule) return null;
  const { title, shown } = schedule;
  const { days } = run;
  const content =
    shown.kind === "summary"
      ? await summaryContent(project, days, context)
      : shown.kind === "query"
        ? await queryContent(project, shown.query, days, context)
        : await tableContent(project, shown, days, context);
  const email = {
    subject: `${project.name}: ${title}`,
    lead: [title, `${daysText(days)} (${project.name}, days in ${project.timeZone})`],
    ...content,
    footer: {
      text: `You get this because “${title}” is sent to you ${rhythmText(schedule)} (${project.timeZone}). To stop it, choose “Stop emails to me” there.`,
      url: `${context.appUrl}/p/${project.id}/alerts`,
    },
  };
  return { email, to: schedule.recipients, stopped: "The report is no longer sent to this recipient." };
}

type Content = Pick<Email, "table" | "notes" | "link" | "attachment">;

async function tableContent(
  project: Project,
  shown: SentReport,
  days: ReportedDays,
  { appUrl, now }: EmailContext,
): Promise<Content> {
  const table = await tableOfReport(project, shown, days, maxRows, now);
  const { by, columns, rows, totals, more, nothing, notes } = table;
  const csv = await table.csv();
  const fits = Buffer.byteLength(csv) <= maxBytes;
  const file = fits
    ? "The attached file has all of them."
    : "The file is too large for an email. Export it from the report.";
  const left = more > 0 ? [`${plural(more, "more row")} not shown here. ${file}`] : fits ? [] : [file];
  return {
    table: nothing
      ? null
      : {
          headers: [...by, ...columns].map(({ label }) => label),
          rows: [...rows, ...totals].map((row) => reportRowCells(row, columns, project.currency)),
        },
    notes: nothing ? ["There was no activity in this period."] : [...left, ...notes],
    link: {
      label: "Open the report",
      url: `${appUrl}/p/${project.id}/report?${reportAddress(shown, days)}`,
    },
    attachment: fits ? { name: `${project.slug}-report-${days.from}-${days.to}.csv`, content: csv } : null,
  };
}

async function queryContent(
  project: Project,
  query: number,
  days: ReportedDays,
  { appUrl }: EmailContext,
): Promise<Content> {
  const { columns, rows, isCut, csv } = await scheduledRows(project, query, days);
  const fits = Buffer.byteLength(csv) <= maxBytes;
  const more = rows.length - maxRows;
  const file = fits ? "The attached file has all of them." : "The file is too large for an email.";
  return {
    table:
      rows.length === 0
        ? null
        : {
            headers: columns.map(({ label }) => label),
            rows: rows.slice(0, maxRows).map((row) => row.map((value) => value ?? "")),
          },
    notes: [
      ...(rows.length === 0 ? ["The query returned no rows."] : []),
      ...(more > 0 ? [`${plural(more, "more row")} not shown here. ${file}`] : fits ? [] : [file]),
      ...(isCut ? ["The query has more rows than a result may have."] : []),
    ],
    link: { label: "Open the query", url: `${appUrl}/p/${project.id}/${queryAddress(query)}` },
    attachment:
      fits && rows.length > 0
        ? { name: `${project.slug}-query-${days.from}-${days.to}.csv`, content: csv }
        : null,
  };
}

async function summaryContent(
  project: Project,
  days: ReportedDays,
  { appUrl, now }: EmailContext,
): Promise<Content> {
  const summary = await reportSummary(project, days, now);
  return {
    table: {
      headers: ["Figure", "Last week", "Week before", "Change"],
      rows: summaryRows(summary, project.currency),
    },
    notes: summaryNotes(summary, project.currency),
    link: { label: "Open the overview", url: `${appUrl}/p/${project.id}?${summaryAddress(days)}` },
    attachment: null,
  };
}
