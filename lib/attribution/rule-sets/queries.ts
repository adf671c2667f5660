import { readSql, sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import { revenueSignOf } from "@/lib/ledger/queries";
import type { TimeRange } from "@/lib/platform/keyset";

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

/** The same installs as in the list of installs with `counted=yes`. */
const countedInstalls = (projectId: ProjectId, { start, end }: TimeRange) => sql`
  s.project_id = ${projectId} and s.installed_at >= ${start} and s.installed_at <= ${end}
  and s.decision_version > 0 and not s.is_test`;

type FlaggedRow = { rule: string; installs: number; attributed: number; revenue: number };

/** Installs by the rules that fired on them, with the revenue that these installs brought so far. */
export const sumFlagged = (projectId: ProjectId, period: TimeRange) => readSql<FlaggedRow[]>`
  with flagged as materialized (
    select s.install_instance_id as instance, s.flags, s.campaign_id is not null as attributed
    from installs s where ${countedInstalls(projectId, period)} and s.flags is not null
  ),
  paid as (
    select p.install_instance_id as instance, sum(${revenueSignOf("p.type")} * p.amount_minor)::bigint as revenue
    from payments p
    where p.project_id = ${projectId} and p.install_instance_id in (select instance from flagged)
      and p.status = 'PAYMENT_COMPLETED' and p.removed_at is null
    group by p.install_instance_id
  )
  select rule, count(*)::int as installs, (count(*) filter (where f.attributed))::int as attributed,
    coalesce(sum(p.revenue), 0)::bigint as revenue
  from flagged f cross join unnest(f.flags) as rule left join paid p on p.instance = f.instance
  group by rule`;

export async function countInstalls(
  projectId: ProjectId,
  period: TimeRange,
): Promise<{ installs: number; suspicious: number }> {
  const [row] = await readSql<{ installs: number; suspicious: number }[]>`
    select count(*)::int as installs, (count(*) filter (where s.flags is not null))::int as suspicious
    from installs s where ${countedInstalls(projectId, period)}`;
  return row!;
}
