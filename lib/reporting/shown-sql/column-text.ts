/** The report's columns as SQL over rows `s` of ledger sums. A test compares each with the column's figure. Pure. */
import type { CohortFigure } from "@/lib/reporting/metrics/cohort-columns";
import { cohortMetrics, withTotal } from "@/lib/reporting/metrics/cohort-metrics";
import { type Metric, metrics } from "@/lib/reporting/metrics/metrics";
import {
  eventMeasures,
  hasSumsOfAdsText,
  isForRetargetingText,
  isOfAds,
  type PaymentMeasure,
  paymentMeasures,
  sumTerms,
  sumText,
  type TextScope,
} from "@/lib/reporting/metrics/sums";
import type { ReportColumn } from "@/lib/reporting/table/columns";

/** Between the measure and the age in the name of a sum over installs that are at least this old. */
export const atAgeInfix = " at age ";

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

const matureText = (column: "count" | "amount", measure: string, age: number, name = "") =>
  sumText(`s.${column}`, `s.measure = '${measure}${atAgeInfix}${age}' and s.name = '${name}'`);

function cohortText(id: string, age: number): string {
  const installs = `nullif(${matureText("count", "installs", age)}, 0)`;
  if (id.startsWith("revenue_"))
    return `case when ${matureText("count", "installs", age)} > 0 then ${matureText("amount", "revenue_since", age)} end`;
  const opened = id.startsWith("classic_") ? "opened_on" : "opened_since";
  return `round(100.0 * ${matureText("count", opened, age, String(age))} / ${installs})`;
}

/** Between the measure and the age in the name of a sum of cohorts up to this age. */
export const inCohortsInfix = " in cohorts up to ";

/** As on the screen, there is no value without mature installs or their spend. */
function textOfCohorts({ at, metric, event }: CohortFigure, hasRevenue: string | null): string {
  const sum = (column: "count" | "amount", measure: string, name = "") =>
    sumText(`s.${column}`, `s.measure = '${measure}${inCohortsInfix}${at}' and s.name = ${quoted(name)}`);
  const installs = sum("count", "installs");
  const spend = sum("amount", "spend");
  const texts = withTotal({
    installs,
    spend: hasRevenue === null ? spend : `case when ${hasRevenue} then ${spend} end`,
    revenue: sum("amount", "revenue_since"),
    ads: sum("amount", "ad_revenue_since"),
    payers: sum("count", "payers"),
    opened: sum("count", "opened_on"),
    events: sum("count", "event_since", event ?? ""),
    value: sum("amount", "event_since", event ?? ""),
    users: sum("count", "event_installs", event ?? ""),
  });
  const text = cohortMetrics[metric].text(texts);
  return `case when ${installs} <> 0 or ${spend} <> 0 then ${text} end`;
}

/** The measure of events in the view with this measure of payments. */
const eventsMatching = {
  [paymentMeasures.user_acquisition]: eventMeasures.user_acquisition,
  [paymentMeasures.retargeting]: eventMeasures.retargeting,
};

const metricNamed = (id: string): Metric | undefined => metrics[id as keyof typeof metrics];

/** Null for distinct users, which are counted from events instead of the ledger, and for projections, which are no sums. */
export function columnText(
  { id, part, name = "", group, age, cohort }: ReportColumn,
  payments: PaymentMeasure,
  /** A condition on the rows that have revenue to compare spend with; null for all rows. */
  hasRevenue: string | null = null,
): string | null {
  if (cohort) return textOfCohorts(cohort, hasRevenue);
  if (age !== undefined) return cohortText(id, age);
  const scope: TextScope = { payments, only: null };
  const ofAds =
    payments === paymentMeasures.user_acquisition ? scope : { ...scope, only: isForRetargetingText };
  const whereKnown = (text: string) =>
    ofAds.only === null ? text : `case when ${hasSumsOfAdsText} then ${text} end`;
  if (part === undefined) {
    const metric = metricNamed(id);
    if (metric === undefined) return null;
    return isOfAds(metric.measures) ? whereKnown(metric.text(ofAds)) : metric.text(scope);
  }
  if (part === "unique") return null;
  const where = `s.measure = '${group === "events" ? eventsMatching[payments] : payments}' and s.name = ${quoted(name)}`;
  if (part !== "cost") return sumText(`s.${part}`, where);
  // Unlike the cost of a metric, this one is zero without spend.
  const spend = sumTerms.spend.text(ofAds);
  return whereKnown(`1.0 * ${spend} / nullif(${sumText("s.count", where, ofAds)}, 0)`);
}

/** The ledger measures of a column, apart from cohorts. */
export function measuresOfColumn({ id, part, group }: ReportColumn, payments: PaymentMeasure): string[] {
  if (part === undefined || part === "unique") {
    const others =
      payments === "payment" ? ["return_payment", "return_ad_revenue"] : ["payment", "ad_revenue"];
    return (metricNamed(id)?.measures ?? []).filter((measure) => !others.includes(measure));
  }
  return [group === "events" ? eventsMatching[payments] : payments, ...(part === "cost" ? ["spend"] : [])];
}
