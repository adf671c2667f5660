export type KnownRate = { currency: string; day: string; rate: number };

/** The rate of a day: the latest one on or before it. Null if there is none. */
export function rateOf(rates: readonly KnownRate[], currency: string, day: string): number | null {
  let best: KnownRate | null = null;
  for (const rate of rates) {
    if (rate.currency === currency && rate.day <= day && (!best || rate.day > best.day)) best = rate;
  }
  return best?.rate ?? null;
}
