/** Retention and early revenue, by calendar days since the install. Runs in the browser too. */

import { t } from "@/lib/base/languages/texts";
import type { MetricUnit } from "@/lib/reporting/metrics/metrics";
import type { TableFigures } from "@/lib/reporting/table/schema";

type DayColumn = {
  id: string;
  label: string;
  meaning: string;
  unit: MetricUnit;
  /** The days after the install from which the column has a value. */
  age: number;
  of: (figures: TableFigures) => number | null;
};

const classicDays = [1, 7, 14, 30] as const;
const rollingDays = [1, 7] as const;
const revenueDays = [0, 3, 7, 30] as const;

/** An install counts once that day since the install has begun. */
const stillRuns = t("For the newest installs, that day may not be over yet.");

export const dayText = (day: number) => `${day} ${day === 1 ? "day" : "days"}`;

export const dayColumns: DayColumn[] = [
  ...classicDays.map(
    (day): DayColumn => ({
      id: `classic_d${day}`,
      label: t("Retention D{day}", { day }),
      meaning: t(
        "Share of installs that opened the app on day {day}, counting only installs at least {day2} old. {stillRuns}",
        { day, day2: dayText(day), stillRuns },
      ),
      unit: "percent",
      age: day,
      of: (row) => row.classic_retention[`d${day}`],
    }),
  ),
  ...rollingDays.map(
    (day): DayColumn => ({
      id: `rolling_d${day}`,
      label: t("Rolling D{day}", { day }),
      meaning: t(
        "Share of installs that opened the app on day {day} or later, counting only installs at least {day2} old. {stillRuns}",
        { day, day2: dayText(day), stillRuns },
      ),
      unit: "percent",
      age: day,
      of: (row) => row.retention[`d${day}`],
    }),
  ),
  ...revenueDays.map(
    (day): DayColumn => ({
      id: `revenue_d${day}`,
      label: t("Revenue D{day}", { day }),
      meaning:
        day === 0
          ? t("Revenue on the day of the install.")
          : t(
              "Revenue in the first {day} after the install, counting only installs at least that old. {stillRuns}",
              { day: dayText(day), stillRuns },
            ),
      unit: "money",
      age: day,
      of: (row) => row.daywise_revenue[`d${day}`],
    }),
  ),
];
