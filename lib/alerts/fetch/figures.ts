/** Applies rules about figures to series. Pure. */
import { comparedWeeks, evaluateWeekdayChange } from "@/lib/alerts/conditions/change";
import type { Observation } from "@/lib/alerts/conditions/observation";
import { type AlertFigure, unitOfFigure, volumeMetric } from "@/lib/alerts/conditions/ratio-parts";
import { type DaySeries, sumOfSeries } from "@/lib/alerts/conditions/series";
import { evaluateLimit } from "@/lib/alerts/conditions/threshold";
import { type FigureCondition, figureOfRule } from "@/lib/alerts/rules/schema";
import { addDays } from "@/lib/base/days";
import { currencyDigits } from "@/lib/base/money";
import type { MetricUnit } from "@/lib/reporting/metrics/metrics";

const isBelow = (one: FigureCondition) => one.kind === "limit" && one.side === "below";
const lengthOf = (one: FigureCondition) => (one.kind === "change" ? 1 : Math.max(1, one.days));

/**
 * The earlier days that a day is compared with. A subject that fell to zero has no row on the day itself. Its earlier
 * rows show that it exists.
 */
export const comparisonDays = (one: FigureCondition) =>
  lengthOf(one) - 1 + (one.kind === "change" || isBelow(one) ? 7 * comparedWeeks : 0);

/** True if a minimum makes sense: a count or amount that is its own volume would have two limits. */
export const allowsMinimum = (one: Pick<FigureCondition, "kind">, figure: AlertFigure) =>
  one.kind !== "limit" || volumeMetric(figure).name !== figure;

/** Members enter units of the currency; figures have minor units. */
const asStored = (unit: MetricUnit, typed: number, currency: string) =>
  unit === "money" ? Math.round(typed * 10 ** currencyDigits(currency)) : typed;

export function evaluateDay(
  one: FigureCondition,
  series: DaySeries,
  day: string,
  currency: string,
): Observation {
  const unit = unitOfFigure(figureOfRule(one));
  return { ...judged(one, series, day, currency), unit, currency: unit === "money" ? currency : null };
}

function judged(one: FigureCondition, series: DaySeries, day: string, currency: string): Observation {
  const metric = figureOfRule(one);
  const min = allowsMinimum(one, metric) ? asStored(volumeMetric(metric).unit, one.least, currency) : 0;
  if (one.kind === "change") return evaluateWeekdayChange(series, day, { ...one, least: min });
  const limit = asStored(unitOfFigure(metric), one.limit, currency);
  const side = one.kind === "fraud" ? "above" : one.side;
  const length = lengthOf(one);
  // A sum of too few days could be below any limit.
  const isPart = isBelow(one) && (series.first === null || series.first > addDays(day, 1 - length));
  return evaluateLimit(isPart ? null : sumOfSeries(series, day, length), { metric, side, limit, least: min });
}
