/** Compares a figure over some days with a limit. Pure. */

import { noObservation, type Observation, silent } from "@/lib/alerts/conditions/observation";
import { type AlertFigure, figureOf, type RatioParts, volumeOf } from "@/lib/alerts/conditions/ratio-parts";

export type LimitSettings = { metric: AlertFigure; side: "above" | "below"; limit: number; least: number };

/** `parts` is null if the days are not recorded. A value equal to the limit is inside. */
export function judgeLimit(
  parts: RatioParts | null,
  { metric, side, limit, least: min }: LimitSettings,
): Observation {
  const bounds = side === "above" ? { high: limit } : { low: limit };
  if (parts === null) return silent("no_history", bounds);
  const value = figureOf(metric, parts);
  const volume = volumeOf(metric, parts);
  const all = { ...bounds, value, volume };
  if (volume < min) return silent("low_volume", all);
  if (value === null) return silent("no_value", all);
  const isOutside = side === "above" ? value > limit : value < limit;
  return { ...noObservation, ...all, is: isOutside ? "outside" : "inside" };
}
