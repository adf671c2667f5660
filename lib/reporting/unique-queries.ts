import { readSql } from "@/db";
import type { ProjectId } from "@/lib/ids";
import type { Window } from "@/lib/reporting/queries";

export type UniqueUsers = {
  campaign_id: number;
  ad_set_id: string | null;
  creative_id: string | null;
  keyword_id: string | null;
  name: string;
  users: number;
};

type Days = Window & { timeZone: string };

const first = ({ from }: Window) => from ?? "0001-01-01";
const last = ({ to }: Window) => to ?? "9999-12-31";

/** A user of two ad sets counts in both and once in the campaign, so each level is counted itself. */
const levels = () => readSql`
  group by grouping sets ((f.name, s.campaign_id), (f.name, s.campaign_id, s.ad_set_id),
    (f.name, s.campaign_id, s.ad_set_id, s.creative_id), (f.name, s.campaign_id, s.ad_set_id, s.keyword_id))`;

const placed = (projectId: ProjectId, { platform }: Window, campaigns: number[]) => readSql`
  s.project_id = ${projectId} and s.campaign_id = any(${campaigns}) and not s.is_test
  and (${platform}::text is null or s.platform = ${platform})`;

/** Different users who sent events in the window. */
export function countEventUsers(
  projectId: ProjectId,
  window: Window,
  campaigns: number[],
  names: string[],
): Promise<UniqueUsers[]> {
  return readSql<UniqueUsers[]>`
    select s.campaign_id, s.ad_set_id, s.creative_id, s.keyword_id, f.name, count(distinct f.user_id)::int as users
    from user_days f join installs s on s.project_id = f.project_id and s.install_instance_id = f.install_instance_id
    where f.project_id = ${projectId} and f.name = any(${names})
      and has_day(f.first_day, f.days, ${first(window)}::text::date, ${last(window)}::text::date)
      and ${placed(projectId, window, campaigns)}
    ${levels()}`;
}

/** Rows of users who sent an event from several installs since a day, by name. */
const ofSeveral = (projectId: ProjectId, window: Window, names: string[]) => readSql`
  several as materialized (
    select distinct u.name, u.user_id from user_days u
    where u.project_id = ${projectId} and u.name = any(${names}) and u.is_other
      and u.first_day + length(u.days) > ${first(window)}::text::date
  ),
  rows as (
    select f.name, f.user_id, f.install_instance_id
    from several v join user_days f on f.project_id = ${projectId} and f.name = v.name and f.user_id = v.user_id
    where f.first_day + length(f.days) > ${first(window)}::text::date
  )`;

/** How many too many the cells of a window that ends today hold: who used several installs stands in each. */
export function countTwice(
  projectId: ProjectId,
  window: Window,
  campaigns: number[],
  names: string[],
): Promise<UniqueUsers[]> {
  return readSql<UniqueUsers[]>`
    with ${ofSeveral(projectId, window, names)}
    select s.campaign_id, s.ad_set_id, s.creative_id, s.keyword_id, f.name, (count(*) - count(distinct f.user_id))::int as users
    from rows f join installs s on s.install_instance_id = f.install_instance_id and ${placed(projectId, window, campaigns)}
    ${levels()}
    having count(*) > count(distinct f.user_id)`;
}

/** Different users with a completed payment in the window. */
export function countPaymentUsers(
  projectId: ProjectId,
  window: Days,
  campaigns: number[],
  types: string[],
): Promise<UniqueUsers[]> {
  return readSql<UniqueUsers[]>`
    select s.campaign_id, s.ad_set_id, s.creative_id, s.keyword_id, f.name, count(distinct f.user_id)::int as users
    from (${paymentsIn(projectId, window, types)}) f
    join installs s on s.project_id = ${projectId} and s.install_instance_id = f.install_instance_id
    where ${placed(projectId, window, campaigns)}
    ${levels()}`;
}

const paymentsIn = (projectId: ProjectId, window: Days, types: string[]) => readSql`
  select p.type as name, p.user_id, p.install_instance_id from payments p
  where p.project_id = ${projectId} and p.type = any(${types}) and p.status = 'PAYMENT_COMPLETED' and p.removed_at is null
    and p.paid_at >= (${first(window)}::text::date)::timestamp at time zone ${window.timeZone}
    and p.paid_at < (${last(window)}::text::date + 1)::timestamp at time zone ${window.timeZone}`;

export type UsersTogether = { name: string; organic: boolean; users: number };

const together = (projectId: ProjectId, { platform }: Window, campaigns: number[]) => readSql`
  left join installs s on s.project_id = ${projectId} and s.install_instance_id = f.install_instance_id
  where (s.campaign_id is null or s.campaign_id = any(${campaigns})) and not coalesce(s.is_test, false)
    and (${platform}::text is null or s.platform = ${platform})
  group by f.name, s.campaign_id is null`;

/** Different users of many campaigns together, and of the organic: a user of two campaigns is one. */
export function countEventUsersTogether(
  projectId: ProjectId,
  window: Window,
  campaigns: number[],
  names: string[],
): Promise<UsersTogether[]> {
  return readSql<UsersTogether[]>`
    select f.name, s.campaign_id is null as organic, count(distinct f.user_id)::int as users
    from (
      select u.name, u.user_id, u.install_instance_id from user_days u
      where u.project_id = ${projectId} and u.name = any(${names})
        and has_day(u.first_day, u.days, ${first(window)}::text::date, ${last(window)}::text::date)
    ) f
    ${together(projectId, window, campaigns)}`;
}

export function countTwiceTogether(
  projectId: ProjectId,
  window: Window,
  campaigns: number[],
  names: string[],
): Promise<UsersTogether[]> {
  return readSql<UsersTogether[]>`
    with ${ofSeveral(projectId, window, names)}
    select f.name, s.campaign_id is null as organic, (count(*) - count(distinct f.user_id))::int as users
    from rows f
    ${together(projectId, window, campaigns)}
    having count(*) > count(distinct f.user_id)`;
}

export function countPaymentUsersTogether(
  projectId: ProjectId,
  window: Days,
  campaigns: number[],
  types: string[],
): Promise<UsersTogether[]> {
  return readSql<UsersTogether[]>`
    select f.name, s.campaign_id is null as organic, count(distinct f.user_id)::int as users
    from (${paymentsIn(projectId, window, types)}) f
    ${together(projectId, window, campaigns)}`;
}
