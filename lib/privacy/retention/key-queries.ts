import { sql } from "@/db";
import { isRetentionExempt } from "@/lib/privacy/retention/queries";

/** Removes the oldest IDs by which repeats of ad revenue were recognized, of all projects. */
export async function removeAdRevenueKeys(before: Date, max: number): Promise<number> {
  const { count } = await sql`/* all projects */
    delete from ad_revenue_keys k using (
      select o.project_id, o.key from ad_revenue_keys o
      where o.seen_at < ${before} and not ${isRetentionExempt(sql`o.project_id`)}
      order by o.seen_at limit ${max}
    ) old
    where k.project_id = old.project_id and k.key = old.key`;
  return count;
}
