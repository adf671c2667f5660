import { sql } from "@/db";
import { jsonb } from "@/db/json";
import { whereWritable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";
import type { RequestResult } from "@/lib/outbound/audiences/results/rules";
import { isHeld, type RowClaim } from "@/lib/platform/jobs/due-row-queries";

/** Stores an accepted request whose result is polled later. */
export const storeAccepted = (claim: RowClaim, run: number, result: RequestResult, pollAt: Date) => sql`
  update audience_runs r set results = r.results || ${jsonb([result])}, results_at = coalesce(r.results_at, ${pollAt})
  where r.project_id = ${claim.project} and r.id = ${run} and ${isHeld(claim)}`;

type DueResults = { project_id: ProjectId; id: number; audience_id: number; results: RequestResult[] };

/** Runs with results to poll, the longest due first. */
export const findDueResults = (at: Date, max: number) => sql<DueResults[]>`/* all projects */
  select r.project_id, r.id, r.audience_id, r.results from audience_runs r
  join projects p on p.id = r.project_id and p.deleted_at is null and p.archived_at is null and p.frozen_at is null
  where r.results_at <= ${at} order by r.results_at limit ${max}`;

export type PolledResult = Pick<RequestResult, "request" | "polls" | "state" | "errors" | "problem">;

/** Requests that the run has sent in the meantime stay pending. */
export const storeResults = (
  project: ProjectId,
  run: number,
  polled: readonly PolledResult[],
  next: Date,
) => sql`
  with merged as (
    select coalesce(jsonb_agg(e.value || coalesce(${jsonb(Object.fromEntries(polled.map(({ request, ...rest }) => [request, rest])))}
      -> (e.value ->> 'request'), '{}') order by e.place), '[]') as results
    from audience_runs a cross join jsonb_array_elements(a.results) with ordinality e(value, place)
    where a.project_id = ${project} and a.id = ${run}
  )
  update audience_runs r set results = m.results,
    results_at = case when m.results @> '[{"state": "pending"}]' then ${next}::timestamptz end
  from merged m where r.project_id = ${project} and r.id = ${run} and ${whereWritable(project)}`;
