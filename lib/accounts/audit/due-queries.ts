import { type Fragment, sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited } from "@/lib/accounts/audit/queries";
import type { Owner } from "@/lib/accounts/audit/remove-queries";
import type { DueTable } from "@/lib/platform/jobs/due-row-queries";

type Request = {
  table: DueTable;
  /** Such as `audience.run`. */
  action: string;
  detail?: Record<string, unknown>;
  /** Further columns, each after a comma. */
  also?: Fragment;
};

/** Makes a row with a title due, with its audit row. False while it runs. */
export async function makeRowDue(
  { accountId: account, id: project }: Owner,
  id: number,
  at: Date,
  by: Actor,
  { table, action, detail, also = sql`` }: Request,
): Promise<boolean> {
  const rows = await audited(
    by,
    { account, project, action, target: sql`changed.title`, detail },
    sql`
      update ${sql(table)} t set next_at = ${at}::timestamptz, failures = 0${also}
      where t.project_id = ${project} and t.id = ${id} and (t.claimed_until is null or t.claimed_until <= ${at})
      returning t.title`,
  );
  return rows.length > 0;
}
