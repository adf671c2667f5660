/** Reads installs in the order of their IDs, page by page, so that no statement reads all facts of a project. */
import { type Fragment, sql } from "@/db";
import { minIdAt, type ProjectId } from "@/lib/base/ids";
import type { DeviceId, Platform } from "@/lib/facts/app-calls/device";
import type { ConsentSignals } from "@/lib/facts/consent/signals";
import { revenueSignOf } from "@/lib/ledger/queries";
import type { AudienceConditions, EventCondition } from "@/lib/outbound/audiences/conditions/schema";

const dayMs = 86_400_000;
const ago = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

export type Scan = {
  conditions: AudienceConditions;
  /** Revenue limits in the currency's smallest unit. */
  revenue: { min: number | null; max: number | null; days: number | null } | null;
  now: Date;
};

/** The facts `of` of the install `s`, or of its user on any install. */
const ofPerson = (of: Fragment) =>
  sql`(${of}.user_id = t.user_id or ${of}.install_instance_id = s.install_instance_id)`;

function eventHolds(project: ProjectId, event: EventCondition, now: Date): Fragment {
  const since = ago(now, event.within_days);
  const count = sql`(select count(*) from (
    select from events e where e.project_id = ${project} and ${ofPerson(sql`e`)} and e.name = ${event.name}
      and e.id >= ${minIdAt(since.getTime())}::uuid and e.occurred_at >= ${since} limit ${event.at_least}) n)`;
  return event.did ? sql`and ${count} >= ${event.at_least}` : sql`and ${count} < ${event.at_least}`;
}

function revenueHolds(
  project: ProjectId,
  { min, max, days }: NonNullable<Scan["revenue"]>,
  now: Date,
): Fragment {
  return sql`and exists (
    select from (
      select coalesce(sum(p.amount_minor * (${revenueSignOf("p.type")})), 0) as minor from payments p
      where p.project_id = ${project} and ${ofPerson(sql`p`)} and p.status = 'PAYMENT_COMPLETED'
        and p.removed_at is null ${days === null ? sql`` : sql`and p.paid_at >= ${ago(now, days)}`}
    ) r where ${min === null ? sql`true` : sql`r.minor >= ${min}`} and ${max === null ? sql`true` : sql`r.minor <= ${max}`})`;
}

type Range = NonNullable<AudienceConditions["installed"]>;
const between = (at: Fragment, { min_days: min, max_days: max }: Range, now: Date) => sql`
  ${min === null ? sql`` : sql`and ${at} <= ${ago(now, min)}`} ${max === null ? sql`` : sql`and ${at} >= ${ago(now, max)}`}`;

const versionParts = (version: string) => sql`string_to_array(${version}, '.')::int[]`;

function versionHolds({ from, to }: NonNullable<AudienceConditions["app_version"]>): Fragment {
  // Versions of another form have no order.
  const parts = sql`case when s.app_version ~ '^\\d{1,6}(\\.\\d{1,6}){0,4}$' then string_to_array(s.app_version, '.')::int[] end`;
  return sql`
    ${from === null ? sql`` : sql`and ${parts} >= ${versionParts(from)}`}
    ${to === null ? sql`` : sql`and ${parts} <= ${versionParts(to)}`}`;
}

/** One of the sources must apply. */
function sourceHolds({ networks, campaigns, organic }: AudienceConditions): Fragment {
  if (networks.length === 0 && campaigns.length === 0 && !organic) return sql``;
  return sql`and (
    s.network = any(${networks}::text[]) or s.campaign_id = any(${campaigns}::bigint[])
    or (${organic} and s.state = 'DECIDED' and s.campaign_id is null and s.network is null))`;
}

const holds = (project: ProjectId, { conditions, revenue, now }: Scan): Fragment => sql`
  ${conditions.platform === null ? sql`` : sql`and s.platform = ${conditions.platform}`}
  ${conditions.countries.length === 0 ? sql`` : sql`and s.country = any(${conditions.countries}::text[])`}
  ${sourceHolds(conditions)}
  ${conditions.installed ? between(sql`s.installed_at`, conditions.installed, now) : sql``}
  ${conditions.last_open ? between(sql`coalesce(s.last_open_at, s.installed_at)`, conditions.last_open, now) : sql``}
  ${conditions.app_version ? versionHolds(conditions.app_version) : sql``}
  ${revenue ? revenueHolds(project, revenue, now) : sql``}
  ${conditions.events.reduce((all, event) => sql`${all} ${eventHolds(project, event, now)}`, sql``)}`;

/** Installs of the page, whether they match or not, and the end of the page: null for the last one. */
export async function findPageEnd(project: ProjectId, after: string, size: number): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select s.id from installs s where s.project_id = ${project} and s.id > ${after}::uuid
    order by s.id offset ${size - 1} limit 1`;
  return row?.id ?? null;
}

export type CandidateRow = {
  install_id: string;
  instance: string;
  platform: Platform;
  country: string | null;
  user_id: string | null;
  email: string | null;
  phone: string | null;
  devices: DeviceId[] | null;
  consent: ConsentSignals | null;
  /** Only if no consent was reported separately. */
  device_data: Record<string, unknown> | null;
};
type Page = { checked: number; rows: CandidateRow[] };

/** The installs after one ID up to another that match. Each condition is looked up by the install's own indexes. */
export async function findCandidates(
  project: ProjectId,
  scan: Scan,
  { after, upTo }: { after: string; upTo: string | null },
): Promise<Page> {
  const page = sql`s.project_id = ${project} and s.id > ${after}::uuid ${upTo === null ? sql`` : sql`and s.id <= ${upTo}::uuid`}`;
  const [row] = await sql<[{ checked: number; rows: CandidateRow[] | null }]>`
    with matched as materialized (
      select s.id, s.install_instance_id, s.platform, s.country, s.device_data, t.user_id
      from installs s
      left join identities t on t.project_id = ${project} and t.install_instance_id = s.install_instance_id
      where ${page} and s.erased_at is null and not s.is_test ${holds(project, scan)}
    )
    select (select count(*)::int from installs s where ${page}) as checked, (
      select json_agg(json_build_object('install_id', m.id, 'instance', m.install_instance_id, 'platform', m.platform,
        'country', m.country, 'user_id', m.user_id, 'email', u.email, 'phone', u.phone, 'consent', to_json(k),
        'device_data', case when k is null then m.device_data end,
        'devices', (select json_agg(json_build_object('kind', v.kind, 'id', v.device_id) order by v.seen_at desc)
          from install_devices v where v.project_id = ${project} and v.install_id = m.id)))
      from matched m
      left join users u on u.project_id = ${project} and u.user_id = m.user_id
      left join lateral (
        select c.eea, c.ad_user_data, c.ad_personalization, c.ad_storage, c.att_status, c.limit_ad_tracking,
          c.us_opt_out, c.is_child, c.tc_string, c.gpp_string
        from consents c where c.project_id = ${project} and c.install_instance_id = m.install_instance_id limit 1
      ) k on true) as rows`;
  return { checked: row!.checked, rows: row!.rows ?? [] };
}

/** The installs' IDs begin with their time: the first and the last one show how far a scan is. */
export async function findInstallRange(project: ProjectId): Promise<{ first: string; last: string } | null> {
  const [row] = await sql<{ first: string | null; last: string | null }[]>`
    select (select s.id from installs s where s.project_id = ${project} order by s.id limit 1) as first,
      (select s.id from installs s where s.project_id = ${project} order by s.id desc limit 1) as last`;
  return row?.first && row.last ? { first: row.first, last: row.last } : null;
}
