import { sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";

export type RuleSetRow = {
  id: number;
  name: string;
  settings: Record<string, unknown>;
  changes: string[];
  created_by: string;
  created_at: Date;
};

export const findRuleSets = (projectId: ProjectId) => sql<RuleSetRow[]>`
  select id, name, settings, changes, created_by, created_at from rule_sets where project_id = ${projectId} order by id desc
  limit 100`;

/**
 * Puts rules in force and adds them to the history, unless they are in force already. False if they were changed in
 * between.
 */
export async function storeRules(
  owner: { id: ProjectId; accountId: AccountId },
  { before, after, name, changes }: { before: object; after: object; name: string; changes: string[] },
  by: Actor,
  at: Date,
): Promise<boolean> {
  const rows = await audited(
    by,
    {
      account: owner.accountId,
      project: owner.id,
      action: "attribution.rules",
      target: name,
      detail: { changes },
    },
    sql`
      update projects set
        settings = settings || jsonb_build_object('attribution', ${JSON.stringify(after)}::text::jsonb),
        updated_at = ${at}
      where id = ${owner.id} and coalesce(settings->'attribution', '{}') = ${JSON.stringify(before)}::text::jsonb
      returning id`,
    sql`,
    stored as (
      insert into rule_sets (project_id, name, settings, changes, created_by, created_at)
      select ${owner.id}, ${name}, ${JSON.stringify(after)}::text::jsonb,
        ${JSON.stringify(changes)}::text::jsonb, ${by.name}, ${at}
      from changed
    )
    select id from changed`,
  );
  return rows.length > 0;
}

/** Counts installs of the last days by the rules that fired on them. */
export const countFlags = (projectId: ProjectId, since: Date) => sql<{ rule: string; installs: number }[]>`
  select rule, count(*)::int as installs
  from installs s cross join unnest(s.flags) as rule
  where s.project_id = ${projectId} and s.installed_at >= ${since} and s.flags is not null and not s.is_test
  group by rule`;

export async function countInstalls(
  projectId: ProjectId,
  since: Date,
): Promise<{ installs: number; suspicious: number }> {
  const [row] = await sql<{ installs: number; suspicious: number }[]>`
    select count(*)::int as installs, (count(*) filter (where s.flags is not null))::int as suspicious
    from installs s where s.project_id = ${projectId} and s.installed_at >= ${since} and s.state = 'DECIDED'
      and not s.is_test`;
  return row!;
}
