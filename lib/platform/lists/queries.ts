import { type Fragment, sql } from "@/db";

type Set<Value> = Exclude<Value, null | undefined>;

/**
 * The conditions of the filters that are set, in the order of `conditions`. An empty text counts as not set. Every
 * filter must be listed, so that none is forgotten; null means that the filter adds no condition here.
 */
export function whereFilters<Filter extends object>(
  filter: Filter,
  conditions: { [Name in keyof Filter]-?: ((value: Set<Filter[Name]>) => Fragment) | null },
): Fragment {
  const found = (Object.keys(conditions) as (keyof Filter)[]).flatMap((name) => {
    const value = filter[name];
    if (value === undefined || value === null || value === "") return [];
    return conditions[name]?.(value as Set<Filter[keyof Filter]>) ?? [];
  });
  return found.length > 0 ? sql`${found}` : sql``;
}

/** Filters that `narrowed` has already converted to times: they add no condition of their own. */
export const readAsTimes = { from: null, to: null };
