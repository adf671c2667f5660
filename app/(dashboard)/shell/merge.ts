/** Two people who change the same thing: what one saved is not written over by the other unseen. */
import { ApiError } from "./api";

export type FormFields = Record<string, unknown>;

/** A state as it was read: its values, and what says that it is still this one. */
export type KnownVersion = { values: FormFields; seen: string };

export type Conflict = { field: string; mine: unknown; theirs: unknown };

/** Fields are cleared by null, by an empty text, or by being left out. */
const textOf = (value: unknown) => JSON.stringify(value === "" || value === undefined ? null : value);
const same = (a: unknown, b: unknown) => textOf(a) === textOf(b);

/** A field that was changed here and there, and not to the same. */
export const conflictsOf = (base: FormFields, own: FormFields, other: FormFields): Conflict[] =>
  Object.keys(own)
    .filter((field) => !same(other[field], base[field]) && !same(other[field], own[field]))
    .map((field) => ({ field, mine: own[field], theirs: other[field] }));

export const changedIn = <Form extends object>(values: Form, dirty: object): Partial<Form> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in dirty)) as Partial<Form>;

type Saving<Mine extends object, Answer> = {
  base: KnownVersion;
  /** Only what was changed. */
  ours: Mine;
  /** Refused with 412 where the state is not the known one. */
  send: (changes: Partial<Mine>, known: KnownVersion) => Promise<Answer>;
  read: () => Promise<KnownVersion>;
  /** Answers with those of mine that stand; null: nothing is saved. */
  resolve: (conflicts: Conflict[]) => Promise<ReadonlySet<string> | null>;
};

/** Saves what was changed onto whatever stands now; asks where both changed the same. Null: theirs was kept. */
export async function saveMerged<Mine extends object, Answer>({
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
    const open = conflictsOf(known.values, { ...changes }, now.values);
    const chosen = open.length > 0 ? await resolve(open) : new Set<string>();
    if (chosen === null)
      throw new ApiError(412, "Nothing was saved: someone else changed this in the meantime.");
    const dropped = new Set(open.map(({ field }) => field).filter((field) => !chosen.has(field)));
    changes = Object.fromEntries(
      Object.entries(changes).filter(([field]) => !dropped.has(field)),
    ) as Partial<Mine>;
    known = now;
  }
  return null;
}
