import { sql } from "@/db";
import { storedAddressName } from "@/lib/facts/app-calls/device";
import { isRetentionExempt } from "@/lib/privacy/retention/queries";

/**
 * Removes the addresses of the first calls of the oldest installs, up to an ID. The field's name is a literal in the
 * statement, because the planner uses the partial index only then.
 */
export async function removeStoredAddresses(until: string, max: number): Promise<number> {
  const name = sql.unsafe(`'${storedAddressName}'`);
  const { count } = await sql`/* all projects */
    with old as (
      select s.project_id, s.id from installs s
      where s.device_data ? ${name} and s.id < ${until}::text::uuid and not ${isRetentionExempt(sql`s.project_id`)}
      order by s.id limit ${max}
    )
    update installs s set device_data = s.device_data - ${name} from old
    where s.project_id = old.project_id and s.id = old.id`;
  return count;
}
