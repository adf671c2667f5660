import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import type { Mending, RepairableInstall } from "@/lib/attribution/mend/rules";
import { devicesOf } from "@/lib/attribution/queries";
import type { ProjectId } from "@/lib/base/ids";
import { ledgerRowsOf } from "@/lib/ledger/measure-queries";
import { decisionPayload, toOutbox } from "@/lib/ledger/outbox/queries";
import {
  installDimensions,
  isToReassign,
  knownDimensions,
  ledgerColumns,
  zoneOf,
} from "@/lib/ledger/queries";

export type StoredInstall = RepairableInstall & {
  id: string;
  kind: "INSTALL" | "REINSTALL";
  installed_at: Date;
  decision_version: number;
  /** Apple told that it is one. */
  is_redownload: boolean;
};

/** Decided installs behind one, in the order in which they came. Of erased ones nothing is known. */
export const findStored = (projectId: ProjectId, after: string | null, max: number) => sql<StoredInstall[]>`
  select s.id, s.kind, s.installed_at, s.decision_version, s.platform, s.os_version, s.device_model,
    s.language, s.device_data,
    array(select v.device_id from install_devices v where v.project_id = ${projectId}
      and v.install_id = s.id) as device_ids,
    exists (select 1 from decisions d where d.project_id = ${projectId} and d.install_id = s.id
      and d.version = s.decision_version
      and d.evidence->>'apple' like 'redownload%') as is_redownload
  from installs s
  where s.project_id = ${projectId} and s.state = 'DECIDED' and s.erased_at is null
    ${after === null ? sql`` : sql`and s.id > ${after}::uuid`}
  order by s.id limit ${max}`;

export type SeenBefore = { before: Date | null; is_shared: boolean };

/** Finds when devices were seen before and whether too many installs share them, as if some ids were not there. */
export async function findSeenBefore(
  projectId: ProjectId,
  installs: string[],
  except: string[],
): Promise<Map<string, SeenBefore>> {
  const rows = await sql<({ install_id: string } & SeenBefore)[]>`
    with page as materialized (select unnest(${installs}::uuid[]) as id),
    ${devicesOf(projectId, sql`page`, except)}
    select install_id, before, is_shared from seen`;
  return new Map(rows.map(({ install_id, ...seen }) => [install_id, seen]));
}

export type MendingRow = Omit<Mending, "add" | "remove"> & {
  install_id: string;
  expected_version: number;
  add: unknown;
  remove: unknown;
  /** The decision is made anew. */
  again: boolean;
};

const mendings = columnTable<MendingRow>({
  install_id: "uuid",
  expected_version: "int",
  platform: "text",
  os_version: "text",
  device_model: "text",
  language: "text",
  add: "jsonb",
  remove: "jsonb",
  again: "boolean",
});

/**
 * Mends installs, and has those decided anew that were decided by what was wrong. Where the platform changes, the
 * decision in force becomes a version of its own, so that facts follow to the other platform; what is counted of the
 * install itself changes places here. One that is being decided at this moment is left for the next time. Answers how
 * many were mended.
 */
export async function repair(
  { id, accountId }: Pick<Project, "id" | "accountId">,
  rows: MendingRow[],
  /** Nobody where the device itself told. */
  by: Actor | null,
  at: Date,
): Promise<number> {
  const audited = by
    ? sql`,
    audited as (${auditRow(
      by,
      {
        account: accountId,
        project: id,
        action: "install.mend",
        target: sql`(select count(*) from mended)::text || ' installs'`,
      },
      sql`from mended limit 1`,
    )})`
    : sql``;
  const reported = sql`
      select d.install_id::text as subject, null::text as user_id, c.install_instance_id as instance,
        ${decisionPayload()}
      from history d join chosen c on c.id = d.install_id`;
  const sides = sql`cross join lateral (values (c.platform, -1), (c.right_platform, 1)) as side(platform, sign)`;
  const day = sql`(c.installed_at at time zone ${zoneOf(id)})::date`;
  const decisions = sql`
      select ${day} as day, side.platform, side.sign, c.kind, c.touch, c.flags is not null as suspicious,
        ${knownDimensions("own")}, coalesce(c.country, '') as country, true as counted
      from chosen c cross join lateral (select ${installDimensions("c")}) own ${sides}
      where c.is_other and not c.is_test`;
  const held = sql`
      cross join lateral (
        select c.held_campaign as campaign_id, c.held_ad_set as ad_set_id, c.held_creative as creative_id,
          c.held_keyword as keyword_id
      ) held`;
  const visits = sql`
      select ${day} as day, side.platform, side.sign, 'INSTALL' as kind, c.opened_on, 0 as age_before,
        c.last_open_day - ${day} as age, ${knownDimensions("held")}, coalesce(c.country, '') as country,
        true as counted
      from chosen c ${sides} ${held}
      where c.is_other and c.is_held`;
  const probes = sql`
      select ${day} as day, side.platform, side.sign, c.probed_at is not null as probed,
        (c.uninstalled_at at time zone ${zoneOf(id)})::date as gone_day, ${knownDimensions("held")},
        coalesce(c.country, '') as country, true as counted
      from chosen c ${sides} ${held}
      where c.is_other and c.is_counted`;
  const [row] = await sql<[{ mended: number }]>`
    with input as materialized (select * from ${mendings(rows)} x),
    chosen as materialized (
      select s.*, x.platform as right_platform, x.os_version as right_os, x.device_model as right_model,
        x.language as right_language, x.add, x.remove, x.again, s.platform <> x.platform as is_other,
        case when s.counted_version = d.version then d.campaign_id else c.campaign_id end as held_campaign,
        case when s.counted_version = d.version then d.ad_set_id else c.ad_set_id end as held_ad_set,
        case when s.counted_version = d.version then d.creative_id else c.creative_id end as held_creative,
        case when s.counted_version = d.version then d.keyword_id else c.keyword_id end as held_keyword,
        s.counted_version > 0 and case when s.counted_version = d.version then d.counted and d.kind = 'INSTALL'
          else c.counted and c.kind = 'INSTALL' end as is_held,
        s.counted_version > 0 and case when s.counted_version = d.version then d.counted else c.counted end
          as is_counted
      from input x
      join installs s on s.project_id = ${id} and s.id = x.install_id and s.decision_version = x.expected_version
      join decisions d on d.project_id = ${id} and d.install_id = s.id and d.version = s.decision_version
      left join decisions c on c.project_id = ${id} and c.install_id = s.id and c.version = s.counted_version
      where s.state = 'DECIDED' and s.erased_at is null and (s.counted_version = 0 or c.version is not null)
      order by s.id for update of s
    ),
    mended as (
      update installs s set platform = c.right_platform, os_version = c.right_os, device_model = c.right_model,
        language = c.right_language, decision_version = s.decision_version + c.is_other::int,
        decided_at = case when c.is_other then ${at} else s.decided_at end
      from chosen c where s.project_id = ${id} and s.id = c.id
      returning s.id
    ),
    history as (
      insert into decisions (project_id, install_id, version, decided_at, rules, attribution_type, campaign_id,
        method, reason,
        confidence, click_id, counted, kind, touch, network, ad_set_id, ad_set_name, creative_id,
        creative_name, keyword_id,
        keyword_name, flags, candidates, evidence)
      select ${id}, d.install_id, d.version + 1, ${at}, d.rules, d.attribution_type,
        d.campaign_id, d.method, d.reason,
        d.confidence, d.click_id, d.counted, d.kind, d.touch, d.network, d.ad_set_id, d.ad_set_name,
        d.creative_id, d.creative_name,
        d.keyword_id, d.keyword_name, d.flags, d.candidates, d.evidence
      from chosen c join decisions d on d.project_id = ${id} and d.install_id = c.id and d.version = c.decision_version
      where c.is_other
      returning *
    ),
    told as (${toOutbox(id, "install.decided", reported)}),
    unmoved as (${isToReassign(id, sql`select id from chosen where is_other`)}),
    gone as (
      delete from install_devices v using chosen c
      where v.project_id = ${id} and v.install_id = c.id and v.device_id in (select jsonb_array_elements_text(c.remove))
    ),
    added as (
      insert into install_devices (project_id, device_id, kind, install_id, seen_at)
      select ${id}, device.id, device.kind, c.id, c.installed_at
      from chosen c cross join lateral jsonb_to_recordset(c.add) as device(kind text, id text)
      on conflict do nothing
    ),
    late as (
      insert into late_evidence (project_id, install_id, due_at)
      select ${id}, id, ${at} from chosen where again
      on conflict (project_id, install_id) do update set due_at = excluded.due_at
    ),
    cells as (
      insert into ledger ${ledgerColumns()}
      ${ledgerRowsOf(id, "decision", decisions, sql`f.sign`)}
      union all
      ${ledgerRowsOf(id, "visits", visits, sql`f.sign`)}
      union all
      ${ledgerRowsOf(id, "probe", probes, sql`f.sign`)}
    ) ${audited}
    select count(*)::int as mended from mended`;
  return row.mended;
}
