import { readSql, sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited } from "@/lib/accounts/audit/queries";
import type { ConversionRule } from "@/lib/apple/conversion-values/rules";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import { revenueSignOf } from "@/lib/ledger/queries";
import { ledgerSums } from "@/lib/ledger/sum-queries";

type Did = { window: 1 | 2 | 3; name: string; count: number };
type Paid = { window: 1 | 2 | 3; minor: number };

export type InstallFacts = {
  platform: string | null;
  started_at: Date;
  events: Did[];
  revenue: Paid[];
};

const windowOf = (column: string) => sql`
  case when ${sql(column)} < w.started_at + interval '48 hours' then 1
    when ${sql(column)} < w.started_at + interval '7 days' then 2 else 3 end`;

const withinWindows = (column: string) => sql`${sql(column)} < w.started_at + interval '35 days'`;

/** Finds the events and revenue that the rules need. Without an install, the app's own start time is used. */
export async function findInstallFacts(
  projectId: ProjectId,
  of: { instance: string | null; user: string | null; startedAt: Date | null },
  names: string[],
): Promise<InstallFacts | null> {
  const [row] = await sql<InstallFacts[]>`
    with w as materialized (
      select named.instance, s.platform, coalesce(s.installed_at, ${of.startedAt}::timestamptz) as started_at
      from (select coalesce(${of.instance}::text, (select u.install_instance_id from users u
              where u.project_id = ${projectId} and u.user_id = ${of.user}::text)) as instance) named
      left join installs s on s.project_id = ${projectId} and s.install_instance_id = named.instance
      where named.instance is not null
    )
    select w.platform, w.started_at,
      coalesce((select json_agg(json_build_object('window', d."window", 'name', d.name, 'count', d.n)) from (
        select ${windowOf("e.occurred_at")} as "window", e.name, count(*)::int as n from events e
        where e.project_id = ${projectId} and e.install_instance_id = w.instance and e.name = any(${names}::text[])
          and e.id between uuid_floor(w.started_at - interval '1 day') and uuid_floor(w.started_at + interval '36 days')
          and ${withinWindows("e.occurred_at")}
        group by 1, 2) d), '[]') as events,
      coalesce((select json_agg(json_build_object('window', d."window", 'minor', d.minor)) from (
        select ${windowOf("p.paid_at")} as "window", sum(${revenueSignOf("p.type")} * p.amount_minor)::bigint as minor
        from payments p
        where p.project_id = ${projectId} and p.install_instance_id = w.instance and p.status = 'PAYMENT_COMPLETED'
          and p.removed_at is null and ${withinWindows("p.paid_at")}
        group by 1) d), '[]') as revenue
    from w where w.started_at is not null`;
  return row ?? null;
}

export type VersionRow = { version: number; rules: ConversionRule[]; created_by: string; created_at: Date };

export const findSchemaVersions = (projectId: ProjectId) => sql<VersionRow[]>`
  select version, rules, created_by, created_at from conversion_schemas
  where project_id = ${projectId} order by version desc limit 50`;

/** Activates rules and adds them to the history. False if another change was stored in the meantime. */
export async function storeSchemaVersion(
  owner: { id: ProjectId; accountId: AccountId },
  { before, rules }: { before: number; rules: readonly ConversionRule[] },
  by: Actor,
  at: Date,
): Promise<boolean> {
  const version = before + 1;
  const stored = JSON.stringify(rules);
  const detail = { version, rules: rules.length };
  const rows = await audited(
    by,
    {
      account: owner.accountId,
      project: owner.id,
      action: "conversions.change",
      target: `version ${version}`,
      detail,
    },
    sql`
      update projects set updated_at = ${at}, settings = settings || jsonb_build_object('conversions',
        jsonb_build_object('version', ${version}::int, 'rules', ${stored}::text::jsonb))
      where id = ${owner.id} and coalesce((settings->'conversions'->>'version')::int, 0) = ${before}
      returning id`,
    sql`,
    stored as (
      insert into conversion_schemas (project_id, version, rules, created_by, created_at)
      select ${owner.id}, ${version}, ${stored}::text::jsonb, ${by.name}, ${at} from changed
    )
    select id from changed`,
  );
  return rows.length > 0;
}

export type PastConversionInstall = { started_at: Date; events: Did[] | null; revenue: Paid[] | null };

/** The newest iOS installs since a time, each with the events and revenue that the rules need. */
export const findPastConversions = (
  projectId: ProjectId,
  since: Date,
  names: string[],
  max: number,
) => readSql<PastConversionInstall[]>`
  with w as materialized (
    select s.install_instance_id as instance, s.installed_at as started_at from installs s
    where s.project_id = ${projectId} and s.platform = 'IOS' and s.installed_at >= ${since} and not s.is_test
    order by s.installed_at desc limit ${max}
  ),
  performed as (
    select d.instance, json_agg(json_build_object('window', d."window", 'name', d.name, 'count', d.n)) as events from (
      select w.instance, ${windowOf("e.occurred_at")} as "window", e.name, count(*)::int as n
      from w join events e on e.project_id = ${projectId} and e.install_instance_id = w.instance
      where e.id >= uuid_floor(${since}) and e.name = any(${names}::text[]) and ${withinWindows("e.occurred_at")}
      group by 1, 2, 3) d group by 1
  ),
  paid as (
    select d.instance, json_agg(json_build_object('window', d."window", 'minor', d.minor)) as revenue from (
      select w.instance, ${windowOf("p.paid_at")} as "window",
        sum(${revenueSignOf("p.type")} * p.amount_minor)::bigint as minor
      from w join payments p on p.project_id = ${projectId} and p.install_instance_id = w.instance
      where p.status = 'PAYMENT_COMPLETED' and p.removed_at is null and ${withinWindows("p.paid_at")}
      group by 1, 2) d group by 1
  )
  select w.started_at, performed.events, paid.revenue
  from w left join performed on performed.instance = w.instance left join paid on paid.instance = w.instance`;

export const countEvents = (projectId: ProjectId, since: Date) => readSql<{ name: string; count: number }[]>`
  select s.name, s.count from (${ledgerSums(projectId, {
    by: ["name"],
    measures: ["event"],
    days: { from: sql`${since}::timestamptz::date`, to: null },
    where: { platform: "IOS" },
  })}) s
  where s.count > 0 order by 2 desc, 1 limit 500`;
