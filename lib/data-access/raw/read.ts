import { createHash } from "node:crypto";
import type { Project } from "@/lib/accounts/access/project";
import { erasedKey } from "@/lib/accounts/erased/erased";
import { Refusal } from "@/lib/base/refusal";
import { type DatasetName, datasetNames, datasetOf } from "@/lib/data-access/datasets/datasets";
import { type RawPosition, readCursor, writeCursor } from "@/lib/data-access/raw/cursor";
import { findChanged, findErasedKeys, findHorizon, findRemoved } from "@/lib/data-access/raw/queries";
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

/** A row with its key. Other names that begin with an underscore are not columns. */
type Change = Record<string, unknown> & { _key: string[] };
/** Changes of a dataset, in the order of the pass. */
export type RawChanges = {
  op: "upsert" | "delete";
  rows: Change[];
  /** The number of the pass. */
  position: number;
  /** The cursor after a row with this key, and after the page. */
  cursorAfter: (key: string[]) => string;
  cursor: string;
  more: boolean;
};

/** The next changes of a dataset after a position, without a cursor for each row. */
export async function readChanges(project: Reader, request: RawRequest): Promise<RawChanges> {
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

  const scan = { project: project.id, after: at.after, since: at.since, limit };
  const page = removals
    ? await (source === "people" ? findErasedKeys(scan) : findRemoved(dataset, datasetOf(dataset), scan))
    : await findChanged(
        datasetOf(dataset),
        columns.map(([name, column]) => [name, column.sql]),
        scan,
      );
  const changes = {
    op: removals ? ("delete" as const) : ("upsert" as const),
    rows: removals
      ? page.rows.map(({ _key }) => ({ _key, ...removedKey(dataset, _key) }))
      : withUserKeys(dataset, project, page.rows),
    position: Number(until),
    cursorAfter: (key: string[]) => writeCursor(dataset, here(key)),
  };

  const isFull = page.rows.length === limit;
  // A part ends with a page that compares no row.
  if (isFull || page.seen > 0) {
    const after = isFull ? page.rows.at(-1)!._key : page.last;
    return { ...changes, cursor: writeCursor(dataset, here(after)), more: true };
  }
  if (removals) return { ...changes, cursor: writeCursor(dataset, here(null, false)), more: true };
  const next: RawPosition = { since: until, stamp, until: null, removals: true, after: null };
  return { ...changes, cursor: writeCursor(dataset, next), more: false };
}

/** The next changes of a dataset as lines of the raw API. */
export async function readRaw(project: Reader, request: RawRequest): Promise<RawPage> {
  const { op, rows, position, cursorAfter, cursor, more } = await readChanges(project, request);
  const lines = rows.map(({ _key, _seen, _last, _place, ...row }) => ({
    ...row,
    _op: op,
    _cursor: cursorAfter(_key),
    _position: position,
  }));
  return { lines, cursor, more };
}

const removedKey = (dataset: DatasetName, key: string[]): Record<string, unknown> => {
  const { key: names, removals } = datasetOf(dataset);
  if (removals === "people") return { user_key: key[0] };
  return Object.fromEntries(Object.keys(names).map((name, at) => [name, key[at]]));
};

/** Users are identified by a hash as well, so that the ID of an erased user need not be stored. */
const withUserKeys = (dataset: DatasetName, project: Reader, rows: Change[]): Change[] =>
  datasetOf(dataset).removals === "people"
    ? rows.map((row) => ({ user_key: erasedKey(project.id, "user", String(row.user_id)), ...row }))
    : rows;
