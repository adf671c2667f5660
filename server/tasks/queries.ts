import { sql } from "@/db";

/** Makes the monthly partitions of clicks, events and ad revenue, from the last month to two months ahead. */
export async function makePartitions(): Promise<number> {
  const [row] = await sql<{ made: number }[]>`
    select make_month_partitions((now() - interval '1 month')::date, (now() + interval '2 months')::date) as made`;
  return row!.made;
}
