import type { Project } from "@/lib/accounts/access/project";
import { type AskedPlace, type DimensionFilter, dimensionFilterOf } from "@/lib/ledger/rows-queries";
import { type TimeRange, timeRangeOf } from "@/lib/platform/keyset";

type Asked = AskedPlace & { from: string | null; to: string | null };

/** A query with its days turned into times, and its campaign and ads into dimensions. */
export type Narrowed<Query> = Query & TimeRange & { cells: DimensionFilter };

export const readAsCells = { ad_set: null, creative: null, keyword: null, country: null };

export const narrowed = <Query extends Asked>(project: Project, query: Query): Narrowed<Query> => ({
  ...query,
  ...timeRangeOf(project.timeZone, query),
  cells: dimensionFilterOf(query),
});
