import type { Project } from "@/lib/accounts/access/project";
import { type DimensionFilter, type DimensionSelection, dimensionFilterOf } from "@/lib/ledger/rows-queries";
import { type TimeRange, timeRangeOf } from "@/lib/platform/keyset";

type ListQuery = DimensionSelection & { from: string | null; to: string | null };

/** A query with its days turned into times, and its campaign and ads into dimensions. */
export type FilteredQuery<Query> = Query & TimeRange & { dimensions: DimensionFilter };

export const readDimensions = { ad_set: null, creative: null, keyword: null, publisher: null, country: null };

export const filteredQuery = <Query extends ListQuery>(
  project: Project,
  query: Query,
): FilteredQuery<Query> => ({
  ...query,
  ...timeRangeOf(project.timeZone, query),
  dimensions: dimensionFilterOf(query),
});
