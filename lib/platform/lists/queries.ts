import { type Fragment, sql } from "@/db";

type Set<Value> = Exclude<Value, null | undefined>;

/** The conditions of the filters that are set, in the order of `conditions`. An empty text counts as not set. */
export function where<Filter extends object>(
  filter: Filter,
  conditions: { [Name in keyof Filter]?: (value: Set<Filter[Name]>) => Fragment },
): Fragment {
  const found = (Object.keys(conditions) as (keyof Filter)[])
    .filter((name) => filter[name] !== undefined && filter[name] !== null && filter[name] !== "")
    .map((name) => conditions[name]!(filter[name] as Set<Filter[keyof Filter]>));
  return found.length > 0 ? sql`${found}` : sql``;
}
