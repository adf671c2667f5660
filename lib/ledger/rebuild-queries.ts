import type postgres from "postgres";
import { patientSql, sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { otherAds } from "@/lib/ledger/ad-ids/counted";
import { notBrokenDownVersion, unknownVersion } from "@/lib/ledger/ad-ids/versions";
import { payingTypes } from "@/lib/ledger/payment-types";
import { countsAsRevenue, isRefundOf, zoneOfProject } from "@/lib/ledger/queries";
import { ledgerAndFacts } from "@/lib/ledger/verify-queries";

/** Null: some facts are being moved between cells, so the correct ledger is unknown. */
export type RebuildResult = { cells: number; days: number } | null;

/**
 * Adds missing counts to the ledger and subtracts surplus ones. Facts and their cells are stored by one statement and
 * become visible together. A cell that is missing in this snapshot therefore stays missing, and no lock is necessary.
 */
export function correctLedger(projectId: ProjectId): Promise<RebuildResult> {
  return patientSql.begin(async (transaction) => {
    await correctingAlone(transaction, projectId);
    return addDifferences(transaction, projectId, ledgerAndFacts(projectId, zoneOfProject(projectId)));
  });
}

type Transaction = postgres.TransactionSql<{ bigint: number }>;

/**
 * Two parallel corrections would both add the missing counts. The lock is taken before the reading statement, whose
 * snapshot is later.
 */
export async function correctingAlone(transaction: Transaction, projectId: ProjectId): Promise<void> {
  await transaction`set local statement_timeout = 0`;
  await transaction`set local lock_timeout = 0`;
  await transaction`select pg_advisory_xact_lock(hashtext('ledger.correct'), ${projectId}::int)`;
}

export async function addDifferences(
  transaction: Transaction,
  projectId: ProjectId,
  sides: ReturnType<typeof ledgerAndFacts>,
): Promise<RebuildResult> {
  const [row] = await transaction<{ settled: boolean; cells: number; days: number }[]>`
      with ${sides},
      settled as materialized (
        select not exists (select 1 from pending_reassignments m where m.project_id = ${projectId}) as yes
      ),
      added as (
        insert into ledger (project_id, day, campaign_id, measure, name, platform, country, install_version, ad_set_id, creative_id, keyword_id, publisher_id,
          count, amount)
        select ${projectId}, day, campaign_id, measure, name, platform, country, install_version, ad_set_id, creative_id, keyword_id, publisher_id,
          sum(facts_count) - sum(ledger_count), sum(facts_amount) - sum(ledger_amount)
        from sides where (select yes from settled)
        group by day, campaign_id, measure, name, platform, country, install_version, ad_set_id, creative_id, keyword_id, publisher_id
        having sum(ledger_count) <> sum(facts_count) or sum(ledger_amount) <> sum(facts_amount)
        returning day
      )
      select (select yes from settled) as settled, count(*)::int as cells, count(distinct day)::int as days from added`;
  return row?.settled ? { cells: row.cells, days: row.days } : null;
}

/** Further versions of earlier installs are counted together. */
const maxVersions = 200;
const isVersion = (column: string) =>
  sql`${sql(column)} <> all(${["", notBrokenDownVersion, unknownVersion]}::text[])`;

/** The most frequent app versions of installs from before 0.3.0, which have no version for reports yet. */
export async function findAppVersions(projectId: ProjectId): Promise<string[]> {
  const rows = await patientSql<{ version: string }[]>`
    select x.version from (
      select trim(s.app_version) as version from installs s
      where s.project_id = ${projectId} and s.install_version is null and s.app_version is not null
    ) x
    where ${isVersion("x.version")} group by x.version order by count(*) desc, x.version limit ${maxVersions}`;
  return rows.map(({ version }) => version);
}

/**
 * Stores the version for reports of some installs from before 0.3.0, in the order of their names, so that no lock is
 * held for long. Returns the last name; null after the last install. The ledger follows when it is corrected.
 */
export async function storeVersions(
  projectId: ProjectId,
  versions: readonly string[],
  after: string,
): Promise<string | null> {
  const [row] = await patientSql<[{ last: string | null }]>`
    with chosen as materialized (
      select s.id, s.install_instance_id as name, trim(s.app_version) as version from installs s
      where s.project_id = ${projectId} and s.install_instance_id > ${after} and s.install_version is null
        and s.app_version is not null
      order by s.install_instance_id limit 10000 for update of s
    ),
    stored as (
      update installs s set install_version = case when not (${isVersion("chosen.version")}) then ''
          when chosen.version = any(${[...versions]}::text[]) then chosen.version else ${otherAds} end
      from chosen where s.project_id = ${projectId} and s.id = chosen.id
    )
    select max(name) as last from chosen`;
  return row.last;
}

/**
 * Keeps only the first sign-up of each install. Earlier versions counted every user; the ledger follows when it is
 * corrected.
 */
export async function correctSignUps(projectId: ProjectId): Promise<void> {
  await patientSql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    await transaction`set local lock_timeout = 0`;
    await transaction`
      update users u set is_signup = false
      where u.project_id = ${projectId} and u.is_signup and exists (
        select from users earlier
        where earlier.project_id = ${projectId} and earlier.install_instance_id = u.install_instance_id
          and earlier.is_signup and (earlier.identified_at, earlier.user_id) < (u.identified_at, u.user_id))`;
  });
}

/** Finds the first payment of each install again. Wrong installs are locked first, and then read again. */
export async function correctFirstPayments(projectId: ProjectId): Promise<void> {
  await patientSql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    await transaction`set local lock_timeout = 0`;
    await transaction`
      with wrong as materialized (
        select s.id, s.install_instance_id, s.installed_at
        from installs s join (
          select i.id, min(p.paid_at) filter (where p.removed_at is null and p.paid_at >= i.installed_at
            and ${countsAsRevenue("p.type", "p.status")}) as at
          from installs i join payments p on p.project_id = ${projectId} and p.install_instance_id = i.install_instance_id
          where i.project_id = ${projectId}
          group by i.id
        ) paid on paid.id = s.id
        where s.project_id = ${projectId} and s.first_paid_at is distinct from paid.at
        order by s.install_instance_id for update of s
      )
      update installs s set first_paid_at =
        first_payment_at(${projectId}::bigint, w.install_instance_id, w.installed_at, ${payingTypes}::text[], '{}')
      from wrong w where s.project_id = ${projectId} and s.id = w.id`;
  });
}

/** Finds the payments of refunds again, which a refund stored at the same moment as its payment may have missed. */
export async function correctRefunds(projectId: ProjectId): Promise<void> {
  await patientSql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    await transaction`set local lock_timeout = 0`;
    await transaction`
      update payments r set refunded_at = p.paid_at
      from payments p
      where r.project_id = ${projectId} and p.project_id = ${projectId} and r.refunded_payment_id is not null
        and ${isRefundOf("r", "p")} and p.install_instance_id = r.install_instance_id
        and r.refunded_at is distinct from p.paid_at`;
  });
}

/** Users with IDs after one and up to another; all users without limits. */
export type UserRange = { after: string | null; until: string | null };

/**
 * Corrects the days on which users sent events, from which the ledger is counted. Days whose events were removed stay
 * unchanged. Rows with a parallel change wait for the next run. Returns the number of corrected rows.
 */
export function correctUserDays(
  projectId: ProjectId,
  { after, until }: UserRange = { after: null, until: null },
): Promise<number> {
  const zone = zoneOfProject(projectId);
  const inRange = (column: string) => sql`
    (${after}::text is null or ${sql(column)} > ${after}::text)
      and (${until}::text is null or ${sql(column)} <= ${until}::text)`;
  return patientSql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    await transaction`set local lock_timeout = 0`;
    const [row] = await transaction<{ corrected: number }[]>`
      with cut as (
        select coalesce(max(before), '-infinity') as before from retention_cutoffs
        where project_id = ${projectId} and kind = 'events'
      ),
      known as (
        select e.name, e.user_id, coalesce(e.install_instance_id, '') as instance, e.platform,
          (e.occurred_at at time zone ${zone})::date as day
        from events e
        where e.project_id = ${projectId} and (e.occurred_at at time zone ${zone})::date >= (select before from cut)
          and ${inRange("e.user_id")}
        union all
        select u.name, u.user_id, u.install_instance_id, u.platform, u.first_day + n
        from user_days u cross join generate_series(0, length(u.days) - 1) as n
        where u.project_id = ${projectId} and u.first_day < (select before from cut) and get_bit(u.days, n) = 1
          and u.first_day + n < (select before from cut) and ${inRange("u.user_id")}
      ),
      facts as materialized (
        select name, user_id, instance, min(platform) as platform, min(day) as first_day,
          day_bits(array_agg(distinct day)) as days
        from known group by 1, 2, 3
      ),
      seen as materialized (
        select name, user_id, install_instance_id as instance, first_day, days from user_days
        where project_id = ${projectId} and ${inRange("user_id")}
      ),
      wrong as materialized (
        select s.*, f.first_day as right_day, f.days as right_days
        from seen s left join facts f using (name, user_id, instance)
        where (s.first_day, s.days) is distinct from (f.first_day, f.days)
      ),
      removed as (
        delete from user_days u using wrong w
        where u.project_id = ${projectId} and u.name = w.name and u.user_id = w.user_id
          and u.install_instance_id = w.instance
          and u.first_day = w.first_day and u.days = w.days and w.right_day is null
        returning 1
      ),
      changed as (
        update user_days u set first_day = w.right_day, days = w.right_days from wrong w
        where u.project_id = ${projectId} and u.name = w.name and u.user_id = w.user_id
          and u.install_instance_id = w.instance
          and u.first_day = w.first_day and u.days = w.days and w.right_day is not null
        returning 1
      ),
      added as (
        insert into user_days (project_id, name, user_id, install_instance_id, platform, first_day, days,
          counted_version, is_other)
        select ${projectId}, f.name, f.user_id, f.instance,
          coalesce(nullif(i.platform, 'UNKNOWN'), f.platform), f.first_day, f.days,
          coalesce(i.decision_version, 0), coalesce(person.install_instance_id, '') <> f.instance
        from facts f
        left join installs i on i.project_id = ${projectId} and i.install_instance_id = f.instance
        left join users person on person.project_id = ${projectId} and person.user_id = f.user_id
        where not exists (select 1 from seen s where s.name = f.name and s.user_id = f.user_id
          and s.instance = f.instance)
        on conflict do nothing
        returning 1
      )
      select ((select count(*) from removed) + (select count(*) from changed) + (select count(*)
        from added))::int as corrected`;
    return row!.corrected;
  });
}
