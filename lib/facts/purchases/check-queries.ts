import { sql } from "@/db";
import { whereWritable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";
import type { Store, StoreProof } from "@/lib/facts/payments/store-purchases";

export type DueCheck = {
  payment_id: string;
  proof: StoreProof;
  attempts: number;
  user_id: string;
};

/**
 * The next checks by priority, the longest overdue first. Purchases that the app only named are taken alternately from
 * both ends: during a flood of invented ones, a new purchase is checked soon, and old ones are not forgotten.
 */
export const findDueChecks = (projectId: ProjectId, store: Store, at: Date, max: number) => sql<DueCheck[]>`
  with due as materialized (
    ${dueOf(projectId, store, at, { priority: 0, newest: false, max })}
    union all
    ${dueOf(projectId, store, at, { priority: 1, newest: false, max })}
    union all
    ${dueOf(projectId, store, at, { priority: 1, newest: true, max })}
    union all
    ${dueOf(projectId, store, at, { priority: 2, newest: false, max })}
  )
  select k.payment_id, k.proof, k.attempts, p.user_id from (
    select d.payment_id, d.proof, d.attempts, d.priority, d.next_at, min(d.place) as place
    from due d group by 1, 2, 3, 4, 5
  ) k
  join payments p on p.project_id = ${projectId} and p.id = k.payment_id
  order by k.priority, k.place, k.next_at desc limit ${max}`;

const dueOf = (
  projectId: ProjectId,
  store: Store,
  at: Date,
  { priority, newest, max }: { priority: number; newest: boolean; max: number },
) => sql`
  select d.*, row_number() over (order by d.next_at ${newest ? sql`desc` : sql``}) as place from (
    select k.payment_id, k.proof, k.attempts, k.priority, k.next_at from purchase_checks k
    where k.project_id = ${projectId} and k.source = ${store} and k.priority = ${priority} and k.next_at <= ${at}
    order by k.next_at ${newest ? sql`desc` : sql``} limit ${max}
  ) d`;

/** Checks that began before a time and are still open. */
export const findOldChecks = (projectId: ProjectId, before: Date, max: number) => sql<
  { payment_id: string }[]
>`
  select k.payment_id from purchase_checks k where k.project_id = ${projectId} and k.created_at < ${before}
  order by k.created_at limit ${max}`;

export const removeChecks = (projectId: ProjectId, ids: readonly string[]) => sql`
  delete from purchase_checks k where k.project_id = ${projectId} and k.payment_id = any(${[...ids]}::uuid[])
    and ${whereWritable(projectId)}`;

export const postponeCheck = (projectId: ProjectId, id: string, nextAt: Date) => sql`
  update purchase_checks k set next_at = ${nextAt}, attempts = least(k.attempts + 1, 1000)
  where k.project_id = ${projectId} and k.payment_id = ${id} and ${whereWritable(projectId)}`;

/** Checks at once what waited for credentials. */
export const resumeChecks = (projectId: ProjectId, store: Store, at: Date) => sql`
  update purchase_checks k set next_at = ${at} where k.project_id = ${projectId} and k.source = ${store}
    and ${whereWritable(projectId)}`;

export type StateCounts = { state: string; payments: number };

/** The payments of each state since a time, up to a maximum. */
export const countStates = (projectId: ProjectId, since: Date, max: number) => sql<StateCounts[]>`
  select c.check_state as state, count(*)::int as payments from (
    select p.check_state from payments p
    where p.project_id = ${projectId} and p.check_state is not null and p.paid_at >= ${since} limit ${max}
  ) c group by c.check_state`;
