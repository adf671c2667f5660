import type postgres from "postgres";
import { patientSql, sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited } from "@/lib/accounts/audit/queries";
import type {
  MoneyChange,
  RecalculationChange,
  RecalculationRow,
} from "@/lib/attribution/recalculation/change";
import {
  convertFacts,
  findMissingRate,
  lockSpend,
  repriceByDay,
} from "@/lib/attribution/recalculation/money-queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import { zoneOfProject } from "@/lib/ledger/queries";
import { addDifferences, correctingAlone } from "@/lib/ledger/rebuild-queries";
import { ledgerAndFacts } from "@/lib/ledger/verify-queries";

type Transaction = postgres.TransactionSql<{ bigint: number }>;

/** SWITCHING until every daily figure is in the new zone, FOLLOWING while the daily user activity is recalculated. */
export async function findRecalculation(projectId: ProjectId): Promise<RecalculationRow | null> {
  const [row] = await sql<RecalculationRow[]>`
    select state, from_zone, to_zone, from_currency, to_currency, amounts, created_by, created_at, switched_at, ended_at, problem,
      step, cursor, done, total
    from recalculations where project_id = ${projectId}`;
  return row ?? null;
}

export const findProjectsToRecalculate = () => sql<{ id: ProjectId }[]>`/* all projects */
  select r.project_id as id from recalculations r where r.state in ('SWITCHING', 'FOLLOWING') order by 1`;

/** False if one is in progress already. */
export async function insertRecalculation(
  { id, accountId }: { id: ProjectId; accountId: AccountId },
  { to_zone, to_currency, amounts }: RecalculationChange,
  by: Actor,
  at: Date,
): Promise<boolean> {
  const detail = sql`jsonb_build_object('time_zone', to_zone, 'currency', to_currency, 'amounts', amounts)`;
  const rows = await audited(
    by,
    {
      account: accountId,
      project: id,
      action: "project.recalculated",
      target: sql`to_zone || ', ' || to_currency`,
      detail,
    },
    sql`
      insert into recalculations as r (project_id, state, from_zone, to_zone, from_currency, to_currency, amounts, created_by,
        created_at, total)
      select ${id}::bigint, 'SWITCHING', p.time_zone, ${to_zone}, p.currency, ${to_currency}, ${amounts}, ${by.name}, ${at},
        (select count(*)::int from installs i where i.project_id = ${id}) + (select count(*)::int from users u
          where u.project_id = ${id})
      from projects p where p.id = ${id}
      on conflict (project_id) do update
        set state = excluded.state, from_zone = excluded.from_zone, to_zone = excluded.to_zone,
        from_currency = excluded.from_currency, to_currency = excluded.to_currency, amounts = excluded.amounts,
        problem = null, created_by = excluded.created_by, created_at = excluded.created_at, switched_at = null,
        ended_at = null, step = 'installs',
        cursor = null, done = 0, total = excluded.total
      where r.state in ('DONE', 'FAILED')
      returning r.*`,
  );
  return rows.length > 0;
}

/** Checked before any change: the first day without a rate. */
export const missingRate = (projectId: ProjectId, change: Omit<MoneyChange, "digits">) =>
  sql.begin((transaction) => findMissingRate(transaction, projectId, change));

class Unsettled extends Error {}
class NoRate extends Error {}

/**
 * Converts all daily figures and the project itself to the new zone and currency in one transaction. Concurrent
 * statements that still use the previous zone are corrected afterwards. Returns false, without changes, while facts are
 * being moved between cells.
 */
export async function switchWhenDecided(
  projectId: ProjectId,
  digits: Record<string, number>,
): Promise<boolean> {
  try {
    await patientSql.begin(async (transaction) => {
      await correctingAlone(transaction, projectId);
      const [recalculation] = await transaction<RecalculationRow[]>`
        select * from recalculations where project_id = ${projectId} and state = 'SWITCHING' for update`;
      if (!recalculation) return;
      if (recalculation.to_currency !== recalculation.from_currency) {
        if (!(await isSettled(transaction, projectId))) throw new Unsettled();
        await lockSpend(transaction, projectId);
        const missing = await findMissingRate(transaction, projectId, recalculation);
        if (missing) throw new NoRate(missing);
        await convertFacts(transaction, projectId, { ...recalculation, digits }, true);
      } else await repriceByDay(transaction, projectId, { ...recalculation, digits });
      const corrected = await addDifferences(
        transaction,
        projectId,
        ledgerAndFacts(projectId, recalculation.to_zone, true),
      );
      if (!corrected) throw new Unsettled();
      await switchProject(transaction, projectId);
    });
    return true;
  } catch (error) {
    if (error instanceof Unsettled) return false;
    if (error instanceof NoRate) {
      await failRecalculation(projectId, `The exchange rate for ${error.message} was removed. Add it again.`);
      return true;
    }
    throw error;
  }
}

const isSettled = async (transaction: Transaction, projectId: ProjectId) => {
  const [row] = await transaction<{ yes: boolean }[]>`
    select not exists (select 1 from pending_reassignments m where m.project_id = ${projectId}) as yes`;
  return row!.yes;
};

const failRecalculation = (projectId: ProjectId, problem: string) => sql`
  update recalculations set state = 'FAILED', problem = ${problem}, ended_at = now()
  where project_id = ${projectId} and state = 'SWITCHING'`;

/** Converts amounts that other processes stored with the previous currency or day, before they saw the change. */
export function convertLate(
  projectId: ProjectId,
  recalculation: RecalculationRow,
  digits: Record<string, number>,
): Promise<void> {
  return patientSql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    await transaction`set local lock_timeout = 0`;
    const change = { ...recalculation, digits };
    if (change.from_currency === change.to_currency) await repriceByDay(transaction, projectId, change);
    else await convertFacts(transaction, projectId, change, false);
  }) as Promise<void>;
}

/**
 * A day with removed facts may overlap two days of the new zone. The cutoff is moved to the first complete day after
 * it.
 */
async function switchProject(transaction: Transaction, projectId: ProjectId): Promise<void> {
  await transaction`
    with cut as (
      update recalculations set state = 'FOLLOWING', switched_at = now()
      where project_id = ${projectId} returning from_zone, to_zone, to_currency
    ),
    begins as (
      select c.kind, (c.before::timestamp at time zone cut.from_zone) at time zone cut.to_zone as at
      from retention_cutoffs c cross join cut where c.project_id = ${projectId} and cut.from_zone <> cut.to_zone
    ),
    cuts as (
      update retention_cutoffs c set before = b.at::date + case when b.at::time > '00:00' then 1
        else 0 end, done_before = null
      from begins b where c.project_id = ${projectId} and c.kind = b.kind
    ),
    -- Their time zone has changed, so the next run is calculated again.
    moved as (
      update report_schedules s set next_at = now(), next_zone = '' from cut
      where s.project_id = ${projectId} and s.next_at is not null and cut.from_zone <> cut.to_zone
    )
    update projects p set time_zone = cut.to_zone, currency = cut.to_currency, updated_at = now()
    from cut where p.id = ${projectId}`;
}

/**
 * Opens are stored as the last instant, and as days since the install. The day of the last open is recalculated;
 * earlier ones keep their day. Returns the last install, or null at the end.
 */
export async function recalculateOpens(
  projectId: ProjectId,
  after: string | null,
  max: number,
): Promise<{ last: string | null; seen: number }> {
  const day = sql`(s.last_open_at at time zone zone.name)::date`;
  const age = sql`greatest(${day} - (s.installed_at at time zone zone.name)::date, 0)`;
  const opened = sql`
    case when ${age} > 30 then s.opened_on else (s.opened_on & ((1 << ${age}) - 1)) | (1 << ${age}) end`;
  const [row] = await sql<{ last: string | null; seen: number }[]>`
    with page as materialized (
      select i.id from installs i
      where i.project_id = ${projectId} and (${after}::text is null or i.id > ${after}::text::uuid) order by i.id
      limit ${max}
    ),
    cut as (
      update installs s set last_open_day = ${day}, opened_on = ${opened}
      from page cross join (select ${zoneOfProject(projectId)} as name) zone
      where s.project_id = ${projectId} and s.id = page.id and s.last_open_at is not null
        and (s.last_open_day, s.opened_on) is distinct from (${day}, ${opened})
    )
    select (select id::text from page order by id desc limit 1) as last, (select count(*)::int from page) as seen`;
  return row!;
}

/** The last of the next `max` users after `after`; null if there are fewer. */
export async function findUserAfter(
  projectId: ProjectId,
  after: string | null,
  max: number,
): Promise<string | null> {
  const [row] = await sql<{ user_id: string }[]>`
    select u.user_id from users u where u.project_id = ${projectId}
      and (${after}::text is null or u.user_id > ${after}::text)
    order by u.user_id offset ${max - 1} limit 1`;
  return row?.user_id ?? null;
}

export async function noteRecalculationProgress(
  projectId: ProjectId,
  { step, cursor, done }: Pick<RecalculationRow, "step" | "cursor" | "done">,
): Promise<void> {
  await sql`
    update recalculations set step = ${step}, cursor = ${cursor}, done = ${done}, total = greatest(total, ${done})
    where project_id = ${projectId}`;
}

export async function endRecalculation(projectId: ProjectId, at: Date): Promise<void> {
  await sql`
    update recalculations set state = 'DONE', ended_at = ${at}, done = total
    where project_id = ${projectId} and state = 'FOLLOWING'`;
}

/** Trials of rules use days, so a change of the zone waits for them. */
export async function isReplaying(projectId: ProjectId): Promise<boolean> {
  const [row] = await sql<{ yes: boolean }[]>`
    select exists (select 1 from replays r where r.project_id = ${projectId}
      and r.state in ('trying', 'applying')) as yes`;
  return row!.yes;
}
