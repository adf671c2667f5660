/** Detects that regular traffic has stopped. Pure. */
import { median } from "@/lib/alerts/conditions/change";
import { noObservation, type Observation, silentObservation } from "@/lib/alerts/conditions/observation";

/** The number of past hours that define the usual gaps. */
export const observedHours = 28 * 24;
/** With fewer gaps, the usual gap is unknown. */
const minGaps = 10;
const minDays = 14;
/** The shortest silence that counts, because phones send late. */
const minHours = 3;

/**
 * `hours` are closed hours in order, the last one just over; true if it had traffic. Silence is a multiple of the usual
 * gap, and longer than on nearly all earlier days. Otherwise, every night would be an alarm.
 */
export function evaluateSilence(hours: readonly boolean[], factor: number): Observation {
  const first = hours.indexOf(true);
  const last = hours.lastIndexOf(true);
  if (first === -1 || hours.length - first < minDays * 24) return silentObservation("no_history");
  const gaps: number[] = [];
  let begin = first;
  for (let at = first + 1; at <= last; at++) {
    if (!hours[at]) continue;
    gaps.push(at - begin);
    begin = at;
  }
  if (gaps.length < minGaps) return silentObservation("no_history");
  // By the day of the gap's end, counted back from now, so that time zones do not matter.
  const byDay = new Map<number, number>();
  let end = first;
  for (const gap of gaps) {
    end += gap;
    const day = Math.floor((hours.length - 1 - end) / 24);
    byDay.set(day, Math.max(byDay.get(day) ?? 0, gap));
  }
  const longest = [...byDay.values()].sort((a, b) => a - b);
  const nearlyAll = longest[Math.ceil(longest.length * 0.9) - 1]!;
  const typical = median(gaps);
  const high = Math.max(factor * typical, nearlyAll + 1, minHours);
  const value = hours.length - 1 - last;
  const is = value > high ? "outside" : "inside";
  return { ...noObservation, value, volume: gaps.length, usual: typical, high, unit: "hours", is };
}
