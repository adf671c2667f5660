import { sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited } from "@/lib/accounts/audit/queries";
import { type Owner, removeRow } from "@/lib/accounts/audit/remove-queries";
import type { ProjectId } from "@/lib/base/ids";

export type AffiliateRow = { id: number; name: string; campaigns: number; created_at: Date };

const used = (project: ProjectId, id: ReturnType<typeof sql> | number) => sql`
  (select count(*) from campaigns c
    where c.project_id = ${project} and c.affiliate_id = ${id} and c.deleted_at is null)`;

export function findAffiliates(project: ProjectId) {
  return sql<AffiliateRow[]>`
    select a.id, a.name, a.created_at, ${used(project, sql`a.id`)} as campaigns
    from affiliates a where a.project_id = ${project} order by lower(a.name)`;
}

/** Null if another affiliate's name has the same value in the `channel` filter. */
export async function insertAffiliate(
  { accountId: account, id: project }: Owner,
  { name, now }: { name: string; now: Date },
  by: Actor,
): Promise<AffiliateRow | null> {
  const [row] = await audited<AffiliateRow>(
    by,
    { account, project, action: "affiliate.add", target: name },
    sql`
           insert into affiliates (project_id, name, created_at) values (${project}, ${name}, ${now})
           on conflict (project_id, lower(replace(name, ' ', '_'))) do nothing
           returning id, name, created_at`,
    sql`select changed.*, 0 as campaigns from changed`,
  );
  return row ?? null;
}

export const removeAffiliate = (project: Owner, id: number, by: Actor) =>
  removeRow(project, id, by, {
    table: "affiliates",
    action: "affiliate.remove",
    target: sql`changed.name`,
    uses: {
      count: used(project.id, id),
      text: () => "A campaign uses this affiliate. Delete the campaign or change its affiliate first.",
    },
  });
