import { listText } from "@/components/format";
import { oldestAge } from "@/lib/alerts/reports/cohort-days";
import { type Cadence, isSentReport, type ShownSchedule } from "@/lib/alerts/reports/schema";
import { t } from "@/lib/base/languages/texts";

export const cadenceOptions: readonly { value: Cadence; label: string; hint: string }[] = [
  { value: "daily", label: t("Every day"), hint: t("The day before") },
  { value: "weekly", label: t("Every week"), hint: t("The last whole week of the project") },
  { value: "monthly", label: t("Every month"), hint: t("On the 1st, the month before") },
];

const weekdays = [
  t("Monday"),
  t("Tuesday"),
  t("Wednesday"),
  t("Thursday"),
  t("Friday"),
  t("Saturday"),
  t("Sunday"),
] as const;
export const weekdayOptions = weekdays.map((label, index) => ({ value: index + 1, label }));

const hourText = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
export const hourOptions = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: hourText(hour) }));

export function whenText({ cadence, weekday, hour, shown }: ShownSchedule): string {
  const days = {
    daily: t("Every day"),
    weekly: `${weekdays[weekday - 1]}s`,
    monthly: t("Monthly on the 1st"),
  };
  const age = isSentReport(shown) && shown.mature ? oldestAge(shown) : null;
  return t("{day} at {hour}{label}", {
    day: days[cadence],
    hour: hourText(hour),
    label: age ? t(", with complete {label}", { label: age.label }) : "",
  });
}

const people = (count: number) => t("{count, plural, one {# person} other {# people}}", { count });

/** The recipients: the number of people, and the webhook by its name. */
export const recipientsText = ({ emailed, webhook }: ShownSchedule): string =>
  listText([...(emailed > 0 || !webhook ? [people(emailed)] : []), ...(webhook ? [webhook.name] : [])]);

const webhookStates: Record<Exclude<NonNullable<ShownSchedule["webhook"]>["standing"], "live">, string> = {
  paused: t("Webhook paused"),
  dry_run: t("Webhook in dry run"),
  off: t("Webhook off"),
  removed: t("Webhook removed"),
};

type State = { label: string; tone: "neutral" | "success" | "danger" };

/** The schedule's state. A problem of the last run has priority. */
export function scheduleState({ on, emailed, webhook, last, last_at }: ShownSchedule): State {
  if (!on) return { label: t("Off"), tone: "neutral" };
  if (webhook && webhook.standing !== "live")
    return {
      label: webhookStates[webhook.standing],
      tone: webhook.standing === "dry_run" ? "neutral" : "danger",
    };
  if (emailed === 0 && !webhook) return { label: t("No recipients"), tone: "danger" };
  if (last.failed > 0) return { label: t("{failed} not sent", { failed: last.failed }), tone: "danger" };
  if (last.waiting > 0) return { label: t("Sending"), tone: "neutral" };
  return last_at === null ? { label: t("New"), tone: "neutral" } : { label: t("On"), tone: "success" };
}
