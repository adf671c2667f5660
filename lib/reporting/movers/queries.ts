import { type Fragment, readSql, sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { revenueSignOf } from "@/lib/ledger/queries";
import { ledgerSums, type SumRequest } from "@/lib/ledger/sum-queries";
import type { DateRange } from "@/lib/reporting/metrics/compare";
import { mainFigureMeasures } from "@/lib/reporting/tree/queries";

/** The sums of one row of one breakdown in both periods, in the order of `volumeNames` for each period. */
export type MoverSum = {
  by: "all" | "campaign" | "network" | "country" | "creative";
  /** Null for the total. */
  key: string | null;
  label: string | null;
  is_active: boolean;
  volumes: number[];
};

export const volumeNames = ["clicks", "installs", "signups", "revenue", "spend"] as const;

/** Larger breakdowns are cut to their largest rows; the rest is part of the total only. */
const maxRows = 500;

const volumeTexts = {
  clicks: () => sql`s.count * (s.measure = 'clicks')::int`,
  installs: () => sql`s.count * (s.measure = 'installs')::int`,
  signups: () => sql`s.count * (s.measure = 'signups')::int`,
  revenue: () => sql`${revenueSignOf("s.name")} * s.amount * (s.measure = 'payment')::int`,
  spend: () => sql`s.amount * (s.measure = 'spend')::int`,
};

/** The sums of each volume in each period. */
function volumesIn(periods: readonly DateRange[]): Fragment {
  const sums = periods.flatMap(({ from, to }) =>
    volumeNames.map(
      (name) =>
        sql`coalesce(sum(${volumeTexts[name]()}) filter (where s.day between ${from} and ${to}), 0)::bigint`,
    ),
  );
  return sql`array[${sums.map((sum, i) => (i === 0 ? sum : sql`, ${sum}`))}]`;
}

type Request = Pick<SumRequest<never>, "where" | "organic">;

/**
 * The sums of all breakdowns in all periods, from one reading of the ledger. The periods are in order, and the days
 * between the first and the last are read.
 */
export const findMoverSums = (
  projectId: ProjectId,
  periods: readonly DateRange[],
  request: Request,
): Promise<MoverSum[]> => readSql<MoverSum[]>`${moverSums(projectId, periods, request)}`;

/** The statement whose rows are those of all breakdowns, with columns computed from the sums `m.volumes`. */
export const shownMovers = (
  projectId: ProjectId,
  periods: readonly DateRange[],
  request: Request,
  columns: readonly { name: string; text: string }[],
): Fragment => readSql`
  select m.by, m.key, m.label, ${sql.unsafe(columns.map(({ name, text }) => `${text} as "${name}"`).join(",\n"))}
  from (${moverSums(projectId, periods, request)}) m
  order by m.by, m.label, m.key`;

function moverSums(projectId: ProjectId, periods: readonly DateRange[], request: Request): Fragment {
  const days = {
    from: periods.map(({ from }) => from).sort()[0]!,
    to: periods
      .map(({ to }) => to)
      .sort()
      .at(-1)!,
  };
  return sql`
    with sums as materialized (
      ${ledgerSums(projectId, {
        ...request,
        by: ["day", "campaign_id", "network", "country", "creative_id", "measure", "name"],
        measures: mainFigureMeasures,
        days,
      })}
    ), grouped as (
      select case when grouping(s.campaign_id) = 0 then 'campaign' when grouping(s.network) = 0 then 'network'
          when grouping(s.country) = 0 then 'country' when grouping(s.creative_id) = 0 then 'creative'
          else 'all' end as by,
        coalesce(s.campaign_id::text, s.network, s.country, s.creative_id) as key, ${volumesIn(periods)} as volumes
      from sums s
      group by grouping sets ((), (s.campaign_id), (s.network), (s.country), (s.creative_id))
    ), ranked as (
      select g.by, g.key, g.volumes,
        row_number() over (partition by g.by order by (select sum(abs(v)) from unnest(g.volumes) v) desc, g.key) as place
      from grouped g
    )
    select r.by, r.key, r.volumes, coalesce(c.name, n.name) as label,
      coalesce(c.active and c.deleted_at is null, false) as is_active
    from ranked r
    left join campaigns c on c.project_id = ${projectId} and c.id = case when r.by = 'campaign' then r.key::bigint end
    left join lateral (
      select a.name from ad_names a
      where a.project_id = ${projectId} and r.by = 'creative' and a.level = 'creative' and a.ad_id = r.key
      order by a.updated_at desc limit 1
    ) n on true
    where r.place <= ${maxRows}`;
}
