import { type Fragment, sql } from "@/db";
import { env } from "@/lib/base/env";
import type { ProjectId } from "@/lib/base/ids";
import type { LoadedRow } from "@/lib/outbound/hydrate/row";
import type { FactKind } from "@/lib/outbound/mapping/fact";

/**
 * One decision of the install `s`, with current names. If a fraud rule made it organic, it has the rejected campaign
 * and click.
 */
const decisionOf = (projectId: ProjectId, version: Fragment) => sql`
  left join lateral (
    select d.version, d.decided_at, d.rules, d.attribution_type, d.method, d.reason, d.confidence, d.touch, d.network,
      coalesce(d.campaign_id, rejected.campaign_id) as campaign_id, c.name as campaign_name, c.display_id, a.name as affiliate, d.ad_set_id, d.ad_set_name,
      d.creative_id, d.creative_name, d.keyword_id, d.keyword_name, d.flags, coalesce(d.click_id, rejected.click_id) as click_id
    from decisions d
    left join lateral (
      select (e.value ->> 'campaign_id')::bigint as campaign_id, (e.value ->> 'click_id')::uuid as click_id
      from jsonb_array_elements(d.candidates) e
      where d.reason = 'fraud' and e.value ->> 'lost' like 'fraud:%' limit 1
    ) rejected on true
    left join campaigns c on c.project_id = ${projectId} and c.id = coalesce(d.campaign_id, rejected.campaign_id)
    left join affiliates a on a.project_id = ${projectId} and a.id = c.affiliate_id
    where d.project_id = ${projectId} and d.install_id = s.id and d.version = ${version} limit 1
  )`;

const idOf = (kinds: FactKind[]) =>
  sql`case when coalesce(og.fact, x.fact) = any(${kinds}::text[]) then x.fact_id::uuid end`;

const clickOf = (projectId: ProjectId, id: Fragment) => sql`
  left join lateral (
    select k.id, k.clicked_at, k.params, k.country, n.click_parameter, n.publisher_parameter from clicks k
    left join custom_networks n on n.project_id = ${projectId} and n.code = k.network
    where k.project_id = ${projectId} and k.id = ${id} limit 1
  )`;

/** The original of a correction, with the last accepted delivery of the same event. */
const originalOf = (projectId: ProjectId) => sql`
  left join lateral (
    select o.event_uid as uid, o.fact, o.state, o.sent_as, o.decision_version as version, l.fact as last_fact,
      l.decision_version as last_version, o.next_at is not null as is_pending,
      case when o.state = 'sent' and (l.fact is null or o.decision_version >= l.decision_version)
        then o.decision_version else l.decision_version end as sent_version,
      exists (
        select 1 from deliveries e where e.project_id = ${projectId} and e.corrects = o.id and e.state = 'queued'
          and e.decision_version < x.decision_version
      ) as is_busy,
      o.fact = 'payment' and exists (
        select 1 from deliveries r where r.project_id = ${projectId} and r.destination_id = o.destination_id
          and r.event_uid = 'refund:' || substr(o.event_uid, 9) and r.state = 'sent'
      ) as is_refunded
    from deliveries o
    left join lateral (
      select c.fact, c.decision_version from deliveries c
      where c.project_id = ${projectId} and c.corrects = o.id and c.state = 'sent' and c.id is distinct from x.id
      order by c.decision_version desc limit 1
    ) l on true
    where o.project_id = ${projectId} and o.id = x.corrects limit 1
  ) og on true`;

/** `who` is the ID of the row that has the data of the same user and install. */
export type ReadRow = LoadedRow & { who: string | null; is_first: boolean };

/**
 * The stored data of the events in `which`, the longest due first. Every row is looked up by its key, so the cost
 * depends only on the number of rows. Several rows of a user and install share their data on the first row; corrections
 * have their own.
 */
export const readFacts = (projectId: ProjectId, which: Fragment, sameplace: number[]) => sql<ReadRow[]>`
  with x as materialized (
    select w.*, w.id is not distinct from w.who as is_first from (
      select w.*, first_value(w.id) over (partition by w.user_id, w.install_instance_id, w.fact = 'reattributed',
        case when w.corrects is not null then w.id end) as who
      from (${which}) w
    ) w
  )
  select x.id, x.event_uid, x.fact, x.fact_id, x.fact_at, x.state, x.tries, x.begun_at, x.who, x.is_first,
    x.decision_version, to_json(og) as original, to_json(t) as sent_decision, to_json(tc) as sent_click,
    coalesce(x.install_instance_id like 'erased-%', false) or coalesce(x.user_id like 'erased-%', false) as is_erased,
    to_json(e) as event, to_json(p) as payment, to_json(ar) as ad_revenue, to_json(o) as open, to_json(u) as user, to_json(s) as install,
    (select json_agg(json_build_object('kind', v.kind, 'id', v.device_id) order by v.seen_at desc)
      from install_devices v where v.project_id = ${projectId} and v.install_id = s.id) as devices,
    (select i.integrations from install_details i
      where i.project_id = ${projectId} and i.install_instance_id = s.install_instance_id) as integrations,
    to_json(k) as consent, to_json(d) as decision, to_json(b) as previous, to_json(c) as click, to_json(al) as alert,
    to_json(pl) as pull, to_json(ap) as apple_postback, case when x.fact = 'report' then x.payload end as report,
    exists (
      select 1 from deliveries same where same.project_id = ${projectId} and same.event_uid = x.event_uid
        and same.destination_id = any(${sameplace}::bigint[]) and same.state = 'sent'
    ) as is_duplicate,
    x.fact = 'refund' and exists (
      select 1 from deliveries paid where paid.project_id = ${projectId} and paid.destination_id = x.destination_id
        and paid.event_uid = 'payment:' || substr(x.event_uid, 8) and paid.state = 'sent'
    ) as was_sent
  from x
  ${originalOf(projectId)}
  left join lateral (
    select e.name, e.data, e.amount_minor from events e
    where e.project_id = ${projectId} and e.id = ${idOf(["event"])} limit 1
  ) e on true
  left join lateral (
    select p.payment_id, p.type, p.status, coalesce(p.original_minor, p.amount_minor) as amount_minor,
      case when p.original_minor is not null then p.original_currency end as currency, p.data, p.removed_at,
      p.amount_minor as counted_minor
    from payments p
    where p.project_id = ${projectId} and p.id = ${idOf(["payment", "refund"])} limit 1
  ) p on true
  left join lateral (
    select coalesce(r.original_millionths, r.amount_millionths) as amount_millionths, r.original_currency as currency,
      r.network, r.placement, r.ad_unit, r.ad_format, r.precision, r.impressions
    from ad_revenue r
    where r.project_id = ${projectId} and r.id = ${idOf(["ad_revenue"])} limit 1
  ) ar on true
  left join lateral (
    select o.url, o.data, c.id as campaign_id, c.name as campaign_name, c.display_id, c.network, a.name as affiliate,
      o.ad_set_id, o.creative_id, o.keyword_id
    from deeplink_opens o
    left join campaigns c on c.project_id = ${projectId} and c.id = o.campaign_id
    left join affiliates a on a.project_id = ${projectId} and a.id = c.affiliate_id
    where o.project_id = ${projectId} and o.id = ${idOf(["reengagement"])} limit 1
  ) o on true
  left join lateral (
    select a.rule_id, r.name, r.kind, a.subject, a.label, a.text, a.period, a.seen,
      a.latest, a.fired_at, a.resolved_at, a.ended,
      ${env.APP_URL}::text || '/p/' || a.project_id || '/alerts/' || a.rule_id as url
    from alerts a join alert_rules r on r.project_id = ${projectId} and r.id = a.rule_id
    where a.project_id = ${projectId} and a.id = ${idOf(["alert", "alert_resolved"])} limit 1
  ) al on true
  left join lateral (
    -- After a retry with another result, it is outdated.
    select a.id, a.name, a.network, n.problem, n.next_at,
      ${env.APP_URL}::text || '/p/' || a.project_id || '/spend/sources' as url
    from network_pulls n join network_accounts a on a.project_id = ${projectId} and a.id = n.account_id
    where n.project_id = ${projectId} and n.problem is not null
      and n.account_id = case when x.fact = 'pull_failed' then x.fact_id::bigint end limit 1
  ) pl on true
  left join lateral (
    select r.framework, r.postback_uid, r.sequence, r.conversion_type, r.did_win, r.app_id, r.network_id,
      r.source_identifier, c.id as campaign_id, c.name as campaign_name, c.display_id, r.fine, r.coarse, r.country,
      r.interaction, ${env.APP_URL}::text || '/p/' || r.project_id || '/ios/postbacks/' || r.id as url
    from apple_postbacks r
    left join apple_sources a on a.project_id = ${projectId} and a.source_identifier = r.source_identifier
      and a.network_id = r.network_id
    left join campaigns c on c.project_id = ${projectId} and c.id = a.campaign_id
    where r.project_id = ${projectId} and r.id = ${idOf(["apple_postback"])} limit 1
  ) ap on true
  left join lateral (
    select i.user_id from identities i
    where x.is_first and x.user_id is null
      and i.project_id = ${projectId} and i.install_instance_id = x.install_instance_id limit 1
  ) identity on true
  left join lateral (
    select u.user_id, u.name, u.email, u.phone, u.install_instance_id from users u
    where x.is_first and u.project_id = ${projectId} and u.user_id = coalesce(x.user_id, identity.user_id) limit 1
  ) u on true
  left join lateral (
    select s.id, s.install_instance_id, s.kind, s.platform, s.installed_at, s.app_version, s.os_version,
      s.device_model, s.country, s.language, s.is_test, s.device_data, s.state, s.postbacks_withheld, s.erased_at,
      s.decision_version, s.uninstalled_at
    from installs s
    where x.is_first and s.project_id = ${projectId}
      and s.install_instance_id = coalesce(x.install_instance_id, u.install_instance_id) limit 1
  ) s on true
  left join lateral (
    select k.eea, k.ad_user_data, k.ad_personalization, k.ad_storage, k.att_status, k.limit_ad_tracking, k.us_opt_out,
      k.is_child, k.tc_string, k.gpp_string
    from consents k
    where k.project_id = ${projectId} and k.install_instance_id = s.install_instance_id limit 1
  ) k on true
  ${decisionOf(projectId, sql`s.decision_version`)} d on true
  ${decisionOf(projectId, sql`case when x.fact = 'reattributed' then s.decision_version - 1 end`)} b on true
  ${decisionOf(projectId, sql`og.sent_version`)} t on true
  ${clickOf(projectId, sql`d.click_id`)} c on true
  ${clickOf(projectId, sql`t.click_id`)} tc on true
  order by x.next_at`;

/** Loads an event that has no delivery yet. */
export const loadOne = (
  projectId: ProjectId,
  one: {
    uid: string;
    fact: FactKind;
    fact_id: string;
    fact_at: Date;
    user_id: string | null;
    instance: string | null;
    /** For a correction: the delivery to correct, and the new decision. */
    corrects?: string;
    version?: number;
  },
) =>
  readFacts(
    projectId,
    sql`
      select null::uuid as id, null::bigint as destination_id, ${one.uid}::text as event_uid, ${one.fact}::text as fact, ${one.fact_id}::text as fact_id,
        ${one.fact_at}::timestamptz as fact_at, ${one.user_id}::text as user_id,
        ${one.instance}::text as install_instance_id, 'waiting'::text as state, 0 as tries,
        ${one.fact_at}::timestamptz as begun_at, ${one.corrects ?? null}::uuid as corrects,
        ${one.version ?? null}::int as decision_version, null::json as payload, null::timestamptz as next_at`,
    [],
  );

const happened = () => sql`
  select q.id, q.destination_id, q.event_uid, q.fact, q.fact_id, q.fact_at, q.user_id, q.install_instance_id, q.state,
    q.tries, q.begun_at, q.corrects, q.decision_version, q.payload, q.next_at`;

/** Due deliveries of a destination, the oldest first, without those being sent. */
export const dueRows = (
  projectId: ProjectId,
  destination: number,
  at: Date,
  max: number,
  but: string[],
) => sql`
  ${happened()} from deliveries q
  where q.project_id = ${projectId} and q.destination_id = ${destination} and q.next_at <= ${at}
    and q.id not in (select unnest(${but}::uuid[]))
  order by q.next_at limit ${max}`;

export const theseRows = (projectId: ProjectId, ids: string[]) => sql`
  ${happened()} from deliveries q where q.project_id = ${projectId} and q.id = any(${ids}::uuid[])`;
