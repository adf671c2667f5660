import { sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";

type Owner = { id: ProjectId; accountId: AccountId };

export type FrozenRow = {
  frozen_at: Date | null;
  moved_address: string | null;
  hosts: string[];
};

export async function findFrozen(project: ProjectId): Promise<FrozenRow | null> {
  const [row] = await sql<FrozenRow[]>`
    select p.frozen_at, p.moved_address,
      array(select d.host from domains d where d.project_id = p.id) as hosts
    from projects p where p.id = ${project}`;
  return row ?? null;
}

export async function markProjectFrozen({ id, accountId }: Owner, by: Actor): Promise<void> {
  await audited(
    by,
    { account: accountId, project: id, action: "project.freeze", target: sql`changed.name` },
    sql`update projects set frozen_at = now() where id = ${id} and frozen_at is null returning name`,
  );
}

/** False if the project has moved, or was not frozen. */
export async function unfreezeProject({ id, accountId }: Owner, by: Actor): Promise<boolean> {
  const rows = await audited(
    by,
    { account: accountId, project: id, action: "project.release", target: sql`changed.name` },
    sql`
           update projects set frozen_at = null
           where id = ${id} and frozen_at is not null and moved_address is null returning name`,
  );
  return rows.length > 0;
}

/** False if the project is not frozen: data might be stored here that is missing on the other instance. */
export async function markProjectMoved(
  { id, accountId }: Owner,
  { address, links, number }: { address: string; links: string | null; number: number | null },
  by: Actor,
): Promise<boolean> {
  const rows = await audited(
    by,
    {
      account: accountId,
      project: id,
      action: "project.move",
      target: sql`changed.name`,
      detail: { address, links, ...(number === null ? {} : { number }) },
    },
    sql`
           update projects set moved_address = ${address}, moved_links = ${links},
             moved_number = ${number}
           where id = ${id} and frozen_at is not null returning name`,
  );
  return rows.length > 0;
}
