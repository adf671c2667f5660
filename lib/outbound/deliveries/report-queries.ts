import { type Fragment, sql } from "@/db";
import { minIdAt, type ProjectId, timeOfId } from "@/lib/base/ids";
import type { SentCount } from "@/lib/outbound/deliveries/count-rules";
import { deliveryStates } from "@/lib/outbound/deliveries/schema";

/** Deliveries that look the same in a report. */
export type DeliveryCount = {
  day: string;
  state: string;
  reason: string | null;
  identifiers: string[] | null;
  answer: string | null;
  moved: boolean;
  /** In seconds, to two digits. */
  lag: number | null;
  count: number;
};

/** At most this many deliveries are counted for each state. */
const maxSummed = 1_000_000;

/** The creation time of the first delivery beyond the limit; null if all are counted. */
export async function findCountLimit(
  projectId: ProjectId,
  destination: number,
  since: Date,
  max = maxSummed,
): Promise<Date | null> {
  const [row] = await sql<{ id: string }[]>`
    select d.id from unnest(${[...deliveryStates]}::text[]) as one(state) cross join lateral (
      select d.id from deliveries d
      where d.project_id = ${projectId} and d.destination_id = ${destination} and d.state = one.state
        and d.id >= ${minIdAt(since.getTime())}::uuid
      order by d.id desc offset ${max} limit 1
    ) d
    order by d.id desc limit 1`;
  return row ? new Date(timeOfId(row.id)) : null;
}

/** Reasons are cut to this length, because a network may include an ID in every rejection. */
const longestReason = 200;

/** Rounds to two digits, so that a million rows fall into few groups. */
const rounded = (seconds: Fragment) => sql`
  case when abs(${seconds}) < 1 then round(${seconds} * 100) / 100 when abs(${seconds}) < 10 then round(${seconds} * 10) / 10
    when abs(${seconds}) < 100 then round(${seconds}) when abs(${seconds}) < 1000 then round(${seconds} / 10) * 10
    when abs(${seconds}) < 10000 then round(${seconds} / 100) * 100 else round(${seconds} / 1000) * 1000 end`;

/** Days are the creation days of the deliveries, in the project's time zone. */
export const findDeliveryReport = (
  projectId: ProjectId,
  destination: number,
  zone: string,
  since: Date,
) => sql<DeliveryCount[]>`
  select (d.created_at at time zone ${zone})::date::text as day, d.state,
    case when d.state in ('skipped', 'withheld', 'dead') then left(d.reason, ${longestReason}) end as reason,
    case when d.state = 'sent' then d.identifiers end as identifiers, case when d.state = 'sent' then a.state end as answer,
    d.state = 'sent' and d.moved_to is not null as moved,
    -- A correction follows a decision, however long ago it happened.
    case when d.state = 'sent' and d.corrects is null
      then ${rounded(sql`extract(epoch from d.ended_at - d.fact_at)::float8`)} end as lag,
    count(*)::int as count
  from deliveries d
  left join network_requests a on a.project_id = ${projectId} and a.destination_id = ${destination}
    and a.request = d.request and a.part = d.request_part
  where d.project_id = ${projectId} and d.destination_id = ${destination} and d.id >= ${minIdAt(since.getTime())}::uuid
  group by 1, 2, 3, 4, 5, 6, 7`;

/** The number of moved deliveries that were cancelled, by creation day. */
export const findWithdrawn = (projectId: ProjectId, destination: number, zone: string, since: Date) => sql<
  { day: string; count: number }[]
>`
  select (d.created_at at time zone ${zone})::date::text as day, count(*)::int as count
  from (
    select distinct on (c.corrects) c.corrects, c.fact from deliveries c
    where c.project_id = ${projectId} and c.destination_id = ${destination} and c.corrects is not null and c.state = 'sent'
    order by c.corrects, c.decision_version desc
  ) l
  join deliveries d on d.project_id = ${projectId} and d.id = l.corrects and d.id >= ${minIdAt(since.getTime())}::uuid
  where l.fact = 'reversal' and d.state = 'sent' and d.moved_to is not null
  group by 1`;

export async function findFirstSent(projectId: ProjectId, destination: number): Promise<Date | null> {
  const [row] = await sql<{ fact_at: Date }[]>`
    select d.fact_at from deliveries d
    where d.project_id = ${projectId} and d.destination_id = ${destination} and d.state = 'sent' order by d.id limit 1`;
  return row?.fact_at ?? null;
}

/** The sent events of these days, by their name at the network; corrections are not conversions. */
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
    and d.id >= ${minIdAt(Date.parse(days.reduce((a, b) => (a < b ? a : b))) - 86_400_000)}::uuid
  group by 1, 2`;

/** Later rejection reasons of a network, the most frequent first. */
export const findAnswerErrors = (projectId: ProjectId, destination: number, since: Date) => sql<
  { reason: string; count: number }[]
>`
  select e.value ->> 'reason' as reason, sum((e.value ->> 'count')::bigint)::int as count
  from network_requests a cross join lateral jsonb_array_elements(a.errors) e
  where a.project_id = ${projectId} and a.destination_id = ${destination} and a.accepted_at >= ${since}
  group by 1 order by 2 desc, 1`;
