import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import type { ProjectId } from "@/lib/base/ids";
import type { DestinationRow } from "@/lib/outbound/destinations/queries";
import { storedFinalSkipReasons } from "@/lib/outbound/mapping/gates";
import { firstPollMs } from "@/lib/outbound/send/poll-times";

export type Queue = { project_id: ProjectId; destination_id: number };

/**
 * Destinations with due deliveries, found one after another by the index of pending deliveries. Paused destinations
 * keep their waiting deliveries.
 */
export const findDueQueues = (at: Date, only: ProjectId | null) => sql<Queue[]>`/* all projects */
  with recursive queues as (
    (select d.project_id, d.destination_id from deliveries d
      where d.next_at is not null order by d.project_id, d.destination_id limit 1)
    union all
    select n.project_id, n.destination_id from queues l cross join lateral (
      select d.project_id, d.destination_id from deliveries d
      where d.next_at is not null and (d.project_id, d.destination_id) > (l.project_id, l.destination_id)
      order by d.project_id, d.destination_id limit 1
    ) n
  )
  select l.project_id, l.destination_id
  from queues l join destinations t on t.project_id = l.project_id and t.id = l.destination_id
  join projects p on p.id = l.project_id and p.deleted_at is null
  where (${only}::bigint is null or l.project_id = ${only}::bigint)
    and (t.mode = 'off' or t.paused_at is null and (t.not_before is null or t.not_before <= ${at}))
    and exists (
    select 1 from deliveries d
    where d.project_id = l.project_id and d.destination_id = l.destination_id and d.next_at <= ${at})`;

export type QueueRow = Pick<
  DestinationRow,
  | "id"
  | "kind"
  | "name"
  | "mode"
  | "settings"
  | "rules"
  | "version"
  | "credentials"
  | "paused_at"
  | "failing_since"
> & {
  deleted_at: Date | null;
  cap_day: string | null;
  cap_used: number;
  /** Other destinations of the same kind and settings. */
  same: number[];
};

export async function findQueue({ project_id, destination_id }: Queue): Promise<QueueRow | null> {
  const [row] = await sql<QueueRow[]>`
    select t.id, t.kind, t.name, t.mode, t.settings, t.rules, t.version, t.credentials, t.paused_at, t.failing_since,
      t.deleted_at, t.cap_day::text as cap_day, t.cap_used, array(
        select o.id from destinations o
        where o.project_id = ${project_id} and o.id <> t.id and o.kind = t.kind and o.settings = t.settings
      ) as same
    from destinations t where t.project_id = ${project_id} and t.id = ${destination_id}`;
  return row ?? null;
}

export type DeliveryQueueState = "waiting" | "queued" | "sent" | "dry" | "skipped" | "withheld" | "dead";

/** The outcome of a delivery in this turn. */
export type DeliveryOutcome = {
  id: string;
  state: DeliveryQueueState;
  reason: string | null;
  next_at: Date | null;
  /** 1 if a call carried it. */
  tried: number;
  decision_version: number | null;
  version: number;
  fact: string;
  sent_as: string | null;
  /** The stored JSON, byte for byte. */
  payload: string | null;
  hashed: unknown;
  /** Names separated by commas. */
  identifiers: string | null;
  attempt: unknown;
  /** The accepted request and its part, if the network reports their result later. */
  request: string | null;
  request_part: string | null;
};

const outcomes = columnTable<DeliveryOutcome>({
  id: "uuid",
  state: "text",
  reason: "text",
  next_at: "timestamptz",
  tried: "int",
  decision_version: "int",
  version: "int",
  fact: "text",
  sent_as: "text",
  payload: "json",
  hashed: "jsonb",
  identifiers: "text",
  attempt: "jsonb",
  request: "text",
  request_part: "text",
});

/** Updates only pending rows. Rows that were erased or replayed in the meantime stay unchanged. */
export async function storeOutcomes(
  { project_id: projectId, destination_id: destination }: Queue,
  rows: DeliveryOutcome[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const insertRequests = rows.some(({ request }) => request !== null)
    ? sql`
      with new_requests as (
        insert into network_requests (project_id, destination_id, request, part, accepted_at, next_at)
        select distinct ${projectId}::bigint, ${destination}::bigint, x.request, x.request_part, ${now}::timestamptz,
          ${new Date(now.getTime() + firstPollMs)}::timestamptz
        from ${outcomes(rows)} x where x.request is not null
        on conflict do nothing
      )`
    : sql``;
  // Attributed again during the check: an unsent delivery is checked under the new decision.
  const isMissed = sql`(d.moved_to > coalesce(x.decision_version, 0) and x.state = 'skipped'
    and x.reason <> all(${storedFinalSkipReasons}::text[]) and d.fact <> 'reattributed' and d.corrects is null)`;
  const isSame = sql`x.state = 'sent' and exists (
    select from installs s
    join decisions a on a.project_id = ${projectId} and a.install_id = s.id and a.version = x.decision_version
    join decisions b on b.project_id = ${projectId} and b.install_id = s.id and b.version = d.moved_to
    where s.project_id = ${projectId} and s.install_instance_id = d.install_instance_id
      and (a.campaign_id, a.network, a.counted) is not distinct from (b.campaign_id, b.network, b.counted))`;
  await sql`
    ${insertRequests}
    update deliveries d set state = case when ${isMissed} then 'waiting' else x.state end,
      reason = case when ${isMissed} then null else x.reason end,
      next_at = case when ${isMissed} then ${now}::timestamptz else x.next_at end, tries = d.tries + x.tried,
      decision_version = coalesce(x.decision_version, d.decision_version),
      -- In this order, so that unchanged deliveries (most of them) need no lookup.
      moved_to = case when d.moved_to is null or x.decision_version is null or x.decision_version >= d.moved_to then null
        when ${isSame} then null else d.moved_to end, version = x.version, fact = x.fact,
      sent_as = coalesce(x.sent_as, d.sent_as), payload = coalesce(x.payload, d.payload),
      hashed = coalesce(x.hashed, d.hashed),
      identifiers = coalesce(string_to_array(x.identifiers, ','), d.identifiers),
      attempts = case when x.attempt is null then d.attempts else d.attempts || x.attempt end,
      ended_at = case when x.next_at is null and not coalesce(${isMissed}, false) then ${now}::timestamptz end,
      request = coalesce(x.request, d.request), request_part = coalesce(x.request_part, d.request_part)
    from ${outcomes(rows)} x
    where d.project_id = ${projectId} and d.id = x.id and d.next_at is not null`;
}

/**
 * Stored before the call, because the process may die during it. The call is then repeated unchanged, and a later
 * correction assumes that the destination received it.
 */
export const beginCorrections = (projectId: ProjectId, rows: Pick<DeliveryOutcome, "id" | "fact">[]) => sql`
  update deliveries d set state = 'queued', fact = x.fact
  from json_to_recordset(${JSON.stringify(rows.map(({ id, fact }) => ({ id, fact })))}::text::json) as x(id uuid, fact text)
  where d.project_id = ${projectId} and d.id = x.id and d.next_at is not null`;

/** Stops sending until a member resumes the destination. */
export const pauseDestination = (projectId: ProjectId, id: number, reason: string, now: Date) => sql`
  update destinations set paused_at = ${now}, pause_reason = ${reason}
  where project_id = ${projectId} and id = ${id} and paused_at is null`;

export const noteHealth = (
  projectId: ProjectId,
  id: number,
  failing: { since: Date; until: Date } | null,
) => sql`
  update destinations set failing_since = ${failing?.since ?? null}, not_before = ${failing?.until ?? null}
  where project_id = ${projectId} and id = ${id}`;

/** The used part of its daily limit, reset each day. */
export const addToCap = (projectId: ProjectId, id: number, day: string, count: number) => sql`
  update destinations t set cap_day = ${day}::text::date,
    cap_used = case when t.cap_day = ${day}::text::date then t.cap_used + ${count}::int else ${count}::int end
  where t.project_id = ${projectId} and t.id = ${id}`;
