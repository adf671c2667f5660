import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

export type ArrivalRow = {
  init: Date | null;
  trigger: Date | null;
  event: Date | null;
  payment: Date | null;
};

/** The latest time of each kind, each read from its index by time. */
export async function findArrivals(projectId: ProjectId): Promise<ArrivalRow> {
  const [row] = await sql<ArrivalRow[]>`
    select
      (select max(s.last_open_at) from installs s where s.project_id = ${projectId}) as init,
      (select max(u.identified_at) from users u where u.project_id = ${projectId}) as trigger,
      (select e.occurred_at from events e where e.project_id = ${projectId} order by e.id desc limit 1) as event,
      (select max(p.paid_at) from payments p where p.project_id = ${projectId}) as payment`;
  return row!;
}
