import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import { whereWritable } from "@/db/writable";
import type { Project } from "@/lib/accounts/access/project";
import type { Platform } from "@/lib/facts/app-calls/device";
import { ledgerRowsOf } from "@/lib/ledger/measure-queries";
import { decisionPayload, toOutbox } from "@/lib/ledger/outbox/queries";
import {
  ageInDays,
  installDimensions,
  knownDimensions,
  knownOrigin,
  ledgerColumns,
  queueReassignment,
  zoneOfProject,
} from "@/lib/ledger/queries";

export type LearnedPlatform = { install_id: string; expected_version: number; platform: Platform };

const platforms = columnTable<LearnedPlatform>({
  install_id: "uuid",
  expected_version: "int",
  platform: "text",
});

/**
 * Stores platforms of decided installs that became known later, and attributes these installs again. The decision in
 * force becomes a version of its own, so that facts are reassigned to the platform. The figures of the install itself
 * change here. An install that is being decided at this moment is left for the next run. Returns how many changed.
 */
export async function storePlatforms(
  { id }: Pick<Project, "id">,
  rows: LearnedPlatform[],
  at: Date,
): Promise<number> {
  const reported = sql`
      select d.install_id::text as subject, null::text as user_id, c.install_instance_id as instance,
        ${decisionPayload()}
      from history d join chosen c on c.id = d.install_id`;
  const sides = sql`cross join lateral (values (c.platform, -1), (c.right_platform, 1)) as side(platform, sign)`;
  const day = sql`(c.installed_at at time zone ${zoneOfProject(id)})::date`;
  const decisions = sql`
      select ${day} as day, side.platform, side.sign, c.kind, c.touch, c.flags is not null as suspicious,
        ${knownDimensions("own")}, ${knownOrigin("c")}, true as counted
      from chosen c cross join lateral (select ${installDimensions("c")}) own ${sides}
      where c.is_other and not c.is_test`;
  const counted = sql`
      cross join lateral (
        select c.counted_campaign as campaign_id, c.counted_ad_set as ad_set_id, c.counted_creative as creative_id,
          c.counted_keyword as keyword_id, c.counted_publisher as publisher_id
      ) counted`;
  const visits = sql`
      select ${day} as day, side.platform, side.sign, 'INSTALL' as kind, c.opened_on, 0 as age_before,
        c.last_open_day - ${day} as age, ${knownDimensions("counted")}, ${knownOrigin("c")},
        true as counted
      from chosen c ${sides} ${counted}
      where c.is_other and c.has_visits`;
  const payers = sql`
      select ${day} as day, side.platform, side.sign, 'INSTALL' as kind,
        ${ageInDays(sql`c.first_paid_at`, sql`c.installed_at`)} as age, ${knownDimensions("counted")},
        ${knownOrigin("c")}, true as counted
      from chosen c ${sides} ${counted}
      where c.is_other and c.has_visits and c.first_paid_at is not null`;
  const probes = sql`
      select ${day} as day, side.platform, side.sign, c.probed_at is not null as probed,
        (c.uninstalled_at at time zone ${zoneOfProject(id)})::date as gone_day, ${knownDimensions("counted")},
        ${knownOrigin("c")}, true as counted
      from chosen c ${sides} ${counted}
      where c.is_other and c.is_counted`;
  const [row] = await sql<[{ learned: number }]>`
    with input as materialized (select * from ${platforms(rows)} x where ${whereWritable(id)}),
    chosen as materialized (
      select s.*, x.platform as right_platform, s.platform <> x.platform as is_other,
        case when s.counted_version = d.version then d.campaign_id else c.campaign_id end as counted_campaign,
        case when s.counted_version = d.version then d.ad_set_id else c.ad_set_id end as counted_ad_set,
        case when s.counted_version = d.version then d.creative_id else c.creative_id end as counted_creative,
        case when s.counted_version = d.version then d.keyword_id else c.keyword_id end as counted_keyword,
        case when s.counted_version = d.version then d.publisher_id else c.publisher_id end as counted_publisher,
        s.counted_version > 0 and case when s.counted_version = d.version then d.counted and d.kind = 'INSTALL'
          else c.counted and c.kind = 'INSTALL' end as has_visits,
        s.counted_version > 0 and case when s.counted_version = d.version then d.counted else c.counted end
          as is_counted
      from input x
      join installs s on s.project_id = ${id} and s.id = x.install_id and s.decision_version = x.expected_version
      join decisions d on d.project_id = ${id} and d.install_id = s.id and d.version = s.decision_version
      left join decisions c on c.project_id = ${id} and c.install_id = s.id and c.version = s.counted_version
      where s.state = 'DECIDED' and s.erased_at is null and (s.counted_version = 0 or c.version is not null)
      order by s.id for update of s
    ),
    learned as (
      update installs s set platform = c.right_platform, decision_version = s.decision_version + c.is_other::int,
        decided_at = case when c.is_other then ${at} else s.decided_at end
      from chosen c where s.project_id = ${id} and s.id = c.id
      returning s.id
    ),
    history as (
      insert into decisions (project_id, install_id, version, decided_at, rules, attribution_type, campaign_id,
        method, reason,
        confidence, click_id, counted, kind, touch, network, ad_set_id, ad_set_name, creative_id,
        creative_name, keyword_id,
        keyword_name, publisher_id, flags, candidates, evidence)
      select ${id}, d.install_id, d.version + 1, ${at}, d.rules, d.attribution_type,
        d.campaign_id, d.method, d.reason,
        d.confidence, d.click_id, d.counted, d.kind, d.touch, d.network, d.ad_set_id, d.ad_set_name,
        d.creative_id, d.creative_name,
        d.keyword_id, d.keyword_name, d.publisher_id, d.flags, d.candidates, d.evidence
      from chosen c join decisions d on d.project_id = ${id} and d.install_id = c.id and d.version = c.decision_version
      where c.is_other
      returning *
    ),
    outbox_rows as (${toOutbox(id, "install.decided", reported)}),
    pending_reassignments as (${queueReassignment(id, sql`select id from chosen where is_other`)}),
    late as (
      insert into late_evidence (project_id, install_id, due_at)
      select ${id}, id, ${at} from chosen
      on conflict (project_id, install_id) do update set due_at = excluded.due_at
    ),
    cells as (
      insert into ledger ${ledgerColumns()}
      ${ledgerRowsOf(id, "decision", decisions, sql`f.sign`)}
      union all
      ${ledgerRowsOf(id, "visits", visits, sql`f.sign`)}
      union all
      ${ledgerRowsOf(id, "payer", payers, sql`f.sign`)}
      union all
      ${ledgerRowsOf(id, "probe", probes, sql`f.sign`)}
    )
    select count(*)::int as learned from learned`;
  return row.learned;
}
