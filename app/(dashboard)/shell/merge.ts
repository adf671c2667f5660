/** Detects that two members change the same thing, so that neither overwrites the other's change unnoticed. */

import { t } from "@/lib/base/languages/texts";
import { ApiError } from "./api";

export type FormFields = Record<string, unknown>;

/** A loaded state: its values, and the version that identifies it. */
export type KnownVersion = { values: FormFields; seen: string };

export type Conflict = { field: string; mine: unknown; theirs: unknown };

/** Null, an empty text and a missing field all mean "cleared". */
const textOf = (value: unknown) => JSON.stringify(value === "" || value === undefined ? null : value);
const same = (a: unknown, b: unknown) => textOf(a) === textOf(b);

/** A field that both members changed to different values. */
export const fieldConflicts = (base: FormFields, own: FormFields, other: FormFields): Conflict[] =>
  Object.keys(own)
    .filter((field) => !same(other[field], base[field]) && !same(other[field], own[field]))
    .map((field) => ({ field, mine: own[field], theirs: other[field] }));

export const changedFields = <Form extends object>(values: Form, dirty: object): Partial<Form> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in dirty)) as Partial<Form>;

type Saving<Mine extends object, Answer> = {
  base: KnownVersion;
  /** Only the changed fields. */
  ours: Mine;
  /** Rejected with 412 if the stored state is a different version. */
  send: (changes: Partial<Mine>, known: KnownVersion) => Promise<Answer>;
  read: () => Promise<KnownVersion>;
  /** Returns the fields whose own value wins; null means that nothing is saved. */
  resolve: (conflicts: Conflict[]) => Promise<ReadonlySet<string> | null>;
};

/**
 * Saves the changes onto the current state, and asks if both members changed a field. Null if the other member's values
 * were kept.
 */
export async function saveOrMerge<Mine extends object, Answer>({
  base,
  ours,
  send,
  read,
  resolve,
}: Saving<Mine, Answer>): Promise<Answer | null> {
  let known = base;
  let changes: Partial<Mine> = ours;
  while (Object.keys(changes).length > 0) {
    try {
      return await send(changes, known);
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.status !== 412) throw cause;
    }
    const now = await read();
    const open = fieldConflicts(known.values, { ...changes }, now.values);
    const chosen = open.length > 0 ? await resolve(open) : new Set<string>();
    if (chosen === null)
      throw new ApiError(412, t("Nothing was saved: someone else changed this in the meantime."));
    const dropped = new Set(open.map(({ field }) => field).filter((field) => !chosen.has(field)));
    changes = Object.fromEntries(
      Object.entries(changes).filter(([field]) => !dropped.has(field)),
    ) as Partial<Mine>;
    known = now;
  }
  return null;
}
