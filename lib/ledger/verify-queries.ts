import type { PendingQuery, Row } from "postgres";
import { readPatiently, readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import {
  dimensionsOfReturn,
  ownDimensions,
  retentionDays,
  returningOpen,
  revenueAge,
  revenueSignOf,
} from "@/lib/ledger/queries";

type Fragment = PendingQuery<Row[]>;

export type Difference = {
  day: string;
  campaign_id: number;
  measure: string;
  name: string;
  platform: string;
  ad_set_id: string;
  creative_id: string;
  keyword_id: string;
  ledger_count: number;
  facts_count: number;
  ledger_amount: number;
  facts_amount: number;
};

/**
 * The common table `sides`: every cell as the facts say it, counted again, and every row of the ledger beside. Days of
 * which facts were removed when their time was over are left out: what they were counted as cannot be counted again.
 * For a change of zone (`recut`) what is left out is the same on both sides though days begin elsewhere: facts from
 * before the instant at which those days ended in the old zone, and rows of those days.
 */
export function ledgerAndFacts(projectId: ProjectId, timeZone: Fragment | string, recut = false) {
  const since = (kind: "clicks" | "events", at: string) =>
    recut
      ? readSql`and ${readSql(at)} >= coalesce((select since from cuts where kind = ${kind}), '-infinity')`
      : readSql``;
  const cell = readSql`coalesce(s.campaign_id, 0) as campaign_id, coalesce(s.ad_set_id, '') as ad_set_id,
    coalesce(s.creative_id, '') as creative_id, coalesce(s.keyword_id, '') as keyword_id`;
  return readSql`
    cuts as materialized (
      select c.kind, c.before, c.before::timestamp at time zone home.time_zone as since
      from retention_cuts c join projects home on home.id = c.project_id where c.project_id = ${projectId}
    ),
    facts as (
      select (s.installed_at at time zone ${timeZone})::date as day, s.platform,
        case s.kind when 'REINSTALL' then 'reinstalls' else 'installs' end as measure, '' as name, 1 as count, 0::bigint as amount,
        coalesce(own.campaign_id, 0) as campaign_id, coalesce(own.ad_set_id, '') as ad_set_id, coalesce(own.creative_id, '') as creative_id,
        coalesce(own.keyword_id, '') as keyword_id
      from installs s cross join lateral (select ${ownDimensions("s")}) own where s.project_id = ${projectId} and s.decision_version > 0 and not s.is_test
      union all
      select (s.installed_at at time zone ${timeZone})::date, s.platform, case s.touch when 'VIEW' then 'view_through' else 'click_through' end,
        '', 1, 0, ${cell}
      from installs s
      where s.project_id = ${projectId} and s.decision_version > 0 and not s.is_test and s.kind = 'INSTALL' and s.touch is not null
      union all
      select (s.installed_at at time zone ${timeZone})::date, s.platform, 'suspicious', '', 1, 0, ${cell}
      from installs s
      where s.project_id = ${projectId} and s.decision_version > 0 and not s.is_test and s.kind = 'INSTALL' and s.flags is not null
      union all
      select (u.identified_at at time zone ${timeZone})::date, u.platform, 'signups', '', 1, 0, ${cell}
      from users u left join installs s on s.project_id = u.project_id and s.install_instance_id = u.install_instance_id
      where u.project_id = ${projectId} and not coalesce(s.is_test, false)
      union all
      select '-infinity'::date, u.platform, 'attributed_users', '', 1, 0, ${cell}
      from users u join installs s on s.project_id = u.project_id and s.install_instance_id = u.install_instance_id
      where u.project_id = ${projectId} and s.campaign_id is not null and not s.is_test
      union all
      select (e.occurred_at at time zone ${timeZone})::date, e.platform, 'event', e.name, 1, coalesce(e.amount_minor, 0), ${cell}
      from events e left join installs s on s.project_id = e.project_id and s.install_instance_id = e.install_instance_id
      where e.project_id = ${projectId} and not coalesce(s.is_test, false) ${since("events", "e.occurred_at")}
      union all
      select u.first_day + length(u.days) - 1, u.platform, 'event_users', u.name, 1, 0, ${cell}
      from user_days u left join installs s on s.project_id = u.project_id and s.install_instance_id = u.install_instance_id
      where u.project_id = ${projectId} and not coalesce(s.is_test, false)
      union all
      select (p.paid_at at time zone ${timeZone})::date, p.platform, 'payment', p.type, 1, p.amount_minor, ${cell}
      from payments p left join installs s on s.project_id = p.project_id and s.install_instance_id = p.install_instance_id
      where p.project_id = ${projectId} and p.status = 'PAYMENT_COMPLETED' and p.removed_at is null and not coalesce(s.is_test, false)
      union all
      select (p.paid_at at time zone ${timeZone})::date, p.platform, 'return_payment', p.type, 1, p.amount_minor, ${dimensionsOfReturn("s")}
      from payments p left join installs s on s.project_id = p.project_id and s.install_instance_id = p.install_instance_id
      ${returningOpen(readSql`p.project_id`, readSql`p.returned_by`)}
      where p.project_id = ${projectId} and p.status = 'PAYMENT_COMPLETED' and p.removed_at is null and not coalesce(s.is_test, false)
        and p.returned_by is not null
      union all
      select (s.installed_at at time zone ${timeZone})::date, p.platform, 'revenue_since', ${revenueAge("age")}, 0, revenue, ${cell}
      from payments p join installs s on s.project_id = p.project_id and s.install_instance_id = p.install_instance_id
      cross join lateral (
        select (p.paid_at at time zone ${timeZone})::date - (s.installed_at at time zone ${timeZone})::date as age,
          ${revenueSignOf("type")} * p.amount_minor as revenue
      ) r
      where p.project_id = ${projectId} and p.status = 'PAYMENT_COMPLETED' and p.removed_at is null and not s.is_test
        and s.decision_version > 0 and s.kind = 'INSTALL' and revenue <> 0 and age between 0 and 30
      union all
      select (s.installed_at at time zone ${timeZone})::date, s.platform, 'opened_on', n::text, 1, 0, ${cell}
      from installs s cross join generate_series(1, 30) as n
      where s.project_id = ${projectId} and s.kind = 'INSTALL' and s.decision_version > 0 and not s.is_test and s.opened_on & (1 << n) <> 0
      union all
      select (s.installed_at at time zone ${timeZone})::date, s.platform, 'opened_since', n::text, 1, 0, ${cell}
      from installs s cross join unnest(${retentionDays}::int[]) as n
      where s.project_id = ${projectId} and s.kind = 'INSTALL' and s.decision_version > 0 and not s.is_test
        and s.last_open_day - (s.installed_at at time zone ${timeZone})::date >= n
      union all
      select (o.opened_at at time zone ${timeZone})::date, o.platform, 'deeplink_opens', '', 1, 0, ${cell}
      from deeplink_opens o left join installs s on s.project_id = o.project_id and s.install_instance_id = o.install_instance_id
      where o.project_id = ${projectId} and o.is_ours and not coalesce(s.is_test, false)
      union all
      select (o.opened_at at time zone ${timeZone})::date, o.platform, 'reengagements', '', 1, 0, coalesce(o.campaign_id, 0),
        coalesce(o.ad_set_id, ''), coalesce(o.creative_id, ''), coalesce(o.keyword_id, '')
      from deeplink_opens o left join installs s on s.project_id = o.project_id and s.install_instance_id = o.install_instance_id
      where o.project_id = ${projectId} and o.reengaged and not coalesce(s.is_test, false)
      union all
      select (c.clicked_at at time zone ${timeZone})::date, c.platform, case c.kind when 'view' then 'impressions' else 'clicks' end,
        '', 1, 0, coalesce(c.campaign_id, 0), coalesce(c.ad_set_id, ''), coalesce(c.creative_id, ''), coalesce(c.keyword_id, '')
      from clicks c where c.project_id = ${projectId} and c.not_counted is null and not c.is_test ${since("clicks", "c.clicked_at")}
      union all
      select p.day, p.platform, 'spend', '', 0, p.amount_minor, p.campaign_id, p.ad_set_id, p.creative_id, p.keyword_id
      from spend p where p.project_id = ${projectId}
    ),
    both_sides as (
      select day, campaign_id, measure, name, platform, ad_set_id, creative_id, keyword_id,
        0::bigint as ledger_count, count as facts_count, 0::bigint as ledger_amount, amount as facts_amount, true as is_fact
      from facts
      union all
      select day, campaign_id, measure, name, platform, ad_set_id, creative_id, keyword_id, count, 0, amount, 0, false
      from ledger where project_id = ${projectId}
    ),
    sides as (
      select * from both_sides b
      where (${recut} and b.is_fact) or b.day >= coalesce((select before from cuts where kind = case b.measure
        when 'clicks' then 'clicks' when 'impressions' then 'clicks' when 'event' then 'events' end), '-infinity')
    )`;
}

/**
 * Counts everything again from the facts and tells each cell in which the ledger says something else. Reads all of a
 * project's history: for people who want proof, and for tests.
 */
export function findDifferences(projectId: ProjectId, timeZone: string): Promise<Difference[]> {
  return readPatiently(async (transaction) => {
    // All of a history may take longer than what the server is asked may.
    await transaction`set local statement_timeout = 0`;
    // Whoever only reads is waited for by nobody (horizon-queries.ts).
    await transaction`set local application_name = 'cairn reader'`;
    return transaction<Difference[]>`
    with ${ledgerAndFacts(projectId, timeZone)}
    select day::text, campaign_id, measure, name, platform, ad_set_id, creative_id, keyword_id,
      sum(ledger_count)::bigint as ledger_count, sum(facts_count)::bigint as facts_count,
      sum(ledger_amount)::bigint as ledger_amount, sum(facts_amount)::bigint as facts_amount
    from sides
    group by day, campaign_id, measure, name, platform, ad_set_id, creative_id, keyword_id
    having sum(ledger_count) <> sum(facts_count) or sum(ledger_amount) <> sum(facts_amount)
    order by day, campaign_id, measure, name`;
  });
}
