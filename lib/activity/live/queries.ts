import { type Fragment, sql } from "@/db";
import type { LiveKind } from "@/lib/activity/live/schema";
import type { ProjectId } from "@/lib/base/ids";

export type LiveRow = {
  kind: LiveKind;
  id: string;
  at: Date;
  title: string | null;
  note: string | null;
  amount_minor: number | null;
  campaign: string | null;
  platform: string | null;
  user_id: string | null;
  install_instance_id: string | null;
  install_id: string | null;
  sent: Record<string, unknown> | null;
  stored: Record<string, unknown>;
};

/** The install or user that the entries belong to, or both. */
export type LiveTarget = { instances: string[]; clickIds: string[] };

export type LiveFilter = {
  since: Date | null;
  kinds: LiveKind[];
  install: LiveTarget | null;
  user: (LiveTarget & { id: string }) | null;
  limit: number;
  withDevice: boolean;
  /** Includes the name, email address, phone number and details of users. */
  withPeople: boolean;
};

export const findTargets = (projectId: ProjectId, installIds: string[]) => sql<
  { instance: string; click_id: string | null }[]
>`
  select s.install_instance_id as instance, s.click_id from installs s
  where s.project_id = ${projectId} and s.id = any(${installIds}::uuid[])`;

const nothing = () => sql``;

/** The newest of each kind, each read from its time index; then the newest of all kinds. */
export async function findLive(projectId: ProjectId, filter: LiveFilter): Promise<LiveRow[]> {
  const parts = filter.kinds.map((kind) => partOf[kind](projectId, filter));
  const all = parts.reduce((left, right) => sql`${left} union all ${right}`, columns());
  return sql<LiveRow[]>`
    with newest as materialized (
      select * from (${all}) every_kind order by at desc, id desc limit ${filter.limit}
    )
    select n.kind, n.id, n.at, n.title, coalesce(n.note, case when s.is_test then 'test' end) as note, n.amount_minor,
      c.name as campaign, n.platform, n.user_id,
      n.instance as install_instance_id, s.id as install_id, n.sent, n.stored
    from newest n
    left join installs s on s.project_id = ${projectId} and s.install_instance_id = n.instance
    left join campaigns c on c.project_id = ${projectId} and c.id = coalesce(n.campaign_id, s.campaign_id)
    order by n.at desc, n.id desc`;
}

/** An empty row that defines the column names for all kinds. */
const columns = (): Fragment => sql`
  (select null::text as kind, null::text as id, null::timestamptz as at, null::text as title, null::text as note,
    null::bigint as amount_minor, null::bigint as campaign_id, null::text as platform, null::text as user_id,
    null::text as instance,
    null::jsonb as sent, null::jsonb as stored
  where false)`;

const since = (column: Fragment, { since: from }: LiveFilter) =>
  from ? sql`and ${column} >= ${from}` : nothing();
const sinceId = (column: Fragment, { since: from }: LiveFilter) =>
  from ? sql`and ${column} >= uuid_floor(${from})` : nothing();

const ofInstances = (column: Fragment, { install, user }: LiveFilter, byUser: boolean) => sql`
  ${install ? sql`and ${column} = any(${install.instances}::text[])` : nothing()}
  ${byUser && user ? sql`and ${column} = any(${user.instances}::text[])` : nothing()}`;
const ofUser = (column: Fragment, { user }: LiveFilter) =>
  user ? sql`and ${column} = ${user.id}` : nothing();

const partOf: Record<LiveKind, (projectId: ProjectId, filter: LiveFilter) => Fragment> = {
  click: (projectId, filter) => sql`
    (select 'click', c.id::text, c.clicked_at, concat_ws(' ', c.device_model, c.browser),
      coalesce(c.not_counted, case when c.is_test then 'test' end), null, c.campaign_id, c.platform, null, null,
      jsonb_strip_nulls(jsonb_build_object('params', c.params, 'user_agent', c.user_agent, 'referrer', c.referrer)),
      jsonb_strip_nulls(jsonb_build_object('kind', c.kind, 'network', c.network,
        'ad_set', coalesce(c.ad_set_name, c.ad_set_id),
        'ad', coalesce(c.creative_name, c.creative_id), 'keyword', coalesce(c.keyword_name, c.keyword_id),
        'os_version', c.os_version,
        'country', c.country, 'language', c.language, 'warnings', c.warnings))
    from clicks c where c.project_id = ${projectId} ${sinceId(sql`c.id`, filter)}
      ${filter.install ? sql`and c.id = any(${filter.install.clickIds}::uuid[])` : nothing()}
      ${filter.user ? sql`and c.id = any(${filter.user.clickIds}::uuid[])` : nothing()}
    order by c.id desc limit ${filter.limit})`,
  install: (projectId, filter) => sql`
    (select 'install', s.id::text, s.installed_at, concat_ws(' ', initcap(s.kind), 'on', s.device_model),
      case s.state when 'PENDING' then 'not decided yet' when 'PARKED' then 'put aside' else case when s.is_test
        then 'test' end end,
      null, null, s.platform, null, s.install_instance_id,
      ${
        filter.withDevice
          ? sql`jsonb_strip_nulls(jsonb_build_object('link', s.link, 'app_version', s.app_version,
              'package_version', s.package_version,
              'debug', s.debug, 'user_agent', s.user_agent, 'device_data', s.device_data))`
          : sql`null::jsonb`
      },
      jsonb_strip_nulls(jsonb_build_object('state', s.state, 'method', s.method, 'network', s.network,
        'app_version', s.app_version,
        'os_version', s.os_version, 'language', s.language, 'country', s.country))
    from installs s where s.project_id = ${projectId} ${since(sql`s.installed_at`, filter)}
      ${ofInstances(sql`s.install_instance_id`, filter, true)}
    order by s.installed_at desc limit ${filter.limit})`,
  signup: (projectId, filter) => sql`
    (select 'signup', u.user_id, u.identified_at, ${filter.withPeople ? sql`coalesce(u.name, u.user_id)` : sql`u.user_id`},
      case when not u.is_signup then 'not counted: the install already has a sign-up' end, null, null,
      u.platform, u.user_id, u.install_instance_id,
      jsonb_strip_nulls(jsonb_build_object('id', u.user_id,
        'customer_created_at', u.customer_created_at, 'is_first_time_customer', u.is_first_time))
      ${
        filter.withPeople
          ? sql`|| jsonb_strip_nulls(jsonb_build_object('name', u.name, 'email', u.email, 'phone', u.phone)) || u.details`
          : nothing()
      },
      jsonb_strip_nulls(jsonb_build_object('attributed_at', u.attributed_at))
    from users u where u.project_id = ${projectId} ${since(sql`u.identified_at`, filter)}
      ${ofInstances(sql`u.install_instance_id`, filter, false)} ${ofUser(sql`u.user_id`, filter)}
    order by u.identified_at desc limit ${filter.limit})`,
  event: (projectId, filter) => sql`
    (select 'event', e.id::text, e.occurred_at, e.name, null, e.amount_minor, null, e.platform, e.user_id,
      e.install_instance_id, jsonb_build_object('event_name', coalesce(e.sent_name, e.name), 'event_data', e.data),
      '{}'::jsonb
    from events e where e.project_id = ${projectId} ${sinceId(sql`e.id`, filter)}
      ${ofInstances(sql`e.install_instance_id`, filter, false)} ${ofUser(sql`e.user_id`, filter)}
    order by e.id desc limit ${filter.limit})`,
  payment: (projectId, filter) => sql`
    (select 'payment', p.id::text, p.paid_at, p.type,
      case when p.removed_at is not null then 'removed' when p.status <> 'PAYMENT_COMPLETED' then p.status end,
      p.amount_minor, null, p.platform, p.user_id, p.install_instance_id,
      jsonb_strip_nulls(jsonb_build_object('payment_id', p.payment_id, 'type', p.type, 'status', p.status,
        'event_data', p.data)),
      jsonb_strip_nulls(jsonb_build_object('removed_at', p.removed_at, 'original_minor', p.original_minor,
        'original_currency', case when p.original_minor is not null then p.original_currency end))
    from payments p where p.project_id = ${projectId} ${since(sql`p.paid_at`, filter)}
      ${ofInstances(sql`p.install_instance_id`, filter, false)} ${ofUser(sql`p.user_id`, filter)}
    order by p.paid_at desc limit ${filter.limit})`,
  removal: (projectId, filter) => sql`
    (select 'removal', p.id::text, p.removed_at, p.type, null, -p.amount_minor, null, p.platform, p.user_id,
      p.install_instance_id,
      jsonb_strip_nulls(jsonb_build_object('payment_id', p.payment_id)),
      jsonb_strip_nulls(jsonb_build_object('paid_at', p.paid_at, 'status', p.status))
    from payments p where p.project_id = ${projectId} and p.removed_at is not null ${since(sql`p.removed_at`, filter)}
      ${ofInstances(sql`p.install_instance_id`, filter, false)} ${ofUser(sql`p.user_id`, filter)}
    order by p.removed_at desc limit ${filter.limit})`,
  open: (projectId, filter) => sql`
    (select 'open', o.id::text, o.opened_at, o.url, case when not o.is_ours then 'not a link of this project' end, null,
      o.campaign_id, o.platform, null, o.install_instance_id, jsonb_build_object('deeplink_url', o.url) || o.data,
      jsonb_build_object('ours', o.is_ours)
    from deeplink_opens o where o.project_id = ${projectId} ${sinceId(sql`o.id`, filter)}
      ${ofInstances(sql`o.install_instance_id`, filter, true)}
    order by o.id desc limit ${filter.limit})`,
  rejection: (projectId, filter) => sql`
    (select 'rejection', r.id::text, r.at, r.endpoint, r.reason, null, null, null, null, null, null::jsonb,
      jsonb_strip_nulls(jsonb_build_object('endpoint', r.endpoint, 'reason', r.reason, 'body_sha256', r.body_hash))
    from rejections r where r.project_id = ${projectId} ${sinceId(sql`r.id`, filter)}
    order by r.id desc limit ${filter.limit})`,
};
