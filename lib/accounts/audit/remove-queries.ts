import { type Fragment, sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";

/** A project whose credential was checked, and its account. */
export type Owner = { accountId: AccountId; id: ProjectId };

type Removal = {
  table: string;
  /** The column of the row's ID; `id` by default. */
  key?: string;
  /** Such as `affiliate.remove`. */
  action: string;
  /** The name of the removed row, `changed`, in the audit log. */
  target: Fragment;
  detail?: Fragment;
  /** A row that is in use stays. */
  uses?: { count: Fragment; text: (count: number) => string };
  /** Parts of the statement that remove what belongs to the row, each after a comma. */
  along?: Fragment;
};

/** Removes a row of a project with its audit row, or refuses if there is none or it is in use. */
export async function removeRow<Id extends number | string>(
  { accountId: account, id: project }: Owner,
  id: Id,
  by: Actor,
  { table, key = "id", target, action, detail = sql`'{}'::jsonb`, uses, along = sql`` }: Removal,
): Promise<{ id: Id }> {
  const count = uses?.count ?? sql`0`;
  const [row] = await audited<{ uses: number; removed: boolean }>(
    by,
    { account, project, action, target, detail },
    sql`delete from ${sql(table)} where project_id = ${project} and ${sql(key)} = ${id} and ${count} = 0 returning *`,
    sql`${along}
      select ${count} as uses, exists (select from changed) as removed
      from ${sql(table)} where project_id = ${project} and ${sql(key)} = ${id}`,
  );
  if (!row) throw new Refusal("not_found", "Not found.");
  if (uses && !row.removed) throw new Refusal("in_use", uses.text(row.uses));
  return { id };
}
