import { createHash } from "node:crypto";
import type { Project } from "@/lib/accounts/access/project";
import { erasedKey } from "@/lib/accounts/erased/erased";
import { Refusal } from "@/lib/base/refusal";
import type { ColumnType, RowsByColumn } from "@/lib/data-access/datasets/columns";
import { type DatasetName, datasetNames, datasetOf } from "@/lib/data-access/datasets/datasets";
import { type RawPosition, readCursor, writeCursor } from "@/lib/data-access/raw/cursor";
import {
  findChanged,
  findChangedColumns,
  findErasedKeys,
  findHorizon,
  findRemoved,
} from "@/lib/data-access/raw/queries";
import { rawColumns } from "@/lib/data-access/raw/schema";

type Reader = Pick<Project, "id" | "currency">;
export type RawRequest = {
  dataset: DatasetName;
  cursor?: string | undefined;
  since?: string | undefined;
  limit: number;
  personal: boolean;
};
export type RawPage = { lines: Record<string, unknown>[]; cursor: string; more: boolean };

export function datasetNamed(name: string): DatasetName {
  const found = datasetNames.find((one) => one === name);
  if (!found)
    throw new Refusal("not_found", `Unknown dataset. It must be one of ${datasetNames.join(", ")}.`);
  return found;
}

const unknownCursor = () =>
  new Refusal("invalid_request", "The cursor is not valid for this dataset.", {
    fields: { cursor: "The cursor is not valid for this dataset." },
  });

/** Changes with everything that makes earlier rows look different without a change of the row. */
const stampOf = (cluster: string, { currency }: Reader, columns: string[]) =>
  createHash("sha256")
    .update(JSON.stringify([1, cluster, currency, columns]))
    .digest("base64url")
    .slice(0, 12);

function positionOf({ dataset, cursor, since }: RawRequest, stamp: string): RawPosition {
  const fresh: RawPosition = { since: null, stamp, until: null, removals: false, after: null };
  if (cursor === undefined && since !== undefined)
    return since === "0" ? fresh : { ...fresh, since, removals: true };
  if (cursor === undefined) return fresh;
  const position = readCursor(dataset, cursor);
  if (!position) throw unknownCursor();
  // Begins again with all rows and all removals.
  return position.stamp === stamp ? position : { ...fresh, removals: true };
}

/** The position of a request, and what follows from a page that was read there. */
async function passOf(project: Reader, request: RawRequest) {
  const { dataset, limit, personal } = request;
  const columns = rawColumns(dataset, personal);
  const { horizon, cluster } = await findHorizon();
  const stamp = stampOf(
    cluster,
    project,
    columns.map(([name]) => name),
  );
  const at = positionOf(request, stamp);
  const { removals: source } = datasetOf(dataset);
  const until = at.until ?? horizon;
  const removals = at.removals && source !== undefined;
  const here = (after: string[] | null, part = removals): RawPosition => ({
    since: at.since,
    stamp,
    until,
    removals: part,
    after,
  });
  return {
    columns,
    removals,
    until,
    here,
    scan: { project: project.id, after: at.after, since: at.since, limit },
    /** Where the next page begins. */
    next(page: { seen: number; last: string[] | null; length: number; lastRow: string[] | null }) {
      const isFull = page.length === limit;
      // A part ends with a page that compares no row.
      if (isFull || page.seen > 0) {
        const after = isFull ? page.lastRow : page.last;
        return { cursor: writeCursor(dataset, here(after)), more: true };
      }
      if (removals) return { cursor: writeCursor(dataset, here(null, false)), more: true };
      const next: RawPosition = { since: until, stamp, until: null, removals: true, after: null };
      return { cursor: writeCursor(dataset, next), more: false };
    },
  };
}

type Pass = Awaited<ReturnType<typeof passOf>>;

async function readRemoved(dataset: DatasetName, { scan }: Pass) {
  const of = datasetOf(dataset);
  const page = await (of.removals === "people" ? findErasedKeys(scan) : findRemoved(dataset, of, scan));
  const rows = page.rows.map(({ _key }): Change => ({ _key, ...removedKey(dataset, _key) }));
  return { seen: page.seen, last: page.last, length: rows.length, lastRow: rows.at(-1)?._key ?? null, rows };
}

/** A row with its key. Other names that begin with an underscore are not columns. */
type Change = Record<string, unknown> & { _key: string[] };

const userKey = (project: Reader, userId: unknown) => erasedKey(project.id, "user", String(userId));

/** The next changes of a dataset after a position, by column. The values are those of files. */
export async function readColumns(
  project: Reader,
  request: RawRequest,
): Promise<{ op: "upsert" | "delete"; rows: RowsByColumn; cursor: string; more: boolean }> {
  const { dataset } = request;
  const pass = await passOf(project, request);
  if (pass.removals) {
    const page = await readRemoved(dataset, pass);
    const names = Object.keys(page.rows[0] ?? {}).filter((name) => name !== "_key");
    const columns = Object.fromEntries(names.map((name) => [name, page.rows.map((row) => row[name])]));
    return { op: "delete", rows: { length: page.length, columns }, ...pass.next(page) };
  }
  const page = await findChangedColumns(
    datasetOf(dataset),
    pass.columns.map(([name, { sql, type }]) => [name, inFiles[type]?.(sql) ?? sql]),
    pass.scan,
  );
  const { columns } = page;
  // Users are identified by a hash as well, so that the ID of an erased user need not be stored.
  if (datasetOf(dataset).removals === "people")
    columns.user_key = columns.user_id?.map((userId) => userKey(project, userId)) ?? null;
  return { op: "upsert", rows: { length: page.length, columns }, ...pass.next(page) };
}

/** The values of columns in files, if they are not those of JSON. */
const inFiles: Partial<Record<ColumnType, (sql: string) => string>> = {
  time: (sql) => `floor(extract(epoch from ${sql}) * 1000)::bigint`,
  texts: (sql) => `to_json(${sql})::text`,
  json: (sql) => `(${sql})::text`,
};

/** The next changes of a dataset as lines of the raw API. */
export async function readRaw(project: Reader, request: RawRequest): Promise<RawPage> {
  const { dataset } = request;
  const pass = await passOf(project, request);
  const position = Number(pass.until);
  const line = (op: "upsert" | "delete", { _key, _seen, _last, _place, ...row }: Change) => ({
    ...row,
    _op: op,
    _cursor: writeCursor(dataset, pass.here(_key)),
    _position: position,
  });
  if (pass.removals) {
    const page = await readRemoved(dataset, pass);
    return { lines: page.rows.map((row) => line("delete", row)), ...pass.next(page) };
  }
  const columns = pass.columns.map(([name, { sql }]) => [name, sql] as const);
  const { rows, ...page } = await findChanged(datasetOf(dataset), columns, pass.scan);
  const isPeople = datasetOf(dataset).removals === "people";
  const lines = rows.map((row) =>
    line("upsert", isPeople ? { user_key: userKey(project, row.user_id), ...row } : row),
  );
  return { lines, ...pass.next({ ...page, length: rows.length, lastRow: rows.at(-1)?._key ?? null }) };
}

const removedKey = (dataset: DatasetName, key: string[]): Record<string, unknown> => {
  const { key: names, removals } = datasetOf(dataset);
  if (removals === "people") return { user_key: key[0] };
  return Object.fromEntries(Object.keys(names).map((name, at) => [name, key[at]]));
};
