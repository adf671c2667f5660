import { sql } from "@/db";
import { jsonb } from "@/db/json";
import { whereWritable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";
import type { WrittenFile } from "@/lib/data-access/files/manifest";
import { listenerOf, type Positions } from "@/lib/data-access/files/queries";
import { isHeld, type RowClaim } from "@/lib/platform/jobs/due-row-queries";

export type FileRunRow = {
  id: number;
  export_id: number;
  state: "writing" | "publishing" | "done" | "failed";
  started_at: Date;
  ended_at: Date | null;
  since: Positions;
  until: Positions | null;
  files: WrittenFile[];
  manifest_name: string | null;
  manifest: string | null;
  rows: number;
  bytes: number;
  erased: number;
  started_by: string | null;
  problem: string | null;
};

export async function findRun(
  projectId: ProjectId,
  exportId: number,
  id: number,
): Promise<FileRunRow | null> {
  const [row] = await sql<FileRunRow[]>`
    select r.* from file_runs r
    where r.project_id = ${projectId} and r.export_id = ${exportId} and r.id = ${id}`;
  return row ?? null;
}

/** The run that a killed process left behind. */
export async function findOpenRun({ project, id }: RowClaim): Promise<FileRunRow | null> {
  const [row] = await sql<FileRunRow[]>`
    select r.* from file_runs r
    where r.project_id = ${project} and r.export_id = ${id} and r.state in ('writing', 'publishing')
    order by r.id desc limit 1`;
  return row ?? null;
}

export async function findLastDone({ project, id }: RowClaim): Promise<FileRunRow | null> {
  const [row] = await sql<FileRunRow[]>`
    select r.* from file_runs r
    where r.project_id = ${project} and r.export_id = ${id} and r.state = 'done' order by r.id desc limit 1`;
  return row ?? null;
}

/** The files of earlier runs in the storage, the newest first. */
export const findEarlierFiles = (
  projectId: ProjectId,
  exportId: number,
  { before, but, max }: { before: number; but: readonly string[]; max: number },
) => sql<WrittenFile[]>`
  select f->>'name' as name, f->>'dataset' as dataset, (f->>'rows')::bigint as rows, (f->>'bytes')::bigint as bytes,
    f->>'sha256' as sha256
  from file_runs r cross join jsonb_array_elements(r.files) f
  where r.project_id = ${projectId} and r.export_id = ${exportId} and r.state = 'done' and r.id < ${before}
    and f->>'dataset' <> all(${[...but]}::text[])
  order by r.id desc, name limit ${max}`;

/** The time zone in which the export's next time was found. */
export const saveZone = ({ project, id, claim }: RowClaim, zone: string) => sql`
  update file_exports e set next_zone = ${zone}
  where e.project_id = ${project} and e.id = ${id} and e.claim = ${claim}`;

/** Null if the claim is lost. Later runs have later times, also if the clock was set back. */
export async function insertRun(
  claim: RowClaim,
  { at, since }: { at: Date; since: Positions },
): Promise<{ id: number; started_at: Date } | null> {
  const { project, id } = claim;
  const [row] = await sql<{ id: number; started_at: Date }[]>`
    insert into file_runs (project_id, export_id, state, started_at, since)
    select ${project}::bigint, ${id}::bigint, 'writing', greatest(${at}::timestamptz, (
        select max(l.started_at) + interval '1 millisecond' from file_runs l
        where l.project_id = ${project} and l.export_id = ${id})), ${jsonb(since)}
    where ${isHeld(claim)} and ${whereWritable(project)}
    returning id, started_at`;
  return row ?? null;
}

/** Stores the names before the first file is uploaded, so that none is forgotten. False if the claim is lost. */
export async function storePlannedFiles(
  claim: RowClaim,
  run: number,
  files: readonly WrittenFile[],
): Promise<boolean> {
  const rows = await sql`
    update file_runs r set files = ${jsonb(files)}
    where r.project_id = ${claim.project} and r.id = ${run} and ${isHeld(claim)} returning 1`;
  return rows.length > 0;
}

type Published = {
  until: Positions;
  name: string;
  text: string;
  rows: number;
  bytes: number;
  erased: number;
};

/** From here on the run can only succeed: its files are complete, and its manifest is written again if necessary. */
export async function storeManifest(claim: RowClaim, run: number, published: Published): Promise<boolean> {
  const { until, name, text, rows: count, bytes, erased } = published;
  const rows = await sql`
    update file_runs r set state = 'publishing', until = ${jsonb(until)}, manifest_name = ${name}, manifest = ${text},
      rows = ${count}, bytes = ${bytes}, erased = ${erased}
    where r.project_id = ${claim.project} and r.id = ${run} and r.state = 'writing' and ${isHeld(claim)} returning 1`;
  return rows.length > 0;
}

/**
 * Ends the run and moves the export's positions, in one statement: also the one in the outbox, so that each fact is in the
 * files of one run. False if the claim is lost.
 */
export async function finishRun(claim: RowClaim, run: number, at: Date): Promise<boolean> {
  const { project, id } = claim;
  const rows = await sql`
    with done as (
      update file_runs r set state = 'done', ended_at = ${at}, problem = null
      where r.project_id = ${project} and r.id = ${run} and r.state = 'publishing' and ${isHeld(claim)}
      returning r.until
    ),
    facts as (
      select split_part(p.at, ' ', 2)::xid8 as xid, split_part(p.at, ' ', 3)::uuid as id
      from (select done.until ->> 'facts' as at from done) p
      where split_part(p.at, ' ', 1) = (select system_identifier::text from pg_control_system())
    ),
    read as (
      update listeners l set read_xid = f.xid, read_id = f.id from facts f
      where l.project_id = ${project} and l.name = ${listenerOf(id)} and (l.read_xid, l.read_id) < (f.xid, f.id)
    )
    update file_exports e set positions = done.until from done
    where e.project_id = ${project} and e.id = ${id} and e.claim = ${claim.claim} returning 1`;
  return rows.length > 0;
}

/** Ends a run without a manifest. */
export const failRun = (
  { project }: RowClaim,
  run: number,
  { problem, at }: { problem: string; at: Date },
) => sql`
  update file_runs r set state = 'failed', problem = ${problem}, ended_at = ${at}
  where r.project_id = ${project} and r.id = ${run} and r.state = 'writing'`;

/** The run stays open. */
export const noteRunProblem = ({ project }: RowClaim, run: number, problem: string) => sql`
  update file_runs r set problem = ${problem}
  where r.project_id = ${project} and r.id = ${run} and r.state in ('writing', 'publishing')`;

/** The number of IDs of users and installs that were erased after a time. */
export async function countErasedSince(projectId: ProjectId, since: Date): Promise<number> {
  const [row] = await sql<{ people: number }[]>`
    select count(*)::int as people from erased_ids t where t.project_id = ${projectId} and t.erased_at > ${since}`;
  return row!.people;
}
