import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import type { ProjectId } from "@/lib/base/ids";
import type { RequestState } from "@/lib/outbound/mapping/kind";
import type { Queue } from "@/lib/outbound/send/queries";

/** Destinations with a request to poll, found one after another by an index of requests. */
export const findDuePolls = (at: Date, only: ProjectId | null) => sql<Queue[]>`/* all projects */
  with recursive queues as (
    (select r.project_id, r.destination_id from network_requests r
      where r.next_at is not null order by r.project_id, r.destination_id limit 1)
    union all
    select n.project_id, n.destination_id from queues l cross join lateral (
      select r.project_id, r.destination_id from network_requests r
      where r.next_at is not null and (r.project_id, r.destination_id) > (l.project_id, l.destination_id)
      order by r.project_id, r.destination_id limit 1
    ) n
  )
  select l.project_id, l.destination_id from queues l join projects p on p.id = l.project_id and p.deleted_at is null
  where (${only}::bigint is null or l.project_id = ${only}::bigint) and exists (
    select 1 from network_requests r
    where r.project_id = l.project_id and r.destination_id = l.destination_id and r.next_at <= ${at})`;

export type DueRequest = { request: string; accepted_at: Date; polls: number };

/** All parts of a request are polled together. */
export const findDueRequests = (
  { project_id: projectId, destination_id: id }: Queue,
  at: Date,
  max: number,
) =>
  sql<DueRequest[]>`
    select r.request, min(r.accepted_at) as accepted_at, max(r.polls) as polls from network_requests r
    where r.project_id = ${projectId} and r.destination_id = ${id} and r.next_at <= ${at}
    group by r.request order by min(r.next_at) limit ${max}`;

export type PollResponse = {
  request: string;
  /** Null for a status that covers all parts. */
  part: string | null;
  state: RequestState | "unknown";
  records: number | null;
  errors: { reason: string; count: number }[];
  problem: string | null;
  next_at: Date | null;
};

const answers = columnTable<PollResponse>({
  request: "text",
  part: "text",
  state: "text",
  records: "bigint",
  errors: "jsonb",
  problem: "text",
  next_at: "timestamptz",
});

/** A part that is missing from the response gets the general status. Statuses stored in the meantime remain. */
export const storePollResponses = (
  { project_id: projectId, destination_id: id }: Queue,
  rows: PollResponse[],
  now: Date,
) => sql`
  with responses as materialized (select * from ${answers(rows)} x)
  update network_requests r set state = x.state, records = coalesce(x.records, r.records), errors = x.errors,
    problem = x.problem, polls = r.polls + 1, next_at = x.next_at, answered_at = ${now}
  from responses x
  where r.project_id = ${projectId} and r.destination_id = ${id} and r.request = x.request and r.next_at is not null
    and (r.part = x.part or x.part is null and not exists (
      select from responses y where y.request = r.request and y.part = r.part))`;
