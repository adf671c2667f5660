import { sql } from "@/db";
import { now } from "@/db/clock";
import { errorCode } from "@/lib/base/database-failure";
import { addDays, monthStartOf } from "@/lib/base/days";

const parents = ["clicks", "events", "ad_revenue"];
/** A deadlock, or a lock that was not free in time. */
const busy = new Set(["40P01", "55P03"]);

/**
 * Makes the monthly partitions that are missing between two days, and returns their number. Making one needs a table
 * for itself, so each is made by a statement of its own: no table is held while another one is awaited. A table that is
 * in use for longer gets its partition by a later call; until then its default partition takes the rows.
 */
export async function makeMonths(first: string, last: string): Promise<number> {
  const missing = await sql<{ parent: string; month: string }[]>`
    select p.parent, m.month::date::text as month
    from unnest(${parents}::text[]) as p(parent)
    cross join generate_series(date_trunc('month', ${first}::text::date), ${last}::text::date, interval '1 month') as m(month)
    where to_regclass(p.parent || '_' || to_char(m.month, 'YYYYMM')) is null order by m.month`;
  let made = 0;
  for (const { parent, month } of missing) {
    try {
      const [row] = await sql<{ made: boolean }[]>`
        select make_month_partition(${parent}, ${month}::text::date) as made`;
      if (row?.made) made += 1;
    } catch (error) {
      if (!busy.has(errorCode(error) ?? "")) throw error;
    }
  }
  return made;
}

const today = () => now().toISOString().slice(0, 10);

/** From the last month to two months ahead. */
export const makeCurrentMonths = (): Promise<number> =>
  makeMonths(addDays(monthStartOf(today()), -1), addDays(today(), 61));

/** From a day in the past to two months ahead. */
export const makeMonthsSince = (first: string): Promise<number> => makeMonths(first, addDays(today(), 61));
