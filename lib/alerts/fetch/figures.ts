/** What rules of figures see in series. Pure. */
import { judgeChange, weeks } from "@/lib/alerts/conditions/change";
import type { Observation } from "@/lib/alerts/conditions/observation";
import { type AlertFigure, unitOf, volumeMetric } from "@/lib/alerts/conditions/ratio-parts";
import { type Series, sumOfSeries } from "@/lib/alerts/conditions/series";
import { judgeLimit } from "@/lib/alerts/conditions/threshold";
import { figureOfRule, type OfFigures } from "@/lib/alerts/rules/schema";
import { addDays } from "@/lib/base/days";
import { currencyDigits } from "@/lib/base/money";
import type { MetricUnit } from "@/lib/reporting/metrics/metrics";

const isBelow = (one: OfFigures) => one.kind === "limit" && one.side === "below";
const lengthOf = (one: OfFigures) => (one.kind === "change" ? 1 : Math.max(1, one.days));

/**
 * The days before a day that it is judged by. What fell to nothing has no row on the day itself: those before tell that it
 * is there, and since when.
 */
export const daysBehind = (one: OfFigures) =>
  lengthOf(one) - 1 + (one.kind === "change" || isBelow(one) ? 7 * weeks : 0);

/** A count or amount that is its own volume would be held against two limits. */
export const hasMinimum = (one: Pick<OfFigures, "kind">, figure: AlertFigure) =>
  one.kind !== "limit" || volumeMetric(figure).name !== figure;

/** People type units of the currency; figures are in its least ones. */
const asStored = (unit: MetricUnit, typed: number, currency: string) =>
  unit === "money" ? Math.round(typed * 10 ** currencyDigits(currency)) : typed;

export function judgeDay(one: OfFigures, series: Series, day: string, currency: string): Observation {
  const unit = unitOf(figureOfRule(one));
  return { ...judged(one, series, day, currency), unit, currency: unit === "money" ? currency : null };
}

function judged(one: OfFigures, series: Series, day: string, currency: string): Observation {
  const metric = figureOfRule(one);
  const min = hasMinimum(one, metric) ? asStored(volumeMetric(metric).unit, one.least, currency) : 0;
  if (one.kind === "change") return judgeChange(series, day, { ...one, least: min });
  const limit = asStored(unitOf(metric), one.limit, currency);
  const side = one.kind === "fraud" ? "above" : one.side;
  const length = lengthOf(one);
  // Fewer days than asked for are below any limit.
  const isPart = isBelow(one) && (series.first === null || series.first > addDays(day, 1 - length));
  return judgeLimit(isPart ? null : sumOfSeries(series, day, length), { metric, side, limit, least: min });
}
