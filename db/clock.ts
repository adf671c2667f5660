import { sql } from "@/db";

/**
 * Windows, expiries and days use the database's time, so that two servers whose clocks differ by minutes give the same
 * answers. The difference is measured, so that reading the clock needs no query.
 */
const shared = globalThis as { cairnClockOffset?: number };

export function now(): Date {
  return new Date(Date.now() + clockOffset());
}

/** The last measured difference, in milliseconds. */
export const clockOffset = () => shared.cairnClockOffset ?? 0;

export async function setClock(): Promise<void> {
  const before = Date.now();
  const [row] = await sql<
    { ms: number }[]
  >`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  const after = Date.now();
  const offset = Math.round(row!.ms - (before + after) / 2);
  // A difference within the duration of the query is not corrected.
  shared.cairnClockOffset = Math.abs(offset) <= (after - before) / 2 + 1 ? 0 : offset;
}
