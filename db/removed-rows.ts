import { type Fragment, sql } from "@/db";

/**
 * Records the keys of removed rows, for readers of the raw API. A part of the statement that removes them; `keys`
 * selects the values of each key as texts, in an array named `key`.
 */
export const recordRemoved = (project: number, dataset: string, keys: Fragment): Fragment => sql`
  insert into removed_rows (project_id, dataset, key)
  select ${project}, ${dataset}, k.key from (${keys}) k
  on conflict (project_id, dataset, key) do update set removed_at = now()`;

/** The keys of exchange rates that another part of the statement removed. */
export const removedRateKeys = (part: string): Fragment =>
  sql`select array[x.currency, x.day::text] as key from ${sql(part)} x`;
