import type { Project } from "@/lib/accounts/access/project";
import type { Written } from "@/lib/alerts/mail/letter";
import { reportAddress } from "@/lib/alerts/reports/address";
import { daysText } from "@/lib/alerts/reports/figure-text";
import { findSchedule } from "@/lib/alerts/reports/queries";
import { type Rhythm, readRunName } from "@/lib/alerts/reports/runs";
import { tableOf } from "@/lib/alerts/reports/tables";

/** Mail servers refuse more than some megabytes, of which encoding takes a third. */
const mostBytes = 5_000_000;

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function rhythmText({ cadence, weekday, hour }: Rhythm): string {
  const at = `at ${String(hour).padStart(2, "0")}:00`;
  if (cadence === "daily") return `every day ${at}`;
  return cadence === "weekly"
    ? `every ${weekdays[weekday - 1]} ${at}`
    : `on the first day of each month ${at}`;
}

const plural = (count: number, one: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : `${one}s`}`;

/** A run of a scheduled report as a letter; null where the schedule is gone. */
export async function reportLetter(
  project: Project,
  about: string,
  { appUrl, now }: { appUrl: string; now: Date },
): Promise<Written | null> {
  const run = readRunName(about);
  const schedule = run && (await findSchedule(project.id, run.id));
  if (!run || !schedule) return null;
  const { title, shown } = schedule;
  const { days } = run;
  const { heads, rows, totals, more, nothing, csv } = await tableOf(project, shown, days, now);
  const fits = Buffer.byteLength(csv) <= mostBytes;
  const file = fits
    ? "The attached file has all of them."
    : "The file is too large for a letter; export it from the report.";
  const left = more > 0 ? `${plural(more, "more row")} not shown here. ${file}` : fits ? null : file;
  const letter = {
    subject: `${project.name}: ${title}`,
    lead: [title, `${daysText(days)} (${project.name}, days in ${project.timeZone})`],
    table: nothing ? null : { heads, rows: [...rows, ...totals] },
    note: nothing ? "Nothing happened in this period." : left,
    link: {
      label: "Open the report",
      url: `${appUrl}/p/${project.id}/report?${reportAddress(shown, days)}`,
    },
    foot: {
      text: `You get this because “${title}” is sent to you ${rhythmText(schedule)} (${project.timeZone}). To stop it, choose “Stop e-mails to me” there.`,
      url: `${appUrl}/p/${project.id}/alerts`,
    },
    attachment: fits ? { name: `${project.slug}-report-${days.from}-${days.to}.csv`, content: csv } : null,
  };
  return { letter, to: schedule.recipients, stopped: "No longer sent this report." };
}
