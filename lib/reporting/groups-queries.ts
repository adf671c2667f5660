import { readSql } from "@/db";
import { type WeekStart, weekDays } from "@/lib/base/days";
import type { ProjectId } from "@/lib/base/ids";
import { isByAge } from "@/lib/ledger/measure-queries";
import type { Dimension } from "@/lib/reporting/groups-schema";
import { inWindow, type ReportWindow } from "@/lib/reporting/queries";
import type { Traffic } from "@/lib/reporting/traffic";

/** The key of a group, as text. Where it is not readable, another column holds the label. */
const keyOf: Record<Dimension, (weekStart: WeekStart) => ReturnType<typeof readSql>> = {
  campaign: () => readSql`l.campaign_id::text`,
  network: () => readSql`case when l.campaign_id = 0 then 'organic' else coalesce(c.network, '') end`,
  affiliate: () => readSql`coalesce(c.affiliate_id::text, '')`,
  tag: () => readSql`coalesce(lower(t.tag), '')`,
  platform: () => readSql`l.platform`,
  country: () => readSql`l.country`,
  day: () => readSql`l.day::text`,
  week: (start) =>
    readSql`(l.day - (extract(isodow from l.day)::int - ${weekDays[start]}::int + 7) % 7)::text`,
  month: () => readSql`to_char(l.day, 'YYYY-MM')`,
};

const labelOf: Partial<Record<Dimension, () => ReturnType<typeof readSql>>> = {
  campaign: () => readSql`max(c.name)`,
  affiliate: () => readSql`max(a.name)`,
  tag: () => readSql`max(t.tag)`,
};

export type GroupSum = {
  first: string;
  second: string;
  first_label: string | null;
  second_label: string | null;
  measure: string;
  name: string;
  count: number;
  amount: number;
};

/** Sums of the ledger by one or two keys. Null for campaigns means all there ever were; the organic is no campaign. */
export function sumGroups(
  projectId: ProjectId,
  window: ReportWindow,
  narrowed: {
    campaigns: number[] | null;
    traffic: Traffic;
    /** Of the first key. */
    only: readonly string[] | null;
    weekStart: WeekStart;
    most: number;
  },
  [first, second]: readonly [Dimension, Dimension | null],
): Promise<GroupSum[]> {
  const { campaigns, traffic, only, weekStart, most: max } = narrowed;
  const none = readSql`null::text`;
  const label = (dimension: Dimension | null) => (dimension && labelOf[dimension]?.()) ?? none;
  const uses = (dimension: Dimension) => first === dimension || second === dimension;
  return readSql<GroupSum[]>`
    select ${keyOf[first](weekStart)} as first,
      ${second === null ? readSql`''` : keyOf[second](weekStart)} as second,
      ${label(first)} as first_label, ${label(second)} as second_label,
      l.measure, l.name, sum(l.count)::bigint as count, sum(l.amount)::bigint as amount
    from ledger l
    left join campaigns c on c.project_id = ${projectId} and c.id = l.campaign_id
    ${
      uses("affiliate")
        ? readSql`
          left join affiliates a on a.project_id = ${projectId} and a.id = c.affiliate_id`
        : readSql``
    }
    ${uses("tag") ? readSql`left join lateral unnest(c.tags) as t(tag) on true` : readSql``}
    where l.project_id = ${projectId} and ${inWindow(window)} and l.day > '-infinity'
      and (${campaigns}::bigint[] is null or l.campaign_id = any(${campaigns}))
      and (${traffic === "all"} or l.campaign_id <> 0)
      and (${only}::text[] is null or ${keyOf[first](weekStart)} = any(${only}))
      and not ${isByAge("l.measure")} and l.measure not in ('event', 'event_users')
    group by 1, 2, l.measure, l.name
    having sum(l.count) <> 0 or sum(l.amount) <> 0
    limit ${max}`;
}
