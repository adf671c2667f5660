import { type Fragment, readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { isAssist } from "@/lib/ledger/assist-queries";
import { endShare, type TouchPath } from "@/lib/reporting/assists/credit";

export type TouchScope = { start: Date; end: Date; platform: string | null; country: string | null };

/**
 * The touches of the attributed installs of these times, from the candidates of their decisions in force. A campaign
 * counts once per install, so many clicks of one campaign weigh no more than one.
 */
export const findTouchPaths = (
  projectId: ProjectId,
  { start, end, platform, country }: TouchScope,
) => readSql<(TouchPath & { installs: number })[]>`
  select coalesce(touched.first, s.campaign_id) as first, s.campaign_id as last,
    coalesce(touched.campaigns, array[s.campaign_id]) as campaigns, count(*)::int as installs
  from installs s
  join decisions d on d.project_id = ${projectId} and d.install_id = s.id and d.version = s.decision_version
  left join lateral (
    select (array_agg(t.campaign order by t.first_at, t.campaign))[1] as first,
      array_agg(t.campaign order by t.campaign) as campaigns
    from (
      select m.campaign, min(m.at) as first_at
      from (
        select case when c->>'lost' is null then s.campaign_id else (c->>'campaign_id')::bigint end as campaign,
          c->>'at' as at
        from jsonb_array_elements(d.candidates) c where c->>'lost' is null or ${isAssist()}
      ) m
      group by 1
    ) t
    having bool_or(t.campaign = s.campaign_id)
  ) touched on jsonb_array_length(d.candidates) > 1
  where s.project_id = ${projectId} and s.installed_at between ${start} and ${end} and s.kind = 'INSTALL'
    and s.state = 'DECIDED' and not s.is_test and s.campaign_id is not null
    and (${platform}::text is null or s.platform = ${platform})
    and (${country}::text is null or coalesce(s.country, '') = ${country})
  group by 1, 2, 3`;

/** The statement that returns the table: the credit of each campaign, by the rules of `creditShares`. */
export const assistsStatement = (projectId: ProjectId, scope: TouchScope): Fragment => readSql`
  select t.campaign as campaign_id, max(c.name) as campaign,
    coalesce(sum(p.installs) filter (where t.campaign = p.last), 0) as "Last touch",
    coalesce(sum(p.installs) filter (where t.campaign <> p.last), 0) as "Assists",
    coalesce(sum(p.installs) filter (where t.campaign = p.first), 0) as "First touch",
    round(sum(p.installs * 1.0 / cardinality(p.campaigns)), 4) as "Linear",
    round(sum(p.installs * case
      when t.campaign <> p.first and t.campaign <> p.last then (1 - 2 * ${endShare}::numeric) / p.between
      when p.between > 0 then ${endShare}::numeric * ((t.campaign = p.first)::int + (t.campaign = p.last)::int)
      when p.first = p.last then 1
      else 0.5 end), 4) as "Position-based"
  from (
    select q.*, cardinality(q.campaigns) - case when q.first = q.last then 1 else 2 end as between
    from (
      ${findTouchPaths(projectId, scope)}
    ) q
  ) p
  cross join unnest(p.campaigns) as t(campaign)
  join campaigns c on c.project_id = ${projectId} and c.id = t.campaign
  group by 1
  order by 3 desc, 4 desc, 1`;

export type NamedCampaign = {
  id: number;
  name: string;
  display_id: string;
  deleted: boolean;
  network: string | null;
};

export const findNamedCampaigns = (projectId: ProjectId, ids: readonly number[]) => readSql<NamedCampaign[]>`
  select c.id, c.name, c.display_id, c.deleted_at is not null as deleted, c.network from campaigns c
  where c.project_id = ${projectId} and c.id = any(${ids}::bigint[])`;
