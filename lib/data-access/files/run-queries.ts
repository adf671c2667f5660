import { sql } from "@/db";
import { jsonb } from "@/db/json";
import { projectsWith } from "@/db/projects-with";
import { whereWritable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";
import type { WrittenFile } from "@/lib/data-access/files/manifest";
import type { Positions } from "@/lib/data-access/files/queries";

export const findProjectsToExport = (at: Date) => sql<{ id: number }[]>`/* all projects */
  select p.id from ${projectsWith(
    "file_exports",
    sql`w.next_at <= ${at} and (w.claimed_until is null or w.claimed_until <= ${at})`,
  )} busy
  join projects p on p.id = busy.id
  where p.deleted_at is null and p.archived_at is null and p.frozen_at is null`;

/** The claim of a process on an export, which it renews while it works. */
export type FileClaim = { project: ProjectId; id: number; claim: string };

/** Claims the export that is due longest. */
export async function claimExport(
  projectId: ProjectId,
  { claim, at, until }: { claim: string; at: Date; until: Date },
): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    with due as (
      select e.id from file_exports e
      where e.project_id = ${projectId} and e.next_at <= ${at} and (e.claimed_until is null or e.claimed_until <= ${at})
      order by e.next_at limit 1 for update skip locked
    )
    update file_exports e set claim = ${claim}, claimed_until = ${until}
    from due where e.project_id = ${projectId} and e.id = due.id and ${whereWritable(projectId)}
    returning e.id`;
  return row?.id ?? null;
}

const held = ({ project, id, claim }: FileClaim) => sql`
  exists (select from file_exports h where h.project_id = ${project} and h.id = ${id} and h.claim = ${claim})`;

/** False after another process has taken over, or a member has changed or removed the export. */
export async function extendFileClaim({ project, id, claim }: FileClaim, until: Date): Promise<boolean> {
  const rows = await sql`
    update file_exports e set claimed_until = ${until}
    where e.project_id = ${project} and e.id = ${id} and e.claim = ${claim} and ${whereWritable(project)}
    returning 1`;
  return rows.length > 0;
}

export const releaseExport = (
  { project, id, claim }: FileClaim,
  next: { at: Date; zone: string; failed: boolean; again: boolean },
) => sql`
  update file_exports e set claim = null, claimed_until = null,
    next_at = case when e.is_on or ${next.again} then ${next.at}::timestamptz end, next_zone = ${next.zone},
    failures = case when ${next.failed} then least(e.failures + 1, 1000) else 0 end
  where e.project_id = ${project} and e.id = ${id} and e.claim = ${claim}`;

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

const columns = () => sql`
  r.id, r.export_id, r.state, r.started_at, r.ended_at, r.since, r.until, r.files, r.manifest_name, r.manifest, r.rows,
  r.bytes, r.erased, r.started_by, r.problem`;

export const findRuns = (projectId: ProjectId, exportId: number, max: number) => sql<FileRunRow[]>`
  select ${columns()} from file_runs r
  where r.project_id = ${projectId} and r.export_id = ${exportId} order by r.id desc limit ${max}`;

export async function findRun(
  projectId: ProjectId,
  exportId: number,
  id: number,
): Promise<FileRunRow | null> {
  const [row] = await sql<FileRunRow[]>`
    select ${columns()} from file_runs r
    where r.project_id = ${projectId} and r.export_id = ${exportId} and r.id = ${id}`;
  return row ?? null;
}

/** The run that a killed process left behind. */
export async function findOpenRun({ project, id }: FileClaim): Promise<FileRunRow | null> {
  const [row] = await sql<FileRunRow[]>`
    select ${columns()} from file_runs r
    where r.project_id = ${project} and r.export_id = ${id} and r.state in ('writing', 'publishing')
    order by r.id desc limit 1`;
  return row ?? null;
}

/** The last run of each export of a project, and the last one that succeeded. */
export const findLastRuns = (projectId: ProjectId) => sql<(FileRunRow & { succeeded_at: Date | null })[]>`
  select ${columns()}, (
      select max(d.ended_at) from file_runs d
      where d.project_id = ${projectId} and d.export_id = r.export_id and d.state = 'done') as succeeded_at
  from file_exports e cross join lateral (
    select * from file_runs l where l.project_id = ${projectId} and l.export_id = e.id order by l.id desc limit 1) r
  where e.project_id = ${projectId}`;

export async function findLastDone({ project, id }: FileClaim): Promise<FileRunRow | null> {
  const [row] = await sql<FileRunRow[]>`
    select ${columns()} from file_runs r
    where r.project_id = ${project} and r.export_id = ${id} and r.state = 'done' order by r.id desc limit 1`;
  return row ?? null;
}

/** The files of earlier runs in the storage, the newest first. */
export const findEarlierFiles = (
  projectId: ProjectId,
  exportId: number,
  { before, datasets, max }: { before: number; datasets: readonly string[]; max: number },
) => sql<WrittenFile[]>`
  select f->>'name' as name, f->>'dataset' as dataset, (f->>'rows')::bigint as rows, (f->>'bytes')::bigint as bytes,
    f->>'sha256' as sha256
  from file_runs r cross join jsonb_array_elements(r.files) f
  where r.project_id = ${projectId} and r.export_id = ${exportId} and r.state = 'done' and r.id < ${before}
    and f->>'dataset' = any(${[...datasets]}::text[])
  order by r.id desc, name limit ${max}`;

/** Null if the claim is lost. Later runs have later times, also if the clock was set back. */
export async function insertRun(
  claim: FileClaim,
  { at, since }: { at: Date; since: Positions },
): Promise<{ id: number; started_at: Date } | null> {
  const { project, id } = claim;
  const [row] = await sql<{ id: number; started_at: Date }[]>`
    insert into file_runs (project_id, export_id, state, started_at, since)
    select ${project}::bigint, ${id}::bigint, 'writing', greatest(${at}::timestamptz, (
        select max(l.started_at) + interval '1 millisecond' from file_runs l
        where l.project_id = ${project} and l.export_id = ${id})), ${jsonb(since)}
    where ${held(claim)} and ${whereWritable(project)}
    returning id, started_at`;
  return row ?? null;
}

/** Stores the names before the first file is uploaded, so that none is forgotten. False if the claim is lost. */
export async function storePlannedFiles(
  claim: FileClaim,
  run: number,
  files: readonly WrittenFile[],
): Promise<boolean> {
  const rows = await sql`
    update file_runs r set files = ${jsonb(files)}
    where r.project_id = ${claim.project} and r.id = ${run} and ${held(claim)} returning 1`;
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
export async function storeManifest(claim: FileClaim, run: number, published: Published): Promise<boolean> {
  const { until, name, text, rows: count, bytes, erased } = published;
  const rows = await sql`
    update file_runs r set state = 'publishing', until = ${jsonb(until)}, manifest_name = ${name}, manifest = ${text},
      rows = ${count}, bytes = ${bytes}, erased = ${erased}
    where r.project_id = ${claim.project} and r.id = ${run} and r.state = 'writing' and ${held(claim)} returning 1`;
  return rows.length > 0;
}

/** Ends the run and moves the export's positions, in one statement. False if the claim is lost. */
export async function finishRun(claim: FileClaim, run: number, at: Date): Promise<boolean> {
  const { project, id } = claim;
  const rows = await sql`
    with done as (
      update file_runs r set state = 'done', ended_at = ${at}, problem = null
      where r.project_id = ${project} and r.id = ${run} and r.state = 'publishing' and ${held(claim)}
      returning r.until
    )
    update file_exports e set positions = done.until from done
    where e.project_id = ${project} and e.id = ${id} and e.claim = ${claim.claim} returning 1`;
  return rows.length > 0;
}

/** Ends a run without a manifest. */
export const failRun = (
  { project }: FileClaim,
  run: number,
  { problem, at }: { problem: string; at: Date },
) => sql`
  update file_runs r set state = 'failed', problem = ${problem}, ended_at = ${at}
  where r.project_id = ${project} and r.id = ${run} and r.state = 'writing'`;

/** The run stays open. */
export const noteRunProblem = ({ project }: FileClaim, run: number, problem: string) => sql`
  update file_runs r set problem = ${problem}
  where r.project_id = ${project} and r.id = ${run} and r.state in ('writing', 'publishing')`;

/** The number of IDs of users and installs that were erased after a time. */
export async function countErasedSince(projectId: ProjectId, since: Date): Promise<number> {
  const [row] = await sql<{ people: number }[]>`
    select count(*)::int as people from erased_ids t where t.project_id = ${projectId} and t.erased_at > ${since}`;
  return row!.people;
}

/** Removes old runs from the log, except for the ones that later runs need. */
export const removeOldRuns = ({ project, id }: FileClaim, kept: number) => sql`
  delete from file_runs r
  where r.project_id = ${project} and r.export_id = ${id} and r.state in ('done', 'failed') and r.id <= (
    select o.id from file_runs o where o.project_id = ${project} and o.export_id = ${id}
    order by o.id desc offset ${kept} limit 1)`;
