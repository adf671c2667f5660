import { sql } from "@/db";
import type { Candidate } from "@/lib/attribution/engine";
import { isTestInstall } from "@/lib/attribution/test-devices/queries";
import type { ProjectId } from "@/lib/ids";
import { ledgerColumns } from "@/lib/ledger/queries";

export type PendingInstall = {
  id: string;
  install_instance_id: string;
  platform: string;
  installed_at: Date;
  os_version: string | null;
  device_model: string | null;
  language: string | null;
  address_key: string | null;
  link: string | null;
  is_test: boolean;
  device_data: Record<string, unknown>;
  decision_version: number;
  /** A device of this install was seen before, on another install. */
  seen_before: Date | null;
};

/** What a decision is made from, of an install `s`. */
export const factsOfInstall = () => sql`
  s.id, s.install_instance_id, s.platform, s.installed_at, s.os_version, s.device_model, s.language,
  encode(s.address_key, 'hex') as address_key, s.link, ${isTestInstall()} as is_test, s.device_data, s.decision_version, seen.before as seen_before`;

export const joinSeenBefore = () => sql`
  left join lateral (
    select max(other.seen_at) as before
    from install_devices own
    join install_devices other on other.project_id = own.project_id and other.device_id = own.device_id
      and other.install_id <> own.install_id and (other.seen_at, other.install_id) < (own.seen_at, own.install_id)
    where own.project_id = s.project_id and own.install_id = s.id
  ) seen on true`;

/** Where a walk over pending installs stands. */
export type Place = Pick<PendingInstall, "id" | "installed_at">;

/**
 * Oldest first, so that nobody waits for ever behind newer ones; behind a place, so that those decided just now are
 * not stepped over again and again.
 */
export function findPending(
  projectId: ProjectId,
  most: number,
  behind: Place | null,
): Promise<PendingInstall[]> {
  return sql<PendingInstall[]>`
    with page as materialized (
      select * from installs s
      where s.project_id = ${projectId} and s.state = 'PENDING' and (s.lease_until is null or s.lease_until < now())
        ${behind ? sql`and (s.installed_at, s.id) > (${behind.installed_at}, ${behind.id}::uuid)` : sql``}
      order by s.installed_at, s.id
      limit ${most}
    )
    select ${factsOfInstall()}
    from page s ${joinSeenBefore()}
    order by s.installed_at, s.id`;
}

export type Wanted = {
  i: number;
  click_ids: string[];
  advertising_ids: string[];
  google_ids: string[];
  address_key: string | null;
  until: Date;
  since: Date;
  probable_since: Date;
};

export type TouchRow = {
  i: number;
  found_by: "id" | "google_id" | "advertising_id" | "address";
  id: string;
  clicked_at: Date;
  kind: "click" | "view";
  platform: string;
  campaign_id: number | null;
  campaign_deleted: boolean;
  network: string | null;
  ad_set_id: string | null;
  ad_set_name: string | null;
  creative_id: string | null;
  creative_name: string | null;
  keyword_id: string | null;
  keyword_name: string | null;
  advertising_id: string | null;
  os_version: string | null;
  device_model: string | null;
  language: string | null;
  not_counted: string | null;
  is_test: boolean;
  used_by: string | null;
};

/** Every click that could have led to the installs, by one index each. */
export function findTouches(projectId: ProjectId, wanted: Wanted[]): Promise<TouchRow[]> {
  const columns = sql`c.id, c.clicked_at, c.kind, c.platform, c.campaign_id, c.network, c.ad_set_id, c.ad_set_name, c.creative_id,
    c.creative_name, c.keyword_id, c.keyword_name, c.advertising_id, c.os_version, c.device_model, c.language, c.not_counted, c.is_test`;
  return sql<TouchRow[]>`
    with want as materialized (
      select * from json_to_recordset(${JSON.stringify(wanted)}::text::json) as x(
        i int, click_ids jsonb, advertising_ids jsonb, google_ids jsonb, address_key text, until timestamptz, since timestamptz,
        probable_since timestamptz)
    ),
    touch as (
      select w.i, 'id' as found_by, ${columns}
      from want w cross join lateral jsonb_array_elements_text(w.click_ids) as named(id)
      join clicks c on c.project_id = ${projectId} and c.id = named.id::uuid
      union all
      select w.i, 'advertising_id', c.*
      from want w cross join lateral jsonb_array_elements_text(w.advertising_ids) as named(id)
      cross join lateral (
        select ${columns} from clicks c
        where c.project_id = ${projectId} and c.advertising_id = named.id
          and c.id >= uuid_floor(w.since) and c.id < uuid_floor(w.until)
        order by c.id desc limit 20
      ) c
      union all
      select w.i, 'google_id', c.*
      from want w cross join lateral jsonb_array_elements_text(w.google_ids) as named(id)
      cross join lateral (
        select ${columns} from clicks c
        where c.project_id = ${projectId} and coalesce(c.params->>'gclid', c.params->>'gbraid', c.params->>'wbraid') = named.id
          and c.id >= uuid_floor(w.since) and c.id < uuid_floor(w.until)
        order by c.id desc limit 20
      ) c
      union all
      select w.i, 'address', c.*
      from want w cross join lateral (
        select ${columns} from clicks c
        where c.project_id = ${projectId} and c.address_key = decode(w.address_key, 'hex')
          and c.id >= uuid_floor(w.probable_since) and c.id < uuid_floor(w.until)
        order by c.id desc limit 50
      ) c
      where w.address_key is not null
    )
    select t.*, u.install_id as used_by, m.deleted_at is not null as campaign_deleted
    from touch t
    left join click_uses u on u.project_id = ${projectId} and u.click_id = t.id
    left join campaigns m on m.project_id = ${projectId} and m.id = t.campaign_id`;
}

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

/**
 * Decisions, their history, the clicks they used up and what they count, in one statement. One whose install was
 * decided by somebody else meanwhile, or whose click was taken, is left out and stays pending. When a span is decided
 * again, the first of its installs that a click leads to has it, and a click that leads to none of them is free.
 */
export async function storeDecisions(
  projectId: ProjectId,
  timeZone: string,
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
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as x(
        install_id uuid, expected_version int, kind text, attribution_type text, campaign_id bigint, method text, reason text,
        confidence int, touch text, click_id uuid, clicked_at timestamptz, network text, ad_set_id text, ad_set_name text,
        creative_id text, creative_name text, keyword_id text, keyword_name text, meta_ad_id text, publisher_platform text,
        platform_position text, deeplink text, counted boolean, claims_click boolean, released_click uuid, rules text, flags text[],
        postbacks_held boolean, candidates jsonb, evidence jsonb)
    ),
    uses as (${uses}),
    released as (
      delete from click_uses u using input x
      where ${again !== null} and u.project_id = ${projectId} and u.install_id = x.install_id and u.click_id = x.released_click
        and not exists (select 1 from input y where y.click_id = u.click_id)
    ),
    decided as (
      update installs s set state = 'DECIDED', lease_until = null, tries = 0, decided_at = ${at}, kind = x.kind, is_test = not x.counted,
        decision_version = x.expected_version + 1, decided_xid = pg_current_xact_id()::text::bigint,
        campaign_id = x.campaign_id, method = x.method, touch = x.touch, click_id = x.click_id, clicked_at = x.clicked_at,
        network = x.network, ad_set_id = x.ad_set_id, ad_set_name = x.ad_set_name, creative_id = x.creative_id,
        creative_name = x.creative_name, keyword_id = x.keyword_id, keyword_name = x.keyword_name, meta_ad_id = x.meta_ad_id,
        publisher_platform = x.publisher_platform, platform_position = x.platform_position, deeplink = x.deeplink,
        flags = x.flags, postbacks_held = x.postbacks_held
      from input x
      where s.project_id = ${projectId} and s.id = x.install_id and s.decision_version = x.expected_version
        and (not x.claims_click or exists (select 1 from uses where uses.click_id = x.click_id and uses.install_id = x.install_id)
          or exists (select 1 from click_uses u where u.project_id = ${projectId} and u.click_id = x.click_id and u.install_id = x.install_id))
      returning s.project_id, s.id, (s.installed_at at time zone ${timeZone})::date as day, s.platform, s.decision_version
    ),
    history as (
      insert into decisions (project_id, install_id, version, decided_at, rules, attribution_type, campaign_id, method, reason,
        confidence, click_id, counted, kind, touch, network, ad_set_id, ad_set_name, creative_id, creative_name, keyword_id,
        keyword_name, flags, candidates, evidence)
      select d.project_id, d.id, d.decision_version, ${at}, x.rules, x.attribution_type, x.campaign_id, x.method, x.reason,
        x.confidence, x.click_id, x.counted, x.kind, x.touch, x.network, x.ad_set_id, x.ad_set_name, x.creative_id, x.creative_name,
        x.keyword_id, x.keyword_name, x.flags, x.candidates, x.evidence
      from decided d join input x on x.install_id = d.id
    ),
    changes as (
      select d.project_id, d.day, d.platform, 1 as sign, x.campaign_id, x.ad_set_id, x.creative_id, x.keyword_id, x.kind, x.touch, x.flags
      from decided d join input x on x.install_id = d.id where x.counted
      union all
      select d.project_id, d.day, d.platform, -1, b.campaign_id, b.ad_set_id, b.creative_id, b.keyword_id, b.kind, b.touch, b.flags
      from decided d
      join decisions b on b.project_id = ${projectId} and b.install_id = d.id and b.version = d.decision_version - 1
      where b.counted
    ),
    cells as (
      insert into ledger ${ledgerColumns()}
      select project_id, day, coalesce(campaign_id, 0), coalesce(ad_set_id, ''), coalesce(creative_id, ''),
        coalesce(keyword_id, ''), platform, measure, '', sum(sign), 0
      from changes cross join lateral (values
        (case kind when 'REINSTALL' then 'reinstalls' else 'installs' end),
        (case when kind = 'INSTALL' then case touch when 'CLICK' then 'click_through' when 'VIEW' then 'view_through' end end),
        (case when kind = 'INSTALL' and flags is not null then 'suspicious' end)
      ) as counts(measure)
      where measure is not null
      group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(sign) <> 0
    ),
    names as (
      insert into ad_names as n (project_id, campaign_id, level, ad_id, name, updated_at)
      select distinct on (x.campaign_id, level, ad_id) ${projectId}, x.campaign_id, level, ad_id, name, ${at}::timestamptz
      from input x join decided d on d.id = x.install_id
      cross join lateral (values ('ad_set', x.ad_set_id, x.ad_set_name), ('creative', x.creative_id, x.creative_name),
        ('keyword', x.keyword_id, x.keyword_name)) as told(level, ad_id, name)
      where x.campaign_id is not null and ad_id is not null and name is not null
      order by x.campaign_id, level, ad_id
      on conflict (project_id, campaign_id, level, ad_id) do update set name = excluded.name, updated_at = excluded.updated_at
      where n.name <> excluded.name
    )
    select id from decided`;
  return decided.map((row) => row.id);
}

/** An install that cannot be decided is tried again later and, after five times, put aside for people to look at. */
export async function postpone(projectId: ProjectId, installId: string): Promise<void> {
  await sql`
    update installs set tries = tries + 1, lease_until = now() + least(tries + 1, 5) * interval '5 seconds',
      state = case when tries >= 4 then 'PARKED' else state end
    where project_id = ${projectId} and id = ${installId} and state = 'PENDING'`;
}

/** With installs to decide, or to decide once more. */
export function findProjectsWithPending(at: Date): Promise<{ id: number }[]> {
  return sql<{ id: number }[]>`
    select p.id from projects p
    where p.deleted_at is null and (
      exists (select 1 from installs s where s.project_id = p.id and s.state = 'PENDING'
        and (s.lease_until is null or s.lease_until < now()))
      or exists (select 1 from late_evidence l join installs s on s.project_id = l.project_id and s.id = l.install_id
        where l.project_id = p.id and l.due_at <= ${at} and s.state = 'DECIDED'))`;
}

export const findHosts = (projectId: ProjectId) => sql<{ host: string }[]>`
  select host from domains where project_id = ${projectId}`;

export async function findDeferred(projectId: ProjectId, campaignIds: number[], clickIds: string[]) {
  const [campaigns, clicks] = await Promise.all([
    sql<{ id: number; deeplink: string }[]>`
      select id, deeplink from campaigns where project_id = ${projectId} and id = any(${campaignIds}) and deeplink is not null`,
    sql<{ id: string; params: Record<string, string> }[]>`
      select id, params from clicks where project_id = ${projectId} and id = any(${clickIds}::uuid[])`,
  ]);
  return {
    deeplinks: new Map(campaigns.map((row) => [row.id, row.deeplink])),
    params: new Map(clicks.map((row) => [row.id, row.params])),
  };
}
