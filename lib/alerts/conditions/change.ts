/** Compares a day's figure with its own past. Pure. */

import { noObservation, type Observation, silentObservation } from "@/lib/alerts/conditions/observation";
import {
  type AlertFigure,
  alertFigureValue,
  unitOfFigure,
  volumeOfFigure,
} from "@/lib/alerts/conditions/ratio-parts";
import { type DaySeries, partsOn, previousDays } from "@/lib/alerts/conditions/series";

export const comparedWeeks = 6;
/** With fewer days of the same weekday, the usual value is unknown. */
const minSame = 4;
/** Scales the median distance to the standard deviation of a normal distribution. */
const bell = 1.4826;

export type ChangeSettings = {
  metric: AlertFigure;
  direction: "drop" | "rise" | "both";
  sensitivity: number;
  least: number;
};

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * The median of the same weekday over six weeks, with a band around it. The band is a multiple of the usual daily
 * distance, and at least the width of chance. Without that, constant figures would make every other one an alarm.
 */
export function evaluateWeekdayChange(series: DaySeries, day: string, settings: ChangeSettings): Observation {
  const { metric, direction, sensitivity, least: min } = settings;
  const parts = partsOn(series, day);
  const value = parts && alertFigureValue(metric, parts);
  const past = previousDays(day, 7 * comparedWeeks).flatMap((name, back) => {
    const before = partsOn(series, name);
    return before
      ? [{ back: back + 1, value: alertFigureValue(metric, before), volume: volumeOfFigure(metric, before) }]
      : [];
  });
  const same = past.filter(({ back }) => back % 7 === 0);
  const known = same.flatMap((each) => each.value ?? []);
  const volume = parts && volumeOfFigure(metric, parts);
  if (parts === null || known.length < minSame) return silentObservation("no_history", { value, volume });
  const typical = median(known);
  const spread = Math.max(bell * median(distances(past)), chance(metric, typical));
  // A metric that is never negative has no band below zero.
  const floor = typical >= 0 ? 0 : Number.NEGATIVE_INFINITY;
  const low = Math.max(floor, typical - sensitivity * spread);
  const high = typical + sensitivity * spread;
  const band = { value, volume, usual: typical, low, high };
  // The usual volume counts as well: otherwise, a figure that fell to zero would have too little volume.
  if (Math.max(volume ?? 0, median(same.map((each) => each.volume))) < min)
    return silentObservation("low_volume", band);
  if (value === null) return silentObservation("no_value", band);
  const isBelow = value < low && direction !== "rise";
  const isAbove = value > high && direction !== "drop";
  return { ...noObservation, ...band, is: isBelow || isAbove ? "outside" : "inside" };
}

/** The distances of past days from the usual value of their weekday. */
function distances(past: readonly { back: number; value: number | null }[]): number[] {
  const byWeekday = Map.groupBy(
    past.flatMap(({ back, value }) => (value === null ? [] : [{ weekday: back % 7, value }])),
    ({ weekday }) => weekday,
  );
  return [...byWeekday.values()].flatMap((days) => {
    const typical = median(days.map(({ value }) => value));
    return days.map(({ value }) => Math.abs(value - typical));
  });
}

/** Counts vary by their square root by chance; other figures vary by a twentieth. */
const chance = (metric: AlertFigure, typical: number) =>
  unitOfFigure(metric) === "count" ? Math.sqrt(Math.max(typical, 1)) : Math.abs(typical) / 20;
