/** A figure of some days against a limit. Pure. */
import { type Figure, figureOf, type Parts, volumeOf } from "@/lib/alerts/judge/parts";
import { nothingSeen, type Seen, silent } from "@/lib/alerts/judge/seen";

export type LimitSettings = { metric: Figure; side: "above" | "below"; limit: number; least: number };

/** `parts` is null where the days are not on record. The limit itself is still fine. */
export function judgeLimit(parts: Parts | null, { metric, side, limit, least }: LimitSettings): Seen {
  const bounds = side === "above" ? { high: limit } : { low: limit };
  if (parts === null) return silent("no_history", bounds);
  const value = figureOf(metric, parts);
  const volume = volumeOf(metric, parts);
  const all = { ...bounds, value, volume };
  if (volume < least) return silent("low_volume", all);
  if (value === null) return silent("no_value", all);
  const isOutside = side === "above" ? value > limit : value < limit;
  return { ...nothingSeen, ...all, is: isOutside ? "outside" : "inside" };
}
