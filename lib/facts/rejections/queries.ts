import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import type { Cursor } from "@/lib/platform/keyset";

export type RejectionRow = {
  project_id: ProjectId;
  id: string;
  at: Date;
  endpoint: string;
  reason: string;
  body_hash: string | null;
};

const retentionDays = 30;

/** Also removes expired rows of the same projects, so that no cleanup task is needed. Safe to repeat. */
export async function storeRejections(rows: RejectionRow[]): Promise<undefined[]> {
  await sql`/* several projects */
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as x(
        project_id bigint, id uuid, at timestamptz, endpoint text, reason text, body_hash text)
    ),
    removed as (
      delete from rejections r using (select distinct project_id from input) x
      where r.project_id = x.project_id and r.id < uuid_floor(now() - ${retentionDays} * interval '1 day')
    )
    insert into rejections (project_id, id, at, endpoint, reason, body_hash)
    select project_id, id, at, endpoint, reason, body_hash from input
    on conflict (project_id, id) do nothing`;
  return new Array<undefined>(rows.length);
}

export function findRejections(
  projectId: ProjectId,
  { endpoint, search }: { endpoint: string | null; search: string | null },
  before: Cursor | null,
  limit: number,
): Promise<RejectionRow[]> {
  return sql<RejectionRow[]>`
    select r.id, r.at, r.endpoint, r.reason, r.body_hash from rejections r
    where r.project_id = ${projectId} ${before ? sql`and r.id < ${before.id}::uuid` : sql``}
      ${endpoint ? sql`and r.endpoint = ${endpoint}` : sql``}
      ${search ? sql`and position(lower(${search}) in lower(r.reason)) > 0` : sql``}
    order by r.id desc limit ${limit}`;
}

export type ReasonRow = { endpoint: string; reason: string; count: number; last_at: Date };

/** Counts the newest notes since a time, up to a maximum, by reason. The most frequent first. */
export const countRejectionReasons = (
  projectId: ProjectId,
  { since, endpoint }: { since: Date; endpoint: string | null },
  max: number,
) => sql<ReasonRow[]>`
  select n.endpoint, n.reason, count(*) as count, max(n.at) as last_at
  from (
    select r.endpoint, r.reason, r.at from rejections r
    where r.project_id = ${projectId} and r.id >= uuid_floor(${since})
      and (${endpoint}::text is null or r.endpoint = ${endpoint})
    order by r.id desc limit ${max}
  ) n
  group by n.endpoint, n.reason order by count(*) desc, max(n.at) desc limit 50`;
