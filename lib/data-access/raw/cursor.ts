import { z } from "zod";
import type { KeyType } from "@/lib/data-access/datasets/dataset";
import { type DatasetName, datasetOf } from "@/lib/data-access/datasets/datasets";

/**
 * A position in the changes of a dataset. A reader passes through all rows again and again, in the order of their keys;
 * a pass returns the rows that were changed since the previous pass began.
 */
export type RawPosition = {
  /** Every transaction that was not visible when the previous pass began has this number or a later one. */
  since: string | null;
  /** Identifies the database and the columns. With another one, `since` is worthless, and the pass returns all. */
  stamp: string;
  /** The `since` of the next pass; null if the next page begins a pass. */
  until: string | null;
  /** True while the pass still returns removed rows. */
  removals: boolean;
  /** The key of the last row; null before the first. */
  after: string[] | null;
};

const number = z.string().regex(/^\d{1,19}$/);
const shape = z.tuple([
  z.string(),
  z.string().regex(/^[\w-]{1,40}$/),
  number.nullable(),
  number.nullable(),
  z.union([z.literal(0), z.literal(1)]),
  z.array(z.string().max(1_000)).max(10).nullable(),
]);

export function writeCursor(dataset: DatasetName, position: RawPosition): string {
  const { stamp, since, until, removals, after } = position;
  const parts: z.input<typeof shape> = [dataset, stamp, since, until, removals ? 1 : 0, after];
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

const forms: Record<KeyType, RegExp> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  bigint: /^-?\d{1,18}$/,
  int: /^\d{1,9}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  text: /^/,
};

/** Null if the text is not a cursor of the dataset. */
export function readCursor(dataset: DatasetName, text: string): RawPosition | null {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return null;
  }
  const parsed = shape.safeParse(parts);
  if (!parsed.success || parsed.data[0] !== dataset) return null;
  const [, stamp, since, until, removals, after] = parsed.data;
  const { key, removals: from } = datasetOf(dataset);
  const types = removals === 1 && from === "people" ? (["text"] as const) : Object.values(key);
  const fits = (value: string, at: number) => forms[types[at]!].test(value) && !value.includes("\0");
  if (after && (until === null || after.length !== types.length || !after.every(fits))) return null;
  return { stamp, since, until, removals: removals === 1, after };
}
