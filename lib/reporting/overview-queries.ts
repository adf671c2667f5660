import { readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import type { Traffic } from "@/lib/reporting/traffic";

const measures = ["clicks", "installs", "signups", "payment", "spend"];

export type DaySum = { day: string; measure: string; name: string; count: number; amount: number };

/** The sums of a project by day, over all campaigns; for all traffic also the organic. */
export function sumByDay(
  projectId: ProjectId,
  from: string,
  to: string,
  traffic: Traffic,
): Promise<DaySum[]> {
  return readSql<DaySum[]>`
    select l.day::text as day, l.measure, l.name, sum(l.count)::bigint as count, sum(l.amount)::bigint as amount
    from ledger l
    where l.project_id = ${projectId} and l.day between ${from}::text::date and ${to}::text::date
      and l.measure = any(${measures}) and (${traffic === "all"} or l.campaign_id <> 0)
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
export function sumByTopCampaign(projectId: ProjectId, from: string, to: string): Promise<TopCampaignSum[]> {
  return readSql<TopCampaignSum[]>`
    with sums as (
      select l.campaign_id, l.measure, l.name, sum(l.count)::bigint as count, sum(l.amount)::bigint as amount
      from ledger l
      where l.project_id = ${projectId} and l.day between ${from}::text::date and ${to}::text::date
        and l.measure = any(${measures})
      group by l.campaign_id, l.measure, l.name
    )
    select s.campaign_id, c.name as title, c.display_id, c.network, c.deleted_at is not null as deleted,
      s.measure, s.name, s.count, s.amount
    from sums s left join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id`;
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
): Promise<number> {
  const { from, to, timeZone } = window;
  const begins = readSql`${from}::text::date::timestamp at time zone ${timeZone}`;
  const ends = readSql`(${to}::text::date + 1)::timestamp at time zone ${timeZone}`;
  const [row] = await readSql<{ users: number }[]>`
    select count(distinct u.user_id)::int as users
    from payments p join users u on u.project_id = p.project_id and u.user_id = p.user_id
    join installs s on s.project_id = u.project_id and s.install_instance_id = u.install_instance_id
    where p.project_id = ${projectId} and p.paid_at >= ${begins} and p.paid_at < ${ends}
      and p.status = 'PAYMENT_COMPLETED' and p.removed_at is null and p.type = any(${types})
      and u.identified_at >= ${begins} and u.identified_at < ${ends}
      and s.campaign_id is not null and not s.is_test`;
  return row?.users ?? 0;
}
