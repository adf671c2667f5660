import { oldestAge } from "@/lib/alerts/reports/cohort-days";
import { type Cadence, isSentReport, type ShownSchedule } from "@/lib/alerts/reports/schema";

export const cadenceOptions: readonly { value: Cadence; label: string; hint: string }[] = [
  { value: "daily", label: "Every day", hint: "The day before" },
  { value: "weekly", label: "Every week", hint: "The last whole week of the project" },
  { value: "monthly", label: "Every month", hint: "On the 1st, the month before" },
];

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
export const weekdayOptions = weekdays.map((label, index) => ({ value: index + 1, label }));

const hourText = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
export const hourOptions = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: hourText(hour) }));

export function whenText({ cadence, weekday, hour, shown }: ShownSchedule): string {
  const days = { daily: "Every day", weekly: `${weekdays[weekday - 1]}s`, monthly: "Monthly on the 1st" };
  const age = isSentReport(shown) && shown.mature ? oldestAge(shown) : null;
  return `${days[cadence]} at ${hourText(hour)}${age ? `, with complete ${age.label}` : ""}`;
}

const people = (count: number) => (count === 1 ? "1 person" : `${count} people`);

/** The recipients: the number of people, and the webhook by its name. */
export const recipientsText = ({ emailed, webhook }: ShownSchedule): string =>
  [...(emailed > 0 || !webhook ? [people(emailed)] : []), ...(webhook ? [webhook.name] : [])].join(" and ");

const webhookStates: Record<Exclude<NonNullable<ShownSchedule["webhook"]>["standing"], "live">, string> = {
  paused: "Webhook paused",
  dry_run: "Webhook in dry run",
  off: "Webhook off",
  removed: "Webhook removed",
};

type State = { label: string; tone: "neutral" | "success" | "danger" };

/** The schedule's state. A problem of the last run has priority. */
export function scheduleState({ on, emailed, webhook, last, last_at }: ShownSchedule): State {
  if (!on) return { label: "Off", tone: "neutral" };
  if (webhook && webhook.standing !== "live")
    return {
      label: webhookStates[webhook.standing],
      tone: webhook.standing === "dry_run" ? "neutral" : "danger",
    };
  if (emailed === 0 && !webhook) return { label: "No recipients", tone: "danger" };
  if (last.failed > 0) return { label: `${last.failed} not sent`, tone: "danger" };
  if (last.waiting > 0) return { label: "Sending", tone: "neutral" };
  return last_at === null ? { label: "New", tone: "neutral" } : { label: "On", tone: "success" };
}
