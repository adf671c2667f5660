/** Days as query parameters of reports and of screens. Runs in the browser too. */
import { z } from "zod";
import { dayCount } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";
import { rejectValue } from "@/lib/base/params";

export const day = (name: string, description?: string) =>
  z
    .string()
    .optional()
    .transform((value, context) => {
      if (value === undefined) return null;
      // Postgres has no year zero.
      const at = /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)
        ? new Date(`${value}T00:00:00Z`)
        : new Date(Number.NaN);
      if (!Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === value) return value;
      return rejectValue(context, `${name} must be a date of the form YYYY-MM-DD.`, { status: 422 });
    })
    .meta({ format: "date", example: "2026-06-01", ...(description && { description }) });

export const longestDayRange = 731;

/** The days of a screen: two of them in order and not too far apart, or none. */
export function checkDayRange(
  { from, to }: { from: string | null; to: string | null },
  context: z.RefinementCtx,
): void {
  const wrong = (message: string) => context.addIssue({ code: "custom", message, params: { status: 422 } });
  if ((from === null) !== (to === null)) wrong(t("Set both from and to, or neither."));
  if (from === null || to === null) return;
  if (from > to) wrong("from must not be after to.");
  else if (dayCount(from, to) > longestDayRange)
    wrong(t("Choose at most {longestDayRange} days.", { longestDayRange }));
}
