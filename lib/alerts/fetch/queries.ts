import { readSql, sql } from "@/db";
import type { AlertConditionOf } from "@/lib/alerts/rules/schema";
import { minIdAt, type ProjectId } from "@/lib/base/ids";

type What = AlertConditionOf<"quiet">["what"];

/** Whether an hour `h` has a row, each with one index lookup. */
const hasTraffic = {
  click: (projectId) => readSql`
    exists (select from clicks k where k.project_id = ${projectId} and k.id >= h.least and k.id < h.next)`,
  event: (projectId) => readSql`
    exists (select from events e where e.project_id = ${projectId} and e.id >= h.least and e.id < h.next)`,
  install: (projectId) => readSql`
    exists (select from installs s
      where s.project_id = ${projectId} and s.installed_at >= h.begun and s.installed_at < h.over and not s.is_test)`,
  payment: (projectId) => readSql`
    exists (select from payments p where p.project_id = ${projectId} and p.paid_at >= h.begun and p.paid_at < h.over)`,
} satisfies Record<What, (projectId: ProjectId) => ReturnType<typeof readSql>>;

/** True for each hour with traffic. The hours begin at these times; the last time ends the last hour. */
export async function findBusyHours(projectId: ProjectId, what: What, times: Date[]): Promise<boolean[]> {
  const ids = times.map((at) => minIdAt(at.getTime()));
  const iso = times.map((at) => at.toISOString());
  const rows = await readSql<{ came: boolean }[]>`
    select ${hasTraffic[what](projectId)} as came
    from unnest(${ids.slice(0, -1)}::text[]::uuid[], ${ids.slice(1)}::text[]::uuid[], ${iso.slice(0, -1)}::text[]::timestamptz[],
      ${iso.slice(1)}::text[]::timestamptz[]) with ordinality as h(least, next, begun, over, place)
    order by h.place`;
  return rows.map((row) => row.came);
}

export type DestinationHealth = {
  id: number;
  name: string;
  paused: boolean;
  pause_reason: string | null;
  failing_since: Date | null;
  failed: number;
  waits: boolean;
};

/** The health of each live destination. Deliveries that wait because of a pause do not count. */
export const findDestinationHealth = (
  projectId: ProjectId,
  { since, waiting, most: max }: { since: Date; waiting: Date; most: number },
) => sql<DestinationHealth[]>`
  select t.id, t.name, t.paused_at is not null as paused, t.pause_reason, t.failing_since,
    (select count(*)::int from (
      select from deliveries d
      where d.project_id = ${projectId} and d.destination_id = t.id and d.state = 'dead'
        and d.id >= ${minIdAt(since.getTime())}::uuid limit ${max}) counted) as failed,
    exists (
      select from deliveries d
      where d.project_id = ${projectId} and d.destination_id = t.id and d.state in ('waiting', 'queued')
        and d.id < ${minIdAt(waiting.getTime())}::uuid) as waits
  from destinations t
  where t.project_id = ${projectId} and t.deleted_at is null and t.mode = 'live' order by t.id`;
