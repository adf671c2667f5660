import { sql } from "@/db";

/** Months of clicks and events: those that already hold days asked for, and the next two. */
export async function makePartitions(): Promise<number> {
  const [row] = await sql<{ made: number }[]>`
    select make_month_partitions((now() - interval '1 month')::date, (now() + interval '2 months')::date) as made`;
  return row!.made;
}
