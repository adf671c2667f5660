import { readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { revenueSignOf } from "@/lib/ledger/queries";
import { inFocus } from "@/lib/reporting/focus-queries";
import type { Focus } from "@/lib/reporting/focus-schema";
import type { Traffic } from "@/lib/reporting/traffic";

const measures = ["clicks", "installs", "signups", "payment", "spend"];

export type DaySum = { day: string; measure: string; name: string; count: number; amount: number };

/** The sums of a project by day, over all campaigns; for all traffic also the organic. */
export function sumByDay(
  projectId: ProjectId,
  from: string,
  to: string,
  traffic: Traffic,
  focus: Focus,
): Promise<DaySum[]> {
  return readSql<DaySum[]>`
    select l.day::text as day, l.measure, l.name, sum(l.count)::bigint as count, sum(l.amount)::bigint as amount
    from ledger l
    where l.project_id = ${projectId} and l.day between ${from}::text::date and ${to}::text::date
      and l.measure = any(${measures}) and (${traffic === "all"} or l.campaign_id <> 0)
      ${inFocus(projectId, focus, "l")}
    group by l.day, l.measure, l.name`;
}

export type TopCampaignSum = {
  campaign_id: number;
  /** The campaign's name; null for organic. */
  title: string | null;
  display_id: string | null;
  network: string | null;
  deleted: boolean;
  measure: string;
  name: string;
  count: number;
  amount: number;
};

/** The same by campaign. Deleted campaigns are included, because their figures still count. */
export function sumByTopCampaign(
  projectId: ProjectId,
  from: string,
  to: string,
  focus: Focus,
): Promise<TopCampaignSum[]> {
  return readSql<TopCampaignSum[]>`
    with sums as (
      select l.campaign_id, l.measure, l.name, sum(l.count)::bigint as count, sum(l.amount)::bigint as amount
      from ledger l
      where l.project_id = ${projectId} and l.day between ${from}::text::date and ${to}::text::date
        and l.measure = any(${measures}) ${inFocus(projectId, focus, "l")}
      group by l.campaign_id, l.measure, l.name
    )
    select s.campaign_id, c.name as title, c.display_id, c.network, c.deleted_at is not null as deleted,
      s.measure, s.name, s.count, s.amount
    from sums s left join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id`;
}

export type KeySum = { key: string; name: string; measure: string; count: number; amount: number };

/** The same by platform or country; "" if unknown. */
export function sumByKey(
  by: "platform" | "country",
  projectId: ProjectId,
  { from, to }: { from: string; to: string },
  traffic: Traffic,
  focus: Focus,
): Promise<KeySum[]> {
  return readSql<KeySum[]>`
    select ${readSql(`l.${by}`)} as key, l.measure, l.name, sum(l.count)::bigint as count, sum(l.amount)::bigint as amount
    from ledger l
    where l.project_id = ${projectId} and l.day between ${from}::text::date and ${to}::text::date
      and l.measure = any(${measures}) and (${traffic === "all"} or l.campaign_id <> 0)
      ${inFocus(projectId, focus, "l")}
    group by ${readSql(`l.${by}`)}, l.measure, l.name`;
}

/** What a creative has most of, where there are more than can be shown. */
export type Size = "clicks" | "installs" | "signups" | "revenue" | "spend";

const sizes: Record<Size, () => ReturnType<typeof readSql>> = {
  clicks: () => readSql`case when l.measure = 'clicks' then l.count end`,
  installs: () => readSql`case when l.measure = 'installs' then l.count end`,
  signups: () => readSql`case when l.measure = 'signups' then l.count end`,
  revenue: () => readSql`case when l.measure = 'payment' then ${revenueSignOf("l.name")} * l.amount end`,
  spend: () => readSql`case when l.measure = 'spend' then l.amount end`,
};

export type CreativeSum = KeySum & { title: string | null };

/** The same by creative, of those that have the most of something, with the latest name of each. */
export function sumByCreative(
  projectId: ProjectId,
  { from, to }: { from: string; to: string },
  focus: Focus,
  size: Size,
  max: number,
): Promise<CreativeSum[]> {
  const inWindow = readSql`
    l.project_id = ${projectId} and l.day between ${from}::text::date and ${to}::text::date
      and l.measure = any(${measures}) and l.campaign_id <> 0 and l.creative_id <> ''
      ${inFocus(projectId, focus, "l")}`;
  return readSql<CreativeSum[]>`
    with most as (
      select l.creative_id, array_agg(distinct l.campaign_id) as campaigns from ledger l where ${inWindow}
      group by l.creative_id
      order by sum(${sizes[size]()}) desc nulls last, l.creative_id limit ${max}
    ), sums as (
      select l.creative_id, l.measure, l.name, sum(l.count)::bigint as count, sum(l.amount)::bigint as amount
      from ledger l where ${inWindow} and l.creative_id in (select m.creative_id from most m)
      group by l.creative_id, l.measure, l.name
    )
    select s.creative_id as key, t.title, s.measure, s.name, s.count, s.amount
    from sums s join most m on m.creative_id = s.creative_id
    left join lateral (
      select n.name as title from ad_names n
      where n.project_id = ${projectId} and n.campaign_id = any(m.campaigns) and n.level = 'creative'
        and n.ad_id = s.creative_id
      order by n.updated_at desc limit 1
    ) t on true`;
}

/** Null while there are no figures. Measures that are counted once and for all have no day. */
export async function findFirstDay(projectId: ProjectId): Promise<string | null> {
  const [row] = await readSql<{ day: string | null }[]>`
    select min(l.day)::text as day from ledger l where l.project_id = ${projectId} and l.day > '-infinity'`;
  return row?.day ?? null;
}

/** Users from campaigns who signed up and paid within the window. */
export async function countPaying(
  projectId: ProjectId,
  window: { from: string; to: string; timeZone: string },
  types: string[],
  focus: Focus,
): Promise<number> {
  const { from, to, timeZone } = window;
  const begins = readSql`${from}::text::date::timestamp at time zone ${timeZone}`;
  const ends = readSql`(${to}::text::date + 1)::timestamp at time zone ${timeZone}`;
  const [row] = await readSql<{ users: number }[]>`
    select count(distinct u.user_id)::int as users
    from payments p join users u on u.project_id = ${projectId} and u.user_id = p.user_id
    join installs s on s.project_id = ${projectId} and s.install_instance_id = u.install_instance_id
    where p.project_id = ${projectId} and p.paid_at >= ${begins} and p.paid_at < ${ends}
      and p.status = 'PAYMENT_COMPLETED' and p.removed_at is null and p.type = any(${types})
      and u.identified_at >= ${begins} and u.identified_at < ${ends}
      and s.campaign_id is not null and not s.is_test ${inFocus(projectId, focus, "s")}`;
  return row?.users ?? 0;
}
