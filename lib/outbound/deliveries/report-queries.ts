import { sql } from "@/db";
import { leastIdAt, type ProjectId } from "@/lib/base/ids";
import type { SentCount } from "@/lib/outbound/deliveries/count-rules";

export type ReportRow = {
  day: string;
  states: Record<string, number>;
  reasons: Record<string, number>;
  identifiers: Record<string, number>;
  lag_p50: number | null;
  lag_p95: number | null;
  moved: number;
  taken_back: number;
  answers: Record<string, number>;
};

/** Days are those on which deliveries were begun, in the project's zone. */
export const findReport = (projectId: ProjectId, destination: number, zone: string, since: Date) => sql<
  ReportRow[]
>`
  with begun as materialized (
    select (d.created_at at time zone ${zone})::date::text as day, d.state, d.reason, d.identifiers,
      -- A correction follows a decision, however long ago it happened.
      case when d.corrects is null then extract(epoch from d.ended_at - d.fact_at)::float8 end as lag,
      case when d.state = 'sent' and d.moved_to is not null then d.id end as moved,
      case when d.state = 'sent' then a.state end as answer
    from deliveries d
    left join network_requests a on a.project_id = ${projectId} and a.destination_id = ${destination}
      and a.request = d.request and a.part = d.request_part
    where d.project_id = ${projectId} and d.destination_id = ${destination}
      and d.id >= ${leastIdAt(since.getTime())}::uuid
  ),
  by_answer as (select day, answer, count(*) as count from begun where answer is not null group by 1, 2),
  by_state as (select day, state, count(*) as count from begun group by 1, 2),
  by_reason as (
    select day, reason, count(*) as count from begun where state in ('skipped', 'held', 'dead') and reason is not null
    group by 1, 2
  ),
  by_identifier as (
    select s.day, i.name, count(*) as count from begun s cross join lateral unnest(s.identifiers) as i(name)
    where s.state = 'sent' group by 1, 2
  ),
  lags as (
    select day, percentile_cont(0.5) within group (order by lag) as p50,
      percentile_cont(0.95) within group (order by lag) as p95
    from begun where state = 'sent' group by 1
  ),
  moves as (
    select b.day, count(*)::int as moved, count(*) filter (where l.fact = 'reversal')::int as taken_back
    from begun b left join lateral (
      select c.fact from deliveries c where c.project_id = ${projectId} and c.corrects = b.moved and c.state = 'sent'
      order by c.decision_version desc limit 1
    ) l on true
    where b.moved is not null group by 1
  )
  select d.day,
    (select jsonb_object_agg(b.state, b.count) from by_state b where b.day = d.day) as states,
    coalesce((select jsonb_object_agg(b.reason, b.count) from by_reason b where b.day = d.day), '{}') as reasons,
    coalesce((select jsonb_object_agg(b.name, b.count) from by_identifier b where b.day = d.day), '{}') as identifiers,
    coalesce((select jsonb_object_agg(b.answer, b.count) from by_answer b where b.day = d.day), '{}') as answers,
    l.p50 as lag_p50, l.p95 as lag_p95, coalesce(m.moved, 0) as moved, coalesce(m.taken_back, 0) as taken_back
  from (select distinct day from begun) d left join lags l on l.day = d.day left join moves m on m.day = d.day
  order by d.day desc`;

export async function findFirstSent(projectId: ProjectId, destination: number): Promise<Date | null> {
  const [row] = await sql<{ fact_at: Date }[]>`
    select d.fact_at from deliveries d
    where d.project_id = ${projectId} and d.destination_id = ${destination} and d.state = 'sent' order by d.id limit 1`;
  return row?.fact_at ?? null;
}

/** What was sent of what happened on these days, by what it was sent as; corrections are not conversions. */
export const findSentByName = (
  projectId: ProjectId,
  destination: number,
  zone: string,
  days: string[],
) => sql<SentCount[]>`
  select d.fact, d.sent_as, count(*)::int as sent,
    count(*) filter (where a.state is distinct from 'refused')::int as accepted
  from deliveries d
  left join network_requests a on a.project_id = ${projectId} and a.destination_id = ${destination}
    and a.request = d.request and a.part = d.request_part
  where d.project_id = ${projectId} and d.destination_id = ${destination} and d.state = 'sent' and d.corrects is null
    and d.fact <> 'refund' and (d.fact_at at time zone ${zone})::date = any(${days}::text[]::date[])
    and d.id >= ${leastIdAt(Date.parse(days.reduce((a, b) => (a < b ? a : b))) - 86_400_000)}::uuid
  group by 1, 2`;

/** Why a network refused something afterwards, the most first. */
export const findAnswerErrors = (projectId: ProjectId, destination: number, since: Date) => sql<
  { reason: string; count: number }[]
>`
  select e.value ->> 'reason' as reason, sum((e.value ->> 'count')::bigint)::int as count
  from network_requests a cross join lateral jsonb_array_elements(a.errors) e
  where a.project_id = ${projectId} and a.destination_id = ${destination} and a.accepted_at >= ${since}
  group by 1 order by 2 desc, 1`;
