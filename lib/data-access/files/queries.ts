import { sql } from "@/db";
import { jsonb } from "@/db/json";
import { isBelowRowLimit } from "@/db/row-limit";
import type { Actor } from "@/lib/accounts/audit/actor";
import { makeRowDue } from "@/lib/accounts/audit/due-queries";
import { audited, withBefore } from "@/lib/accounts/audit/queries";
import { type Owner, removeRow } from "@/lib/accounts/audit/remove-queries";
import type { ProjectId } from "@/lib/base/ids";
import type { DatasetName } from "@/lib/data-access/datasets/datasets";
import type { FileFormat } from "@/lib/data-access/files/formats/format";
import type { StoredLayout } from "@/lib/data-access/files/layouts/stored";
import type { FileTimes } from "@/lib/data-access/files/rules";
import type { StorageName } from "@/lib/data-access/files/storages/fields";

/** A position for each dataset; `facts` is the one in the outbox, of former vendors' files. */
export type Positions = Partial<Record<DatasetName | "facts", string>>;

/** The export's name in the outbox. */
export const listenerOf = (id: number) => `file-export ${id}`;

export type FileExportRow = FileTimes & {
  id: number;
  title: string;
  datasets: DatasetName[];
  format: FileFormat;
  /** Null for Cairn's own datasets. */
  layout: StoredLayout | null;
  is_personal: boolean;
  storage: StorageName;
  place: Record<string, string>;
  credentials: Buffer | null;
  is_on: boolean;
  next_at: Date | null;
  next_zone: string | null;
  claimed_until: Date | null;
  failures: number;
  positions: Positions;
  created_by: string;
};

const columns = () => sql`
  e.id, e.title, e.datasets, e.format, e.layout, e.is_personal, e.cadence, e.hour, e.storage, e.place, e.credentials, e.is_on,
  e.next_at, e.next_zone, e.claimed_until, e.failures, e.positions, e.created_by`;

// Settings: a replica may not have the one that was just stored.
export const findExports = (projectId: ProjectId, only: number | null = null) => sql<FileExportRow[]>`
  select ${columns()} from file_exports e
  where e.project_id = ${projectId} and (${only}::bigint is null or e.id = ${only}::bigint)
  order by lower(e.title), e.id`;

export type WrittenExport = FileTimes & {
  title: string;
  datasets: readonly DatasetName[];
  format: FileFormat;
  stored: StoredLayout | null;
  personal: boolean;
  storage: StorageName;
  place: Record<string, string>;
  on: boolean;
  nextAt: Date | null;
  zone: string;
};

const vendorOf = (layout: StoredLayout | null) => layout?.vendor ?? "cairn";

/** Null if the project already has `max` exports. Credentials follow, because they are encrypted for the row's ID. */
export async function insertExport(
  { accountId: account, id: project }: Owner,
  input: WrittenExport,
  by: Actor,
  { now, max }: { now: Date; max: number },
): Promise<number | null> {
  const { title, datasets, format, stored, personal, cadence, hour, storage, place, on, nextAt, zone } =
    input;
  const [row] = await audited<{ id: number }>(
    by,
    {
      account,
      project,
      action: "file-export.create",
      target: sql`changed.title`,
      detail: { datasets, format, layout: vendorOf(stored), storage, personal },
    },
    sql`
      insert into file_exports (project_id, title, datasets, format, layout, is_personal, cadence, hour, storage, place, is_on,
        next_at, next_zone, created_by, created_at, updated_at)
      select ${project}::bigint, ${title}, ${[...datasets]}::text[], ${format}, ${stored && jsonb(stored)}, ${personal},
        ${cadence}, ${hour}, ${storage}, ${jsonb(place)}, ${on}, ${nextAt}::timestamptz, ${zone}, ${by.name}, ${now}, ${now}
      where ${isBelowRowLimit("file_exports", project, max)}
      returning id, title`,
  );
  return row?.id ?? null;
}

/** Settings that do not change where the files are. */
const sameFiles = ["access_key_id", "host_key"];

/** False if there is no such export. Another place has no files yet, so all rows are written there again. */
export async function updateExport(
  { accountId: account, id: project }: Owner,
  id: number,
  {
    title,
    datasets,
    format,
    stored,
    personal,
    cadence,
    hour,
    storage,
    place,
    on,
    nextAt,
    zone,
  }: WrittenExport,
  by: Actor,
  now: Date,
): Promise<boolean> {
  const rows = await audited(
    by,
    {
      account,
      project,
      action: "file-export.change",
      target: sql`changed.title`,
      detail: withBefore(
        { datasets, format, layout: vendorOf(stored), storage, place, personal, cadence, hour, on },
        sql`(
          select to_jsonb(was) || jsonb_build_object('personal', was.is_personal, 'on', was.is_on,
            'layout', coalesce(was.layout ->> 'vendor', 'cairn'))
          from file_exports was where was.project_id = ${project} and was.id = changed.id)`,
      ),
    },
    sql`
      update file_exports e set title = ${title}, datasets = ${[...datasets]}::text[], format = ${format},
        layout = ${stored && jsonb(stored)}, is_personal = ${personal}, cadence = ${cadence}, hour = ${hour}, storage = ${storage}, place = ${jsonb(place)},
        positions = case when e.storage = ${storage} and e.place - ${sameFiles}::text[] = ${jsonb(place)} - ${sameFiles}::text[]
          then e.positions else '{}'::jsonb end,
        credentials = case when e.storage = ${storage} then e.credentials end, failures = 0,
        is_on = ${on}, next_at = ${nextAt}::timestamptz, next_zone = ${zone}, claim = null, claimed_until = null,
        updated_at = ${now}
      where e.project_id = ${project} and e.id = ${id} returning e.id, e.title`,
  );
  return rows.length > 0;
}

export const removeExport = (project: Owner, id: number, by: Actor) =>
  removeRow(project, id, by, {
    table: "file_exports",
    action: "file-export.remove",
    target: sql`changed.title`,
    along: sql`,
      runs as (delete from file_runs r where r.project_id = ${project.id} and r.export_id in (select id from changed))`,
  });

/** Makes an export due. From earlier positions, the changes since then are written again. False while it runs. */
export const scheduleFilesNow = (
  project: Owner,
  id: number,
  { at, positions }: { at: Date; positions: Positions | null },
  by: Actor,
) =>
  makeRowDue(project, id, at, by, {
    table: "file_exports",
    action: "file-export.run",
    detail: { again: positions !== null },
    also: sql`, next_zone = null,
      positions = coalesce(${positions && JSON.stringify(positions)}::text::jsonb, t.positions)`,
  });
