/** Compares a figure over some days with a limit. Pure. */

import { noObservation, type Observation, silentObservation } from "@/lib/alerts/conditions/observation";
import {
  type AlertFigure,
  alertFigureValue,
  type RatioParts,
  volumeOfFigure,
} from "@/lib/alerts/conditions/ratio-parts";

export type LimitSettings = { metric: AlertFigure; side: "above" | "below"; limit: number; least: number };

/** `parts` is null if the days are not recorded. A value equal to the limit is inside. */
export function evaluateLimit(
  parts: RatioParts | null,
  { metric, side, limit, least: min }: LimitSettings,
): Observation {
  const bounds = side === "above" ? { high: limit } : { low: limit };
  if (parts === null) return silentObservation("no_history", bounds);
  const value = alertFigureValue(metric, parts);
  const volume = volumeOfFigure(metric, parts);
  const all = { ...bounds, value, volume };
  if (volume < min) return silentObservation("low_volume", all);
  if (value === null) return silentObservation("no_value", all);
  const isOutside = side === "above" ? value > limit : value < limit;
  return { ...noObservation, ...all, is: isOutside ? "outside" : "inside" };
}
