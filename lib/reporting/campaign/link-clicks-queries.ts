import { readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import type { TimeRange } from "@/lib/platform/keyset";
import type { LinkClickPart } from "@/lib/reporting/campaign/link-clicks-schema";

export type LinkClickRow = {
  part: LinkClickPart | "hour" | "reason";
  name: string | null;
  clicks: number;
  /** The number of different values, with those that are left out. */
  names: number;
};

/**
 * A campaign's clicks by hour of day, referring site, country, language, system, device and browser, and its uncounted
 * clicks by reason. Counted and uncounted clicks are limited apart, so that bots cannot replace visitors. Of each part,
 * the largest `rows` are returned.
 */
export function sumLinkClicks(
  projectId: ProjectId,
  campaignId: number,
  { start, end }: TimeRange,
  { timeZone, max, rows }: { timeZone: string; max: number; rows: number },
): Promise<LinkClickRow[]> {
  const ofCampaign = readSql`
    k.project_id = ${projectId} and k.campaign_id = ${campaignId} and k.kind = 'click' and not k.is_test
    ${start ? readSql`and k.id >= uuid_floor(${start})` : readSql``}
    ${end ? readSql`and k.id < uuid_floor(${new Date(end.getTime() + 1)})` : readSql``}`;
  return readSql<LinkClickRow[]>`
    with counted as materialized (
      select extract(hour from k.clicked_at at time zone ${timeZone})::int as hour,
        nullif(regexp_replace(lower(substring(k.referrer from '^[a-z-]+://([^/?#:]+)')), '^www\\.', ''), '') as referrer,
        k.country, nullif(lower(split_part(k.language, '-', 1)), '') as language,
        k.platform || case when k.platform in ('ANDROID', 'IOS')
          then coalesce(' ' || nullif(split_part(k.os_version, '.', 1), ''), '') else '' end as system,
        k.device_model as device, k.browser
      from clicks k
      where ${ofCampaign} and k.not_counted is null
      order by k.id desc limit ${max}
    ),
    uncounted as (
      select k.not_counted from clicks k
      where ${ofCampaign} and k.not_counted is not null
      order by k.id desc limit ${max}
    ),
    sums as (
      select case
          when grouping(hour) = 0 then 'hour' when grouping(referrer) = 0 then 'referrer'
          when grouping(country) = 0 then 'country' when grouping(language) = 0 then 'language'
          when grouping(system) = 0 then 'system' when grouping(device) = 0 then 'device' else 'browser'
        end as part,
        coalesce(hour::text, referrer, country, language, system, device, browser) as name, count(*) as clicks
      from counted
      group by grouping sets ((hour), (referrer), (country), (language), (system), (device), (browser))
      union all
      select 'reason', not_counted, count(*) from uncounted group by not_counted
    ),
    ranked as (
      select part, name, clicks, row_number() over (partition by part order by clicks desc, name) as rank,
        count(*) over (partition by part) as names
      from sums
    )
    select part, name, clicks, names from ranked
    where rank <= ${rows} or part = 'hour'
    order by part, rank`;
}
