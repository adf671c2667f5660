import { sql } from "@/db";
import type { Candidate } from "@/lib/attribution/engine";
import type { ProjectId } from "@/lib/ids";
import { ledgerColumns, toMove, zoneOf } from "@/lib/ledger/queries";

export type DecisionRow = {
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
  ad_set_id: string | null;
  ad_set_name: string | null;
  creative_id: string | null;
  creative_name: string | null;
  keyword_id: string | null;
  keyword_name: string | null;
  meta_ad_id: string | null;
  publisher_platform: string | null;
  platform_position: string | null;
  deeplink: string | null;
  counted: boolean;
  claims_click: boolean;
  /** The click that the decision before this one used, if this one does not. */
  released_click?: string | null;
  rules: string;
  /** Null when no fraud rule fired. */
  flags: string[] | null;
  postbacks_held: boolean;
  candidates: Candidate[];
  evidence: object;
};

/** Installs from one id to before another, as uuids that begin with a time. */
export type Span = { since: string; until: string };

/** One array a column: the database takes them apart many times faster than JSON. */
function columns(rows: DecisionRow[]) {
  const all = <T>(value: (row: DecisionRow) => T) => rows.map(value);
  // JSON has no line breaks of its own, and needs no quoting this way.
  const lines = (value: (row: DecisionRow) => unknown) =>
    sql`string_to_array(${all((row) => JSON.stringify(value(row))).join("\n")}::text, E'\n')`;
  return sql`
    unnest(
      ${all((row) => row.install_id)}::uuid[], ${all((row) => row.expected_version)}::int[], ${all((row) => row.kind)}::text[],
      ${all((row) => row.attribution_type)}::text[], ${all((row) => row.campaign_id)}::bigint[], ${all((row) => row.method)}::text[],
      ${all((row) => row.reason)}::text[], ${all((row) => row.confidence)}::int[], ${all((row) => row.touch)}::text[],
      ${all((row) => row.click_id)}::uuid[], ${all((row) => row.clicked_at?.toISOString() ?? null)}::text[],
      ${all((row) => row.network)}::text[], ${all((row) => row.ad_set_id)}::text[], ${all((row) => row.ad_set_name)}::text[],
      ${all((row) => row.creative_id)}::text[], ${all((row) => row.creative_name)}::text[], ${all((row) => row.keyword_id)}::text[],
      ${all((row) => row.keyword_name)}::text[], ${all((row) => row.meta_ad_id)}::text[],
      ${all((row) => row.publisher_platform)}::text[], ${all((row) => row.platform_position)}::text[],
      ${all((row) => row.deeplink)}::text[], ${all((row) => Number(row.counted))}::int[],
      ${all((row) => Number(row.claims_click))}::int[], ${all((row) => row.released_click ?? null)}::uuid[],
      ${all((row) => row.rules)}::text[], ${all((row) => row.flags?.join() ?? null)}::text[],
      ${all((row) => Number(row.postbacks_held))}::int[], ${lines((row) => row.candidates)}, ${lines((row) => row.evidence)}
    ) as r(install_id, expected_version, kind, attribution_type, campaign_id, method, reason, confidence, touch, click_id, clicked_at,
      network, ad_set_id, ad_set_name, creative_id, creative_name, keyword_id, keyword_name, meta_ad_id, publisher_platform,
      platform_position, deeplink, counted, claims_click, released_click, rules, flags, postbacks_held, candidates, evidence)`;
}

/**
 * Decisions, their history, the clicks they used up and what they count, in one statement. One whose install was
 * decided by somebody else meanwhile, or whose click was taken, is left out and stays pending. When a span is decided
 * again, the first of its installs that a click leads to has it, and a click that leads to none of them is free.
 */
export async function storeDecisions(
  projectId: ProjectId,
  at: Date,
  rows: DecisionRow[],
  again: Span | null = null,
): Promise<string[]> {
  const uses = again
    ? sql`
      insert into click_uses as u (project_id, click_id, install_id, used_at)
      select distinct on (click_id) ${projectId}::bigint, click_id, install_id, ${at}::timestamptz
      from input where click_id is not null order by click_id, install_id
      on conflict (project_id, click_id) do update set install_id = excluded.install_id, used_at = excluded.used_at
      where (u.install_id > excluded.install_id and u.install_id < ${again.until}::uuid and u.install_id >= ${again.since}::uuid)
        or exists (select 1 from input g where g.install_id = u.install_id and g.released_click = u.click_id)
      returning click_id, install_id`
    : sql`
      insert into click_uses (project_id, click_id, install_id, used_at)
      select ${projectId}, click_id, install_id, ${at} from input where click_id is not null order by click_id, install_id
      on conflict do nothing
      returning click_id, install_id`;
  const decided = await sql<{ id: string }[]>`
    with input as materialized (
      select install_id, expected_version, kind, attribution_type, campaign_id, method, reason, confidence, touch, click_id,
        clicked_at::timestamptz as clicked_at, network, ad_set_id, ad_set_name, creative_id, creative_name, keyword_id, keyword_name,
        meta_ad_id, publisher_platform, platform_position, deeplink, counted = 1 as counted, claims_click = 1 as claims_click,
        released_click, rules, string_to_array(flags, ',') as flags, postbacks_held = 1 as postbacks_held,
        candidates::jsonb as candidates, evidence::jsonb as evidence
      from ${columns(rows)}
    ),
    uses as (${uses}),
    released as (
      delete from click_uses u using input x
      where ${again !== null} and u.project_id = ${projectId} and u.install_id = x.install_id and u.click_id = x.released_click
        and not exists (select 1 from input y where y.click_id = u.click_id)
    ),
    decided as (
      update installs s set state = 'DECIDED', decided_at = ${at}, kind = x.kind, is_test = not x.counted,
        decision_version = x.expected_version + 1, campaign_id = x.campaign_id, method = x.method, touch = x.touch, click_id = x.click_id, clicked_at = x.clicked_at,
        network = x.network, ad_set_id = x.ad_set_id, ad_set_name = x.ad_set_name, creative_id = x.creative_id,
        creative_name = x.creative_name, keyword_id = x.keyword_id, keyword_name = x.keyword_name, meta_ad_id = x.meta_ad_id,
        publisher_platform = x.publisher_platform, platform_position = x.platform_position, deeplink = x.deeplink,
        flags = x.flags, postbacks_held = x.postbacks_held
      from input x
      where s.project_id = ${projectId} and s.id = x.install_id and s.decision_version = x.expected_version
        and (not x.claims_click or (x.click_id, x.install_id) in (select click_id, install_id from uses)
          or x.install_id = (select u.install_id from click_uses u where u.project_id = ${projectId} and u.click_id = x.click_id))
      returning s.id, (s.installed_at at time zone ${zoneOf(projectId)})::date as day, s.platform, s.decision_version as version, x.*
    ),
    done as (
      delete from undecided w using decided d where w.project_id = ${projectId} and w.install_id = d.id
    ),
    unmoved as (${toMove(sql`select ${projectId}::bigint as project_id, id from decided`)}),
    history as (
      insert into decisions (project_id, install_id, version, decided_at, rules, attribution_type, campaign_id, method, reason,
        confidence, click_id, counted, kind, touch, network, ad_set_id, ad_set_name, creative_id, creative_name, keyword_id,
        keyword_name, flags, candidates, evidence)
      select ${projectId}, id, version, ${at}, rules, attribution_type, campaign_id, method, reason, confidence, click_id, counted,
        kind, touch, network, ad_set_id, ad_set_name, creative_id, creative_name, keyword_id, keyword_name, flags, candidates, evidence
      from decided
    ),
    changes as (
      select day, platform, 1 as sign, campaign_id, ad_set_id, creative_id, keyword_id, kind, touch, flags is not null as suspicious
      from decided where counted
      union all
      select d.day, d.platform, -1, b.campaign_id, b.ad_set_id, b.creative_id, b.keyword_id, b.kind, b.touch, b.flags is not null
      from decided d
      join decisions b on b.project_id = ${projectId} and b.install_id = d.id and b.version = d.version - 1
      where d.version > 1 and b.counted
    ),
    alike as (
      select day, platform, campaign_id, ad_set_id, creative_id, keyword_id, kind, touch, suspicious, sum(sign) as n
      from changes group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    ),
    cells as (
      insert into ledger ${ledgerColumns()}
      select ${projectId}::bigint, day, coalesce(campaign_id, 0), coalesce(ad_set_id, ''), coalesce(creative_id, ''),
        coalesce(keyword_id, ''), platform, measure, '', sum(n), 0
      from alike cross join lateral (values
        (case kind when 'REINSTALL' then 'reinstalls' else 'installs' end),
        (case when kind = 'INSTALL' then case touch when 'CLICK' then 'click_through' when 'VIEW' then 'view_through' end end),
        (case when kind = 'INSTALL' and suspicious then 'suspicious' end)
      ) as counts(measure)
      where measure is not null
      group by 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0
    ),
    names as (
      insert into ad_names as n (project_id, campaign_id, level, ad_id, name, updated_at)
      select distinct on (campaign_id, level, ad_id) ${projectId}, campaign_id, level, ad_id, name, ${at}::timestamptz
      from decided
      cross join lateral (values ('ad_set', ad_set_id, ad_set_name), ('creative', creative_id, creative_name),
        ('keyword', keyword_id, keyword_name)) as told(level, ad_id, name)
      where campaign_id is not null and ad_id is not null and name is not null
      order by campaign_id, level, ad_id
      on conflict (project_id, campaign_id, level, ad_id) do update set name = excluded.name, updated_at = excluded.updated_at
      where n.name <> excluded.name
    )
    select id from decided`;
  return decided.map((row) => row.id);
}
