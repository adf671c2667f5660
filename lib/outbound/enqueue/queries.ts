import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import { newId, type ProjectId } from "@/lib/base/ids";
import type { OutboxPosition } from "@/lib/ledger/outbox/queries";
import type { MovedInstall, NewDelivery } from "@/lib/outbound/enqueue/rules";
import type { FactKind } from "@/lib/outbound/mapping/fact";
import { storedFinalSkipReasons } from "@/lib/outbound/mapping/gates";
import type { OutboundRule } from "@/lib/outbound/mapping/rule";

/** The sender's name in the outbox. */
export const listenerName = "outbound";

/**
 * Projects with outbox rows for the sender, found one after another by the index. The cost does not depend on the
 * number of rows or of idle projects.
 */
export const findProjectsToEnqueue = (only: ProjectId | null) => sql<{ id: ProjectId }[]>`/* all projects */
  with recursive busy as (
    (select o.project_id as id from outbox o order by o.project_id limit 1)
    union all
    select (select o.project_id from outbox o where o.project_id > b.id order by o.project_id limit 1)
    from busy b where b.id is not null
  )
  select b.id from busy b join listeners l on l.project_id = b.id and l.name = ${listenerName}
  where b.id is not null and (${only}::bigint is null or b.id = ${only}::bigint)`;

export type ReceivingRow = { id: number; kind: string; settings: unknown; rules: OutboundRule[] };

export const findReceiving = (projectId: ProjectId) => sql<ReceivingRow[]>`
  select d.id, d.kind, d.settings, d.rules from destinations d
  where d.project_id = ${projectId} and d.mode <> 'off' and d.deleted_at is null order by d.id`;

const newDeliveries = columnTable<NewDelivery & { id: string }>({
  id: "uuid",
  destination_id: "bigint",
  event_uid: "text",
  fact: "text",
  fact_id: "text",
  fact_at: "timestamptz",
  user_id: "text",
  install_instance_id: "text",
  next_at: "timestamptz",
  payload: "json",
});

const movedInstalls = columnTable<MovedInstall>({
  install: "uuid",
  instance: "text",
  version: "int",
  settled_at: "timestamptz",
});

/**
 * Events that networks bill for or optimize by, and that can be cancelled. Re-engagements keep the campaign of their
 * link.
 */
const correctable: FactKind[] = ["install", "signup", "event", "payment", "ad_revenue"];

/** Outbox rows become deliveries in the statement that marks them as read; reading again has no effect. */
export async function storeEnqueued(
  projectId: ProjectId,
  batch: {
    deliveries: NewDelivery[];
    moved: MovedInstall[];
    /** Destinations that receive events. */
    destinations: number[];
    correcting: number[];
    until: OutboxPosition;
  },
  now: Date,
): Promise<number> {
  const rows = batch.deliveries.map((row) => ({ id: newId(now), ...row }));
  const [row] = await sql<[{ added: number }]>`
    with added as (
      insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, user_id,
        install_instance_id, state, next_at, payload, created_at, begun_at)
      select ${projectId}, x.id, x.destination_id, x.event_uid, x.fact, x.fact_id, x.fact_at, x.user_id,
        x.install_instance_id, 'waiting', x.next_at, x.payload, ${now}, ${now}
      from ${newDeliveries(rows)} x
      on conflict (project_id, destination_id, event_uid) do nothing
      returning 1
    ),
    newest as materialized (
      select distinct on (x.instance) x.* from ${movedInstalls(batch.moved)} x order by x.instance, x.version desc
    ),
    -- Deliveries in progress may use the previous decision: storing their result detects that.
    moved as (
      update deliveries d set moved_to = case when d.next_at is not null or exists (
        select 1 from decisions a, decisions b
        where a.project_id = ${projectId} and a.install_id = m.install and a.version = d.decision_version
          and b.project_id = ${projectId} and b.install_id = m.install and b.version = m.version
          and (a.campaign_id, a.network, a.counted) is distinct from (b.campaign_id, b.network, b.counted)
      ) then m.version end
      from newest m
      where d.project_id = ${projectId} and d.install_instance_id = m.instance and d.corrects is null
        and (d.state = 'sent' and d.decision_version < m.version or d.next_at is not null)
    ),
    -- Deliveries skipped for another source are checked again, because the source may match now.
    again as (
      update deliveries d set state = 'waiting', reason = null, next_at = m.settled_at, begun_at = ${now}, tries = 0,
        ended_at = null
      from newest m
      where d.project_id = ${projectId} and d.install_instance_id = m.instance and d.state = 'skipped'
        and d.reason <> all(${storedFinalSkipReasons}::text[]) and d.fact <> 'reattributed' and d.corrects is null
        and d.destination_id = any(${batch.destinations}::bigint[]) and coalesce(d.decision_version, 0) < m.version
    ),
    -- Also for deliveries in progress: the correction is determined when it is sent.
    corrected as (
      insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, user_id,
        install_instance_id, corrects, decision_version, state, next_at, created_at, begun_at)
      select ${projectId}, uuidv7(), d.destination_id, 'correction:' || d.event_uid || ':' || m.version, 'reversal',
        d.fact_id, d.fact_at, d.user_id, d.install_instance_id, d.id, m.version, 'waiting', m.settled_at, ${now}, ${now}
      from newest m
      join deliveries d on d.project_id = ${projectId} and d.install_instance_id = m.instance
        and d.destination_id = any(${batch.correcting}::bigint[]) and d.fact = any(${correctable}::text[])
        and d.corrects is null and coalesce(d.decision_version, 0) < m.version
      where d.state = 'sent' or d.next_at <= ${now} or exists (
        select 1 from deliveries c where c.project_id = ${projectId} and c.corrects = d.id and c.state = 'sent')
      on conflict (project_id, destination_id, event_uid) do nothing
    ),
    read as (
      update listeners l set read_xid = ${batch.until.xid}::text::xid8, read_id = ${batch.until.id}::uuid
      where l.project_id = ${projectId} and l.name = ${listenerName}
        and (l.read_xid, l.read_id) < (${batch.until.xid}::text::xid8, ${batch.until.id}::uuid)
    )
    select count(*)::int as added from added`;
  return row.added;
}
