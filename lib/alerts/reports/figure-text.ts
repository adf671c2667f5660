/** Figures and days in emails, formatted exactly as the report shows them in English. Pure. */
import type { ReportedDays } from "@/lib/alerts/reports/runs";
import { currencyDigits } from "@/lib/base/money";
import { ratioDigits } from "@/lib/base/ratio";
import type { MetricUnit } from "@/lib/reporting/metrics/metrics";

const even = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const numbers = (options?: Intl.NumberFormatOptions) => new Intl.NumberFormat("en", options);

export function figureText(unit: MetricUnit, value: number | null, currency: string): string {
  if (value === null) return "–";
  if (unit === "money")
    return numbers({ style: "currency", currency }).format(value / 10 ** currencyDigits(currency));
  if (unit === "percent") return numbers({ style: "percent", ...even }).format(value / 100);
  return numbers(unit === "ratio" ? ratioDigits : undefined).format(value);
}

const asRead = new Intl.DateTimeFormat("en", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** “Monday, November 16, 2026”, or from one day to another. */
export function daysText({ from, to }: ReportedDays): string {
  const [first, last] = [from, to].map((day) => asRead.format(new Date(`${day}T00:00:00Z`)));
  return from === to ? `${first}` : `${first} to ${last}`;
}
