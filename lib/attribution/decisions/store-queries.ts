import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import { whereWritable } from "@/db/writable";
import type { InstallSpan } from "@/lib/attribution/evidence/install";
import type { Candidate, DecidedAdColumns } from "@/lib/attribution/touches/touches";
import type { ProjectId } from "@/lib/base/ids";
import { ledgerRowsOf } from "@/lib/ledger/measure-queries";
import { decisionPayload, toOutbox } from "@/lib/ledger/outbox/queries";
import {
  installDimensions,
  knownDimensions,
  knownOrigin,
  ledgerColumns,
  queueFirstReassignment,
  queueReassignment,
  zoneOfProject,
} from "@/lib/ledger/queries";

export type DecisionRow = DecidedAdColumns & {
  install_id: string;
  expected_version: number;
  kind: "INSTALL" | "REINSTALL";
  attribution_type: string;
  campaign_id: number | null;
  method: string;
  reason: string;
  confidence: number;
  touch: "CLICK" | "VIEW" | null;
  click_id: string | null;
  clicked_at: Date | null;
  network: string | null;
  meta_ad_id: string | null;
  publisher_platform: string | null;
  platform_position: string | null;
  deeplink: string | null;
  counted: boolean;
  claims_click: boolean;
  /** The click of the previous decision, if this one does not use it. */
  released_click?: string | null;
  rules: string;
  /** Null if no fraud rule fired. */
  flags: string[] | null;
  postbacks_withheld: boolean;
  candidates: Candidate[];
  evidence: object;
};

const decisionTable = columnTable<DecisionRow>({
  install_id: "uuid",
  expected_version: "int",
  kind: "text",
  click_id: "uuid",
  claims_click: "boolean",
  released_click: "uuid",
  campaign_id: "bigint",
  touch: "text",
  counted: "boolean",
  flags: "jsonb",
  ad_set_id: "text",
  creative_id: "text",
  keyword_id: "text",
  ad_set_name: "text",
  creative_name: "text",
  keyword_name: "text",
  publisher_id: "text",
  network: "text",
  method: "text",
  clicked_at: "timestamptz",
  meta_ad_id: "text",
  publisher_platform: "text",
  platform_position: "text",
  deeplink: "text",
  postbacks_withheld: "boolean",
  attribution_type: "text",
  reason: "text",
  confidence: "int",
  candidates: "jsonb",
  evidence: "jsonb",
});

/** All rows have the same rules. */
const rulesOfAll = (rows: DecisionRow[]) => rows[0]?.rules ?? "";

const isNamed = ({ ad_set_name, creative_name, keyword_name }: DecisionRow) =>
  ad_set_name !== null || creative_name !== null || keyword_name !== null;

/**
 * Stores decisions, their history, their used clicks and their counts in one statement. Leaves out an install if
 * another process decided it in between or its click was taken; it stays pending. When a span is decided again, the
 * first install that a click leads to gets it; a click without an install is released. Empty parts of a batch are
 * omitted, as each would add cost for every install. Returns the installs left out.
 */
export async function storeDecisions(
  projectId: ProjectId,
  at: Date,
  rows: DecisionRow[],
  again: InstallSpan | null = null,
): Promise<string[]> {
  const uses = again
    ? sql`
      insert into click_uses as u (project_id, click_id, install_id, used_at)
      select distinct on (click_id) ${projectId}::bigint, click_id, install_id, ${at}::timestamptz
      from input where click_id is not null order by click_id, install_id
      on conflict (project_id, click_id) do update set install_id = excluded.install_id, used_at = excluded.used_at
      where (u.install_id > excluded.install_id and u.install_id < ${again.until}::uuid
        and u.install_id >= ${again.since}::uuid)
        or exists (select 1 from input g where g.install_id = u.install_id and g.released_click = u.click_id)
      returning click_id, install_id`
    : sql`
      insert into click_uses (project_id, click_id, install_id, used_at)
      select ${projectId}, click_id, install_id, ${at} from input where click_id is not null
      order by click_id, install_id
      on conflict do nothing
      returning click_id, install_id`;
  const areFirst = rows.every((row) => row.expected_version === 0);
  const moving = sql`select ${projectId}::bigint as project_id, id from decided`;
  const reported = sql`
      select ${projectId}::bigint as project_id, d.id::text as subject, null::text as user_id, d.instance,
        ${decisionPayload()}
      from decided d`;
  const counted = sql`
      select ${projectId}::bigint as project_id, a.day, a.platform, a.country, a.install_version, a.kind, a.touch, a.suspicious, a.sign,
        ${knownDimensions("a")}, true as counted
      from alike a`;
  const released = sql`
    released as (
      delete from click_uses u using input x
      where u.project_id = ${projectId} and u.install_id = x.install_id and u.click_id = x.released_click
        and not exists (select 1 from input y where y.click_id = u.click_id)
    ),`;
  const before = sql`
      union all
      select ${installDimensions("b")}, d.day, d.platform, d.country, d.install_version, b.kind, b.touch, b.flags is not null, -1
      from decided d
      join decisions b on b.project_id = ${projectId} and b.install_id = d.id and b.version = d.version - 1
      where d.version > 1 and b.counted`;
  const names = sql`
    names as (
      insert into ad_names as n (project_id, campaign_id, level, ad_id, name, updated_at)
      select distinct on (campaign_id, level, ad_id) ${projectId}, campaign_id, level, ad_id, name, ${at}::timestamptz
      from decided
      cross join lateral (values ('ad_set', ad_set_id, ad_set_name), ('creative', creative_id, creative_name),
        ('keyword', keyword_id, keyword_name)) as part(level, ad_id, name)
      where campaign_id is not null and ad_id is not null and name is not null
      order by campaign_id, level, ad_id
      on conflict (project_id, campaign_id, level, ad_id)
        do update set name = excluded.name, updated_at = excluded.updated_at
      where n.name <> excluded.name
    ),`;
  const [evidence] = await sql<{ missed: string[] | null }[]>`
    with input as materialized (
      select x.*, case when x.flags is not null then array(select jsonb_array_elements_text(x.flags)) end as fired
      from ${decisionTable(rows)} x where ${whereWritable(projectId)}
    ),
    uses as (${uses}),
    ${again ? released : sql``}
    decided as (
      update installs s set state = 'DECIDED', decided_at = ${at}, kind = x.kind, is_test = not x.counted,
        decision_version = x.expected_version + 1, campaign_id = x.campaign_id, method = x.method, touch = x.touch,
        click_id = x.click_id, clicked_at = x.clicked_at,
        network = x.network, ad_set_id = x.ad_set_id, ad_set_name = x.ad_set_name, creative_id = x.creative_id,
        creative_name = x.creative_name, keyword_id = x.keyword_id, keyword_name = x.keyword_name,
        publisher_id = x.publisher_id,
        meta_ad_id = x.meta_ad_id,
        publisher_platform = x.publisher_platform, platform_position = x.platform_position, deeplink = x.deeplink,
        flags = x.fired, postbacks_withheld = x.postbacks_withheld,
        -- The window stays if the campaign does.
        reinstall_days = case when x.kind <> 'REINSTALL' then null
          when s.decision_version > 0 and s.kind = 'REINSTALL' and s.campaign_id = x.campaign_id then s.reinstall_days
          else (select c.reengagement_days from campaigns c
            where c.project_id = ${projectId} and c.id = x.campaign_id) end
      from input x
      where s.project_id = ${projectId} and s.id = x.install_id and s.decision_version = x.expected_version
        and (not x.claims_click or (x.click_id, x.install_id) in (select click_id, install_id from uses)
          or x.install_id = (select u.install_id from click_uses u where u.project_id = ${projectId}
            and u.click_id = x.click_id))
      returning s.id, s.install_instance_id as instance,
        (s.installed_at at time zone ${zoneOfProject(projectId)})::date as day, s.platform,
        ${knownOrigin("s")}, s.decision_version as version, x.*
    ),
    done as (
      delete from undecided w using decided d where w.project_id = ${projectId} and w.install_id = d.id
    ),
    pending_reassignments as (${areFirst ? queueFirstReassignment(projectId, moving) : queueReassignment(projectId, moving)}),
    history as (
      insert into decisions (project_id, install_id, version, decided_at, rules, attribution_type, campaign_id,
        method, reason,
        confidence, click_id, counted, kind, touch, network, ad_set_id, ad_set_name, creative_id,
        creative_name, keyword_id,
        keyword_name, publisher_id, flags, candidates, evidence)
      select ${projectId}, id, version, ${at}, ${rulesOfAll(rows)}, attribution_type, campaign_id, method, reason,
        confidence, click_id, counted,
        kind, touch, network, ad_set_id, ad_set_name, creative_id, creative_name, keyword_id, keyword_name, publisher_id,
        fired, candidates, evidence
      from decided
    ),
    outbox_rows as (${toOutbox(projectId, "install.decided", reported)}),
    changes as (
      select ${installDimensions("d")}, d.day, d.platform, d.country, d.install_version, d.kind, d.touch, d.fired is not null as suspicious,
        1 as sign
      from decided d where d.counted
      ${areFirst ? sql`` : before}
    ),
    -- Grouped by the columns with the most values first.
    alike as (
      select campaign_id, ad_set_id, creative_id, keyword_id, publisher_id, day, platform, country, install_version, kind,
        touch, suspicious, sum(sign) as sign
      from changes group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
    ),
    cells as (
      insert into ledger ${ledgerColumns()} ${ledgerRowsOf(projectId, "decision", counted, sql`f.sign`)}
    ),
    ${rows.some(isNamed) ? names : sql``}
    stored as (select count(*) as n from decided)
    select case when n < ${rows.length} then array(select install_id from input except select id
      from decided) end as missed
    from stored`;
  return evidence?.missed ?? [];
}
