import { type Fragment, readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { dimensionsOfReturn, returningOpen } from "@/lib/ledger/queries";
import { isShownAd, type ListedAds, shownAdColumns } from "@/lib/ledger/shown-ads-queries";
import type { ReportWindow } from "@/lib/reporting/tree/queries";

export type UniqueUsers = {
  campaign_id: number;
  ad_set_id: string | null;
  creative_id: string | null;
  keyword_id: string | null;
  name: string;
  users: number;
};

type Days = ReportWindow & { timeZone: string };

const first = ({ from }: ReportWindow) => from ?? "0001-01-01";
const last = ({ to }: ReportWindow) => to ?? "9999-12-31";

/** The empty ad set for creatives and keywords without one; null if no part of the campaign is known. */
const adSet = () => readSql`
  coalesce(t.ad_set_id, case when coalesce(t.creative_id, t.keyword_id) is not null then '' end)`;

/** A user of two ad sets counts in both and once in the campaign, so each level is counted separately. */
const levels = () => readSql`
  group by grouping sets ((f.name, t.campaign_id), (f.name, t.campaign_id, 2),
    (f.name, t.campaign_id, 2, t.creative_id), (f.name, t.campaign_id, 2, t.keyword_id))`;

const dimensions = () => readSql`t.campaign_id, ${adSet()} as ad_set_id, t.creative_id, t.keyword_id, f.name`;

/** The dimensions `t` under which the report shows the dimensions of `s`. */
const shownAt = (only: ListedAds) =>
  only === null
    ? readSql`
      cross join lateral (select s.campaign_id, s.ad_set_id, s.creative_id, s.keyword_id) t`
    : readSql`
      cross join lateral (
        select s.campaign_id, coalesce(s.ad_set_id, '') as ad_set_id, coalesce(s.creative_id, '') as creative_id,
          coalesce(s.keyword_id, '') as keyword_id
      ) l ${isShownAd(only)}
      cross join lateral (
        select x.campaign_id, nullif(x.ad_set_id, '') as ad_set_id, nullif(x.creative_id, '') as creative_id,
          nullif(x.keyword_id, '') as keyword_id
        from (select l.campaign_id, ${shownAdColumns(only)}) x
      ) t`;

/** Filters installs by platform, country and publisher, as the ledger counts them. */
const isFrom = (of: "s" | "i", { platform, country = null, publisher = null }: ReportWindow) => readSql`
  and (${platform}::text is null or ${readSql(`${of}.platform`)} = ${platform})
  and (${country}::text is null or ${country} = case when ${readSql(`${of}.decision_version`)} > 0
    then coalesce(${readSql(`${of}.country`)}, '') else '' end)
  and (${publisher}::text is null or ${publisher} = coalesce(${readSql(`${of}.publisher_id`)}, ''))`;

/** Facts `f` of returns, with the dimensions `s` of the return instead of the install. */
const returned = (projectId: ProjectId, window: ReportWindow) => readSql`
  join installs i on i.project_id = ${projectId} and i.install_instance_id = f.install_instance_id
    and not i.is_test ${isFrom("i", window)}
  ${returningOpen(projectId, readSql`f.returned_by`)}
  cross join lateral (
    select nullif(r.return_campaign, 0) as campaign_id, nullif(r.return_ad_set, '') as ad_set_id,
      nullif(r.return_creative, '') as creative_id, nullif(r.return_keyword, '') as keyword_id
    from (select ${dimensionsOfReturn("i")}) r
  ) s`;

/** Facts `f` of the campaigns, each with its install `s` and its dimensions `t` in the report. */
const placed = (
  source: Source,
  projectId: ProjectId,
  window: ReportWindow,
  { campaigns, only }: { campaigns: number[]; only: ListedAds },
) =>
  isOfReturns(source)
    ? readSql`${returned(projectId, window)} ${shownAt(only)} where s.campaign_id = any(${campaigns})`
    : readSql`
  join installs s on s.project_id = ${projectId} and s.install_instance_id = f.install_instance_id
    and s.campaign_id = any(${campaigns}) and not s.is_test ${isFrom("s", window)} ${shownAt(only)}`;

/** Users of organic traffic, and of organic traffic and the campaigns together. */
const together = (source: Source, projectId: ProjectId, window: ReportWindow, campaigns: number[]) => {
  const isSelected = readSql`(s.campaign_id is null or s.campaign_id = any(${campaigns}))`;
  const groups = readSql`group by grouping sets ((f.name, 2), (f.name))`;
  if (isOfReturns(source)) return readSql`${returned(projectId, window)} where ${isSelected} ${groups}`;
  return readSql`
    left join installs s on s.project_id = ${projectId} and s.install_instance_id = f.install_instance_id
    where ${isSelected} and not coalesce(s.is_test, false) ${isFrom("s", window)} ${groups}`;
};

/** The facts that identify users: events or payments on the days of the range, with their installs. */
type Source = (projectId: ProjectId, window: Days, names: string[]) => Fragment;

/** Users who sent events. */
export const eventUsers: Source = (projectId, window, names) => readSql`
  select u.name, u.user_id, u.install_instance_id from user_days u
  where u.project_id = ${projectId} and u.name = any(${names})
    and has_day(u.first_day, u.days, ${first(window)}::text::date, ${last(window)}::text::date)`;

const paidIn = (projectId: ProjectId, window: Days, types: string[]) => readSql`
  p.project_id = ${projectId} and p.type = any(${types}) and p.status = 'PAYMENT_COMPLETED' and p.removed_at is null
    and p.paid_at >= (${first(window)}::text::date)::timestamp at time zone ${window.timeZone}
    and p.paid_at < (${last(window)}::text::date + 1)::timestamp at time zone ${window.timeZone}`;

/** Users with completed payments. */
export const payingUsers: Source = (projectId, window, types) => readSql`
  select p.type as name, p.user_id, p.install_instance_id from payments p where ${paidIn(projectId, window, types)}`;

/** Users with completed payments soon after a return. */
export const returnedUsers: Source = (projectId, window, types) => readSql`
  select p.type as name, p.user_id, p.install_instance_id, p.returned_by from payments p
  where ${paidIn(projectId, window, types)} and p.returned_by is not null`;

/** Users who sent events soon after a return. */
export const ofReturnedEvents: Source = (projectId, window, names) => readSql`
  select e.name, e.user_id, e.install_instance_id, e.returned_by from events e
  where e.project_id = ${projectId} and e.name = any(${names}) and e.returned_by is not null
    and e.occurred_at >= (${first(window)}::text::date)::timestamp at time zone ${window.timeZone}
    and e.occurred_at < (${last(window)}::text::date + 1)::timestamp at time zone ${window.timeZone}`;

const isOfReturns = (source: Source) => source === returnedUsers || source === ofReturnedEvents;

/** Users who sent an event from several installs since the first day, with each of these installs. */
export const usersOfSeveral: Source = (projectId, window, names) => readSql`
  select u.name, u.user_id, u.install_instance_id
  from (
    select distinct o.name, o.user_id from user_days o
    where o.project_id = ${projectId} and o.name = any(${names}) and o.is_other
      and o.first_day + length(o.days) > ${first(window)}::text::date
    offset 0
  ) several
  join user_days u on u.project_id = ${projectId} and u.name = several.name and u.user_id = several.user_id
  where u.first_day + length(u.days) > ${first(window)}::text::date`;

/** Distinct users at each level. */
export function countUsers(
  source: Source,
  projectId: ProjectId,
  window: Days,
  campaigns: number[],
  names: string[],
  only: ListedAds,
): Promise<UniqueUsers[]> {
  return readSql<UniqueUsers[]>`
    select ${dimensions()}, count(distinct f.user_id)::int as users
    from (${source(projectId, window, names)}) f ${placed(source, projectId, window, { campaigns, only })}
    ${levels()}`;
}

/** The surplus of a range that ends today: a user with several installs is in the cell of each install. */
export function countTwice(
  source: Source,
  projectId: ProjectId,
  window: Days,
  campaigns: number[],
  names: string[],
  only: ListedAds,
): Promise<UniqueUsers[]> {
  return readSql<UniqueUsers[]>`
    select ${dimensions()}, (count(*) - count(distinct f.user_id))::int as users
    from (${source(projectId, window, names)}) f ${placed(source, projectId, window, { campaigns, only })}
    ${levels()}
    having count(*) > count(distinct f.user_id)`;
}

/** `organic` is null for all campaigns and organic traffic together. */
export type UsersTogether = { name: string; organic: boolean | null; users: number };

/** Distinct users of many campaigns together, and of organic traffic. A user of two campaigns counts once. */
export function countUsersTogether(
  source: Source,
  projectId: ProjectId,
  window: Days,
  campaigns: number[],
  names: string[],
): Promise<UsersTogether[]> {
  return readSql<UsersTogether[]>`
    select f.name, s.campaign_id is null as organic, count(distinct f.user_id)::int as users
    from (${source(projectId, window, names)}) f ${together(source, projectId, window, campaigns)}`;
}

export function countTwiceTogether(
  source: Source,
  projectId: ProjectId,
  window: Days,
  campaigns: number[],
  names: string[],
): Promise<UsersTogether[]> {
  return readSql<UsersTogether[]>`
    select f.name, s.campaign_id is null as organic, (count(*) - count(distinct f.user_id))::int as users
    from (${source(projectId, window, names)}) f ${together(source, projectId, window, campaigns)}
    having count(*) > count(distinct f.user_id)`;
}
