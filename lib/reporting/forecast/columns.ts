/** The projected figures of the report's rows. Runs in the browser too. */

import { t } from "@/lib/base/languages/texts";
import { forecastLimits } from "@/lib/reporting/forecast/project";
import { type CohortMetricName, cohortMetrics } from "@/lib/reporting/metrics/cohort-metrics";
import type { MetricUnit } from "@/lib/reporting/metrics/metrics";

export type ProjectedColumn = {
  id: string;
  label: string;
  meaning: string;
  unit: MetricUnit;
  /** The metric and its age; null for the day on which revenue reaches spend. */
  of: { metric: CohortMetricName; at: "d90" | "d180" } | null;
};

const { installs, payers } = forecastLimits;
const limits = t(
  "A row needs {installs} installs and {payers} paying users in its younger cohorts together.",
  { installs, payers },
);

const columnOf = (metric: "ltv" | "roas", at: "d90" | "d180"): ProjectedColumn => {
  const day = at.toUpperCase();
  const name = { ltv: "LTV", roas: "ROAS" }[metric];
  const below = { ltv: "installs", roas: t("the spend on the days of the installs") }[metric];
  return {
    id: `projected:${at}:${metric}`,
    label: t("Projected {name} {day}", { name, day }),
    meaning: t(
      "An estimate: revenue up to {day} divided by {below}, with the revenue that younger cohorts are projected to have. {limits}",
      { day, below, limits },
    ),
    unit: cohortMetrics[metric].unit,
    of: { metric, at },
  };
};

export const breakEvenId = "projected:break_even_day";

export const projectedColumns: readonly ProjectedColumn[] = [
  columnOf("roas", "d90"),
  columnOf("roas", "d180"),
  columnOf("ltv", "d90"),
  columnOf("ltv", "d180"),
  {
    id: breakEvenId,
    label: t("Breaks even on day"),
    meaning: t(
      "An estimate: the day since the install on which revenue reaches spend, up to D180, with projected revenue after the age of the cohorts. {limits}",
      { limits },
    ),
    unit: "count",
    of: null,
  },
];
