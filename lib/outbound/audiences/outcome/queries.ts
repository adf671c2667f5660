import { readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { revenueSignOf } from "@/lib/ledger/queries";

export type SideRow = {
  is_held_out: boolean;
  /** Installs that joined long enough ago. */
  joined: number;
  /** Of these, installs with a completed payment in the days after they joined. */
  paid: number;
  /** Of the same payments, less refunds. */
  revenue_minor: number;
};

/** Both sides of the hold-out, over the days after each install joined. The first side of an install counts. */
export const findSides = (
  project: ProjectId,
  audience: number,
  { days, until }: { days: number; until: Date },
) => readSql<SideRow[]>`
  with joined as materialized (
    select n.is_held_out, n.entered_at, n.install_id, s.install_instance_id
    from audience_entries n
    join installs s on s.project_id = ${project} and s.id = n.install_id and s.erased_at is null and not s.is_test
    where n.project_id = ${project} and n.audience_id = ${audience}
      and n.entered_at <= ${until}::timestamptz - ${days}::int * interval '24 hours'
  ),
  paid as (
    select j.install_id, count(*) filter (where ${revenueSignOf("p.type")} > 0) as payments,
      sum(p.amount_minor * (${revenueSignOf("p.type")})) as minor
    from joined j
    join payments p on p.project_id = ${project} and p.install_instance_id = j.install_instance_id
    where p.status = 'PAYMENT_COMPLETED' and p.removed_at is null and p.paid_at > j.entered_at
      and p.paid_at <= j.entered_at + ${days}::int * interval '24 hours'
    group by j.install_id
  )
  select j.is_held_out, count(*)::int as joined, (count(*) filter (where q.payments > 0))::int as paid,
    coalesce(sum(q.minor), 0)::bigint as revenue_minor
  from joined j left join paid q on q.install_id = j.install_id
  group by j.is_held_out`;
