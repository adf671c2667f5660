import type { z } from "zod";
import { type Fragment, sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import { type AccountId, minIdAt, type ProjectId } from "@/lib/base/ids";
import type { networkAnswer } from "@/lib/outbound/deliveries/network-answer";
import {
  type deliverySchema,
  deliveryStates,
  maxReplayed,
  type ReplayInput,
} from "@/lib/outbound/deliveries/schema";
import { earlierSkipReasons, storedSkipReasons } from "@/lib/outbound/mapping/gates";
import type { RenderedPayload } from "@/lib/outbound/mapping/kind";
import type { OutboundRule } from "@/lib/outbound/mapping/rule";
import type { Cursor } from "@/lib/platform/keyset";
import { whereFilters } from "@/lib/platform/lists/queries";
import type { DatabaseRow } from "@/lib/platform/lists/schema";

export type DeliveryRow = DatabaseRow<typeof deliverySchema.row>;
export type DeliveryFilter = Omit<z.output<typeof deliverySchema.filter>, "start" | "end"> & {
  start: Date | null;
  end: Date | null;
};

/** The filters of the list and of replays. */
const narrowing = {
  destination: (id: number) => sql`and d.destination_id = ${id}`,
  fact: (fact: string) => sql`and d.fact = ${fact}`,
  reason: (reason: string) => sql`and d.reason = any(${storedSkipReasons(reason)}::text[])`,
  install: (instance: string) => sql`and d.install_instance_id = ${instance}`,
  user: (user: string) => sql`and d.user_id = ${user}`,
  moved: () => sql`and d.state = 'sent' and d.moved_to is not null`,
  // IDs begin with the time, and the list is sorted by ID.
  start: (start: Date) => sql`and d.id >= ${minIdAt(start.getTime())}::uuid`,
  end: (end: Date) => sql`and d.id < ${minIdAt(end.getTime() + 1)}::uuid`,
};

/** The newest matches. Filters by destination or state use their own index; a user or an ID has few deliveries. */
function matching(
  projectId: ProjectId,
  filter: DeliveryFilter,
  before: Cursor | null,
  limit: number,
): Fragment {
  const { state, destination, ...rest } = filter;
  const conditions = whereFilters(
    { ...rest, before },
    {
      ...narrowing,
      // Already converted to `start` and `end`.
      from: null,
      to: null,
      // IDs begin with the row's creation time.
      before: ({ id }) => sql`and d.id < ${id}::uuid`,
      answer: (state) => sql`and exists (
        select 1 from network_requests a where a.project_id = ${projectId} and a.destination_id = d.destination_id
          and a.request = d.request and a.part = d.request_part and a.state = ${state})`,
      uid: (uid) => sql`and d.event_uid = ${uid} and d.destination_id in (
        select u.id from destinations u where u.project_id = ${projectId})`,
    },
  );
  const newest = sql`order by d.id desc limit ${limit}`;
  const positions = sql`
    (${destination ?? null}::bigint is null or d.destination_id = ${destination ?? null}::bigint)
    and (${state ?? null}::text is null or d.state = ${state ?? null}::text)`;
  if (filter.uid || filter.install || filter.user || (!state && !destination))
    return sql`
      select d.id, d.created_at from deliveries d
      where d.project_id = ${projectId} and ${positions} ${conditions} ${newest}`;
  return sql`
    select d.id, d.created_at from destinations t
    cross join unnest(${state ? [state] : [...deliveryStates]}::text[]) as one(state)
    cross join lateral (
      select d.id, d.created_at from deliveries d
      where d.project_id = ${projectId} and d.destination_id = t.id and d.state = one.state ${conditions} ${newest}
    ) d
    where t.project_id = ${projectId} and (${destination ?? null}::bigint is null or t.id = ${destination ?? null}::bigint)
    ${newest}`;
}

const columns = () => sql`
  d.id, d.created_at, d.destination_id, t.name as destination, t.kind, d.fact, d.fact_id, d.fact_at, d.event_uid,
  d.sent_as, d.state, coalesce(${JSON.stringify(earlierSkipReasons)}::text::jsonb ->> d.reason, d.reason) as reason, d.tries, d.next_at, d.ended_at, d.user_id, s.id as install_id,
  d.install_instance_id, d.decision_version, case when d.state = 'sent' then d.moved_to end as moved_to, d.corrects, a.state as network_answer, coalesce(d.identifiers, '{}') as identifiers`;

const joined = (projectId: ProjectId) => sql`
  join destinations t on t.project_id = ${projectId} and t.id = d.destination_id
  left join installs s on s.project_id = ${projectId} and s.install_instance_id = d.install_instance_id
  left join network_requests a on a.project_id = ${projectId} and a.destination_id = d.destination_id
    and a.request = d.request and a.part = d.request_part`;

export const findDeliveries = (
  projectId: ProjectId,
  filter: DeliveryFilter,
  before: Cursor | null,
  limit: number,
) => sql<DeliveryRow[]>`
  with page as materialized (${matching(projectId, filter, before, limit)})
  select ${columns()} from page join deliveries d on d.project_id = ${projectId} and d.id = page.id ${joined(projectId)}
  order by d.id desc`;

export async function countDeliveries(projectId: ProjectId, filter: DeliveryFilter, max: number) {
  const [row] = await sql<[{ count: number }]>`
    with page as materialized (${matching(projectId, filter, null, max)})
    select count(*)::int as count from page`;
  return row;
}

/** Times are text because they are inside of JSON. */
type ShownAnswer = z.output<typeof networkAnswer>;

export type DeliveryDetailRow = DeliveryRow & {
  settings: unknown;
  rules: OutboundRule[];
  answered: ShownAnswer | null;
  corrections: { id: string; fact: DeliveryRow["fact"]; state: DeliveryRow["state"]; created_at: string }[];
  payload: unknown;
  hashed: RenderedPayload["hashed"] | null;
  attempts: {
    at: string;
    ms: number;
    is: string;
    code: string | null;
    why: string | null;
    answer: string | null;
  }[];
};

export async function findDelivery(projectId: ProjectId, id: string): Promise<DeliveryDetailRow | null> {
  const [row] = await sql<DeliveryDetailRow[]>`
    select ${columns()}, d.payload, d.hashed, d.attempts, t.settings, t.rules,
      case when a.request is not null then jsonb_build_object('state', a.state, 'records', a.records, 'errors', a.errors,
        'problem', a.problem, 'answered_at', a.answered_at, 'next_at', a.next_at) end as answered,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', c.id, 'fact', c.fact, 'state', c.state, 'created_at', c.created_at)
          order by c.id desc)
        from deliveries c where c.project_id = ${projectId} and c.corrects = d.id
      ), '[]') as corrections
    from deliveries d ${joined(projectId)}
    where d.project_id = ${projectId} and d.id = ${id}::uuid`;
  return row ?? null;
}

export type ReplayFilter = Omit<ReplayInput, "from" | "to" | "start" | "end"> & {
  start: Date | null;
  end: Date | null;
};

type Owner = { accountId: AccountId; id: ProjectId };

/** Ended deliveries start again under the current rules; waiting ones are left unchanged. */
export async function replayDeliveriesSql(
  { accountId: account, id: project }: Owner,
  { ids, states, ...filter }: ReplayFilter,
  by: Actor,
  now: Date,
): Promise<{ replayed: number; more: boolean }> {
  const conditions = whereFilters(
    { ids, ...filter },
    { ...narrowing, ids: (some) => sql`and d.id = any(${some}::uuid[])` },
  );
  // Accepted deliveries are sent again only on request.
  const condition =
    states ?? (ids ? ["dead", "skipped", "withheld", "dry", "sent"] : ["dead", "skipped", "withheld", "dry"]);
  const [row] = await sql<[{ replayed: number; more: boolean }]>`
    with ended as materialized (
      select d.id from deliveries d
      join destinations t on t.project_id = ${project} and t.id = d.destination_id and t.deleted_at is null
      where d.project_id = ${project} and d.next_at is null and d.state = any(${condition}::text[]) ${conditions}
      order by d.id limit ${maxReplayed + 1}
    ),
    again as (
      update deliveries d set state = case when d.corrects is null then 'queued' else 'waiting' end, reason = null, next_at = ${now}, begun_at = ${now}, tries = 0,
        ended_at = null
      from (select id from ended order by id limit ${maxReplayed}) x
      where d.project_id = ${project} and d.id = x.id and d.next_at is null and d.reason is distinct from 'erased'
      returning d.id
    ),
    counted as (
      select (select count(*) from again)::int as replayed, (select count(*) from ended) > ${maxReplayed} as more
    ),
    logged as (${auditRow(
      by,
      {
        account,
        project,
        action: "delivery.replay",
        detail: sql`jsonb_build_object('replayed', counted.replayed, 'destination', ${filter.destination ?? null}::bigint)`,
      },
      sql`from counted where counted.replayed > 0`,
    )})
    select * from counted`;
  return row;
}

export type NamedFact = {
  fact_id: string;
  fact_at: Date;
  user_id: string | null;
  instance: string | null;
  payment_id: string | null;
  name: string | null;
};

/** Finds an event by the ID that its deliveries would have. */
export async function findNamedFact(
  projectId: ProjectId,
  fact: string,
  id: string,
): Promise<NamedFact | null> {
  const queries: Record<string, Fragment> = {
    install: sql`
      select s.id::text as fact_id, s.installed_at as fact_at, null::text as user_id,
        s.install_instance_id as instance, null::text as payment_id, null::text as name
      from installs s where s.project_id = ${projectId} and s.id = ${id}::uuid`,
    event: sql`
      select e.id::text as fact_id, e.occurred_at as fact_at, e.user_id, e.install_instance_id as instance,
        null::text as payment_id, e.name
      from events e where e.project_id = ${projectId} and e.id = ${id}::uuid`,
    payment: sql`
      select p.id::text as fact_id, p.paid_at as fact_at, p.user_id, p.install_instance_id as instance, p.payment_id,
        p.type as name
      from payments p where p.project_id = ${projectId} and p.id = ${id}::uuid`,
    ad_revenue: sql`
      select r.id::text as fact_id, r.occurred_at as fact_at, r.user_id, r.install_instance_id as instance,
        null::text as payment_id, null::text as name
      from ad_revenue r where r.project_id = ${projectId} and r.id = ${id}::uuid`,
    reengagement: sql`
      select o.id::text as fact_id, o.opened_at as fact_at, null::text as user_id,
        o.install_instance_id as instance, null::text as payment_id, null::text as name
      from deeplink_opens o where o.project_id = ${projectId} and o.id = ${id}::uuid and o.reengaged`,
    uninstall: sql`
      select s.id::text as fact_id, s.uninstalled_at as fact_at, null::text as user_id,
        s.install_instance_id as instance, null::text as payment_id, null::text as name
      from installs s where s.project_id = ${projectId} and s.id = ${id}::uuid and s.uninstalled_at is not null`,
    signup: sql`
      select u.user_id as fact_id, u.identified_at as fact_at, u.user_id, u.install_instance_id as instance,
        null::text as payment_id, null::text as name
      from users u where u.project_id = ${projectId} and u.user_id = ${id} and u.is_signup`,
  };
  const [row] = await sql<NamedFact[]>`${queries[fact] ?? sql`select where false`}`;
  return row ?? null;
}

export const findDeliveriesOf = (projectId: ProjectId, uid: string) => sql<
  { destination_id: number; id: string; state: DeliveryRow["state"]; decision_version: number | null }[]
>`
  select d.destination_id, d.id, d.state, d.decision_version from deliveries d
  join destinations t on t.project_id = ${projectId} and t.id = d.destination_id
  where d.project_id = ${projectId} and d.event_uid = ${uid}`;
