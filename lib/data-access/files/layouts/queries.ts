import { type Fragment, sql } from "@/db";
import { columnTable } from "@/db/columns";
import type { ProjectId } from "@/lib/base/ids";
import type { FactKind } from "@/lib/outbound/mapping/fact";

export type FactToLoad = {
  id: string;
  event_uid: string;
  fact: FactKind;
  fact_id: string;
  fact_at: Date;
  user_id: string | null;
  install_instance_id: string | null;
};

const table = columnTable<FactToLoad>({
  id: "uuid",
  event_uid: "text",
  fact: "text",
  fact_id: "text",
  fact_at: "timestamptz",
  user_id: "text",
  install_instance_id: "text",
});

/** In the form of deliveries, which are hydrated by the same statement. */
export const factsToLoad = (facts: readonly FactToLoad[]): Fragment => sql`
  select f.id, null::bigint as destination_id, f.event_uid, f.fact, f.fact_id, f.fact_at, f.user_id,
    f.install_instance_id, 'waiting'::text as state, 0 as tries, f.fact_at as begun_at, null::uuid as corrects,
    null::int as decision_version, null::json as payload, null::timestamptz as next_at
  from ${table(facts)} f`;

/** The newest facts of each kind: installs first. */
export const findNewestFacts = (projectId: ProjectId) => sql<FactToLoad[]>`
  (select i.id, 'install:' || i.id as event_uid, 'install' as fact, i.id::text as fact_id, i.installed_at as fact_at,
      null::text as user_id, i.install_instance_id
    from installs i
    where i.project_id = ${projectId} and i.decision_version > 0 order by i.id desc limit 3)
  union all
  (select e.id, 'event:' || e.id, 'event', e.id::text, e.occurred_at, e.user_id, e.install_instance_id
    from events e where e.project_id = ${projectId} order by e.id desc limit 3)
  union all
  (select p.id, 'payment:' || coalesce(p.payment_id, p.id::text), 'payment', p.id::text, p.paid_at, p.user_id,
      p.install_instance_id
    from payments p
    where p.project_id = ${projectId} and p.status = 'PAYMENT_COMPLETED' and p.type <> 'SUBSCRIPTION_REFUNDED'
    order by p.id desc limit 3)`;
