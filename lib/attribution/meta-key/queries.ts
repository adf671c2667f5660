import { sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited } from "@/lib/accounts/audit/queries";
import type { StoredKey } from "@/lib/attribution/evidence/meta-key";
import type { AccountId, ProjectId } from "@/lib/base/ids";

type Owner = { id: ProjectId; accountId: AccountId };

/**
 * Stores the key, and schedules another decision for installs of the last day with an encrypted Meta referrer. Returns
 * how many.
 */
export async function saveMetaKey(
  owner: Owner,
  key: StoredKey,
  { now, since }: { now: Date; since: Date },
  by: Actor,
): Promise<number> {
  const [row] = await audited<{ n: number }>(
    by,
    {
      account: owner.accountId,
      project: owner.id,
      action: "meta-key.set",
      target: sql`changed.name`,
      detail: { checked: key.checked },
    },
    sql`
           update projects set
             settings = settings || jsonb_build_object('meta_key', ${JSON.stringify(key)}::text::jsonb),
             updated_at = ${now}
           where id = ${owner.id} returning name`,
    sql`,
         late as (
           insert into late_evidence (project_id, install_id, due_at)
           select ${owner.id}, s.id, ${now} from installs s
           where s.project_id = ${owner.id} and s.installed_at > ${since} and s.state = 'DECIDED'
             and s.erased_at is null
             and s.device_data::text like '%nonce%' and exists (select from changed)
           order by s.id
           on conflict (project_id, install_id) do update set due_at = least(late_evidence.due_at, excluded.due_at)
           returning 1)
    select count(*)::int as n from late`,
  );
  return row!.n;
}

/** False if there was no key. */
export async function dropMetaKey(owner: Owner, now: Date, by: Actor): Promise<boolean> {
  const rows = await audited(
    by,
    {
      account: owner.accountId,
      project: owner.id,
      action: "meta-key.remove",
      target: sql`changed.name`,
    },
    sql`
           update projects set settings = settings - 'meta_key', updated_at = ${now}
           where id = ${owner.id} and settings ? 'meta_key' returning name`,
  );
  return rows.length > 0;
}
