import type { Cadence, ShownSchedule } from "@/lib/alerts/reports/schema";

export const cadenceOptions: readonly { value: Cadence; label: string; hint: string }[] = [
  { value: "daily", label: "Every day", hint: "The day before" },
  { value: "weekly", label: "Every week", hint: "The last week, Monday to Sunday" },
  { value: "monthly", label: "Every month", hint: "On the 1st, the month before" },
];

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
export const weekdayOptions = weekdays.map((label, index) => ({ value: index + 1, label }));

const hourText = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
export const hourOptions = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: hourText(hour) }));

export function whenText({ cadence, weekday, hour }: ShownSchedule): string {
  if (cadence === "daily") return `Every day at ${hourText(hour)}`;
  if (cadence === "monthly") return `Monthly on the 1st at ${hourText(hour)}`;
  return `${weekdays[weekday - 1]}s at ${hourText(hour)}`;
}

type State = { label: string; tone: "neutral" | "success" | "danger" };

/** How it stands; what went wrong with the last run comes first. */
export function stateOf({ on, emailed, last, last_at }: ShownSchedule): State {
  if (!on) return { label: "Off", tone: "neutral" };
  if (emailed === 0) return { label: "No recipients", tone: "danger" };
  if (last.failed > 0) return { label: `${last.failed} not sent`, tone: "danger" };
  if (last.waiting > 0) return { label: "Sending", tone: "neutral" };
  return last_at === null ? { label: "New", tone: "neutral" } : { label: "On", tone: "success" };
}
