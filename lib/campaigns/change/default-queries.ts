import { sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";

/**
 * Makes one campaign the project's default link, or with `on` false removes it. Concurrent calls run one after the
 * other, and the later one wins. False if there is no such campaign.
 */
export const updateDefaultLink = (
  { accountId, projectId: project }: { accountId: AccountId; projectId: ProjectId },
  { id, on }: { id: number; on: boolean },
  by: Actor,
): Promise<boolean> =>
  sql.begin(async (sql) => {
    await sql`select from projects where id = ${project} for no key update`;
    const [found] = await sql<{ found: boolean }[]>`
      with one as (
        select c.id from campaigns c where c.project_id = ${project} and c.id = ${id} and c.deleted_at is null
      ),
      changed as (
        update campaigns set is_default = (campaigns.id = ${id} and ${on})
        where project_id = ${project} and deleted_at is null and exists (select from one)
          and (id = ${id} or is_default and ${on}) and is_default is distinct from (campaigns.id = ${id} and ${on})
        returning display_id, is_default
      ),
      logged as (${auditRow(
        by,
        {
          account: accountId,
          project,
          action: "campaign.edit",
          target: sql`changed.display_id`,
          detail: sql`jsonb_build_object('default_link', changed.is_default,
            'before', jsonb_build_object('default_link', not changed.is_default))`,
        },
        sql`from changed`,
      )})
      select exists (select from one) as found`;
    return found?.found ?? false;
  });
