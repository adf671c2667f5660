import type { Project } from "@/lib/accounts/access/project";
import { type AskedPlace, type DimensionFilter, dimensionFilterOf } from "@/lib/ledger/rows-queries";
import { type Span, spanOf } from "@/lib/platform/keyset";

type Asked = AskedPlace & { from: string | null; to: string | null };

/** A query with its days turned into times, and its campaign and ads into dimensions. */
export type Narrowed<Query> = Query & Span & { cells: DimensionFilter };

export const narrowed = <Query extends Asked>(project: Project, query: Query): Narrowed<Query> => ({
  ...query,
  ...spanOf(project.timeZone, query),
  cells: dimensionFilterOf(query),
});
