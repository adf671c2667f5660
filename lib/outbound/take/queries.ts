import { sql } from "@/db";
import { tableOf } from "@/db/columns";
import { newId, type ProjectId } from "@/lib/base/ids";
import type { OutboxPosition } from "@/lib/ledger/outbox/queries";
import type { OutboundRule } from "@/lib/outbound/rule";
import type { Moved, NewDelivery } from "@/lib/outbound/take/take-rules";

/** By which the outbox knows who sends. */
export const listenerName = "outbound";

/**
 * Projects whose outbox has rows for who sends, found from one to the next by the index: however many rows each has,
 * and however many projects have none.
 */
export async function findProjectsToTake(only: ProjectId | null): Promise<ProjectId[]> {
  const rows = await sql<{ id: ProjectId }[]>`/* all projects */
    with recursive busy as (
      (select o.project_id as id from outbox o order by o.project_id limit 1)
      union all
      select (select o.project_id from outbox o where o.project_id > b.id order by o.project_id limit 1)
      from busy b where b.id is not null
    )
    select b.id from busy b join listeners l on l.project_id = b.id and l.name = ${listenerName}
    where b.id is not null and (${only}::bigint is null or b.id = ${only}::bigint)`;
  return rows.map(({ id }) => id);
}

export const findTaking = (projectId: ProjectId) => sql<{ id: number; rules: OutboundRule[] }[]>`
  select d.id, d.rules from destinations d
  where d.project_id = ${projectId} and d.mode <> 'off' and d.deleted_at is null order by d.id`;

const newDeliveries = tableOf<NewDelivery & { id: string }>({
  id: "uuid",
  destination_id: "bigint",
  event_uid: "text",
  fact: "text",
  fact_id: "text",
  fact_at: "timestamptz",
  user_id: "text",
  install_instance_id: "text",
  next_at: "timestamptz",
});

const movedInstalls = tableOf<Moved>({ instance: "text", version: "int" });

/** What was read becomes deliveries in the statement that says it was read; read again, it changes nothing. */
export async function storeTaken(
  projectId: ProjectId,
  taken: { deliveries: NewDelivery[]; moved: Moved[]; until: OutboxPosition },
  now: Date,
): Promise<number> {
  const rows = taken.deliveries.map((row) => ({ id: newId(now), ...row }));
  const [row] = await sql<[{ added: number }]>`
    with added as (
      insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, user_id,
        install_instance_id, state, next_at, created_at, begun_at)
      select ${projectId}, x.id, x.destination_id, x.event_uid, x.fact, x.fact_id, x.fact_at, x.user_id,
        x.install_instance_id, 'waiting', x.next_at, ${now}, ${now}
      from ${newDeliveries(rows)} x
      on conflict (project_id, destination_id, event_uid) do nothing
      returning 1
    ),
    moved as (
      update deliveries d set moved_to = m.version
      from (select x.instance, max(x.version) as version from ${movedInstalls(taken.moved)} x group by 1) m
      where d.project_id = ${projectId} and d.install_instance_id = m.instance and d.state = 'sent'
        and d.decision_version < m.version
    ),
    read as (
      update listeners l set read_xid = ${taken.until.xid}::text::xid8, read_id = ${taken.until.id}::uuid
      where l.project_id = ${projectId} and l.name = ${listenerName}
        and (l.read_xid, l.read_id) < (${taken.until.xid}::text::xid8, ${taken.until.id}::uuid)
    )
    select count(*)::int as added from added`;
  return row.added;
}
