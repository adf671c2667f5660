import { sql } from "@/db";
import type { Candidate } from "@/lib/attribution/touches/touches";
import type { ProjectId } from "@/lib/base/ids";
import { millionths } from "@/lib/base/money";
import type { OriginalAmount } from "@/lib/campaigns/list-fields";
import { originalAmountSql } from "@/lib/ledger/original-queries";
import { zoneOfProject } from "@/lib/ledger/queries";

export type DecisionVersionRow = {
  version: number;
  decided_at: Date;
  rules: string;
  campaign_id: number | null;
  kind: string;
  method: string;
  reason: string;
  confidence: number;
  network: string | null;
  counted: boolean;
  candidates: Candidate[];
  evidence: Record<string, unknown>;
};

/** All decisions, the current one first. */
export const findDecisions = (projectId: ProjectId, installId: string) => sql<DecisionVersionRow[]>`
  select d.version, d.decided_at, d.rules, d.campaign_id, d.kind, d.method, d.reason, d.confidence,
    d.network, d.counted,
    d.candidates, d.evidence
  from decisions d where d.project_id = ${projectId} and d.install_id = ${installId}::uuid
  order by d.version desc limit 50`;

export const findCampaignNames = (projectId: ProjectId, ids: number[]) => sql<{ id: number; name: string }[]>`
  select c.id, c.name from campaigns c where c.project_id = ${projectId} and c.id = any(${ids}::bigint[])`;

export type MomentRow = {
  kind: "click" | "view" | "signed_in" | "event" | "payment" | "ads" | "open";
  at: Date;
  id: string;
  title: string;
  amount_minor: number | null;
  removed_at: Date | null;
  original: OriginalAmount;
  detail: Record<string, unknown>;
};

/** The facts around an install: the newest of each kind, up to a maximum. */
export function findInstallTimeline(
  projectId: ProjectId,
  { instance, clickIds, most: max }: { instance: string; clickIds: string[]; most: number },
): Promise<MomentRow[]> {
  return sql<MomentRow[]>`
    select c.kind, c.clicked_at as at, c.id::text as id, coalesce(m.name, 'A deleted campaign') as title,
      null::float8 as amount_minor, null::timestamptz as removed_at, null::jsonb as original,
      jsonb_strip_nulls(jsonb_build_object('network', c.network, 'platform', c.platform, 'os_version', c.os_version,
        'device', c.device_model, 'browser', c.browser, 'country', c.country, 'ad_set',
        coalesce(c.ad_set_name, c.ad_set_id),
        'ad', coalesce(c.creative_name, c.creative_id), 'keyword', coalesce(c.keyword_name, c.keyword_id),
        'not_counted', c.not_counted, 'params', nullif(c.params, '{}'))) as detail
    from clicks c left join campaigns m on m.project_id = ${projectId} and m.id = c.campaign_id
    where c.project_id = ${projectId} and c.id = any(${clickIds}::uuid[])
    union all
    select 'signed_in', t.identified_at, t.user_id, t.user_id, null, null, null,
      jsonb_strip_nulls(jsonb_build_object('name', u.name, 'email', u.email, 'phone', u.phone,
        'first_install', u.install_instance_id = t.install_instance_id))
    from identities t left join users u on u.project_id = ${projectId} and u.user_id = t.user_id
    where t.project_id = ${projectId} and t.install_instance_id = ${instance}
    union all
    (select 'event', e.occurred_at, e.id::text, e.name, e.amount_minor, null, null,
      jsonb_strip_nulls(jsonb_build_object('user', e.user_id, 'data', nullif(e.data, '{}')))
    from events e where e.project_id = ${projectId} and e.install_instance_id = ${instance} order by e.id desc
    limit ${max})
    union all
    (select 'payment', p.paid_at, p.id::text, p.type, p.amount_minor, p.removed_at, ${originalAmountSql(projectId, zoneOfProject(projectId))},
      jsonb_strip_nulls(jsonb_build_object('status', p.status, 'payment_id', p.payment_id, 'user', p.user_id,
        'check', p.check_state, 'check_reason', p.check_reason,
        'data', nullif(p.data, '{}')))
    from payments p where p.project_id = ${projectId} and p.install_instance_id = ${instance}
    order by p.paid_at desc, p.id desc limit ${max})
    union all
    -- The ads of a day together: a user may see dozens.
    (select 'ads', max(a.occurred_at), max(a.id::text), sum(a.impressions)::text,
      sum(a.amount_millionths)::float8 / ${millionths}, null, null,
      jsonb_build_object('networks', array_agg(distinct a.network))
    from ad_revenue a where a.project_id = ${projectId} and a.install_instance_id = ${instance}
    group by (a.occurred_at at time zone ${zoneOfProject(projectId)})::date order by 2 desc limit ${max})
    union all
    (select 'open', o.opened_at, o.id::text, o.url, null, null, null,
      jsonb_strip_nulls(jsonb_build_object('ours', o.is_ours, 'data', nullif(o.data, '{}')))
    from deeplink_opens o where o.project_id = ${projectId} and o.install_instance_id = ${instance}
    order by o.id desc limit ${max})`;
}

export const findDevicesOfInstall = (projectId: ProjectId, installId: string) => sql<
  { kind: string; id: string; seen_at: Date }[]
>`
  select v.kind, v.device_id as id, v.seen_at from install_devices v
  where v.project_id = ${projectId} and v.install_id = ${installId}::uuid order by v.kind, v.device_id`;

/** Other installs of the same device. */
export const findInstallsOfDevice = (projectId: ProjectId, installId: string) => sql<
  { id: string; installed_at: Date }[]
>`
  select distinct s.id, s.installed_at
  from install_devices own
  join install_devices other on other.project_id = ${projectId} and other.device_id = own.device_id
    and other.install_id <> own.install_id
  join installs s on s.project_id = ${projectId} and s.id = other.install_id
  where own.project_id = ${projectId} and own.install_id = ${installId}::uuid
  order by s.installed_at desc limit 20`;
