import { sql } from "@/db";
import type { ProjectId } from "@/lib/ids";
import type { DeviceId } from "@/lib/installs/device";

export type InstallRow = {
  project_id: ProjectId;
  id: string;
  at: Date;
  time_zone: string;
  instance: string;
  platform: string;
  app_version: string | null;
  package_version: string | null;
  os_version: string | null;
  device_model: string | null;
  language: string | null;
  user_agent: string | null;
  address_key: string | null;
  link: string | null;
  debug: boolean;
  device_data: unknown;
  device_ids: DeviceId[];
};

/** Installs of many projects: new ones with their device ids, and for all of them the day they were opened. */
export async function storeInstalls(rows: InstallRow[]): Promise<boolean[]> {
  const input = JSON.stringify(rows.map((row, i) => ({ i, ...row })));
  const found = await sql<{ is_new: boolean }[]>`
    with input as materialized (
      select * from json_to_recordset(${input}::text::json) as x(
        i int, project_id bigint, id uuid, at timestamptz, time_zone text, instance text, platform text, app_version text,
        package_version text, os_version text, device_model text, language text, user_agent text, address_key text,
        link text, debug boolean, device_data jsonb, device_ids jsonb)
    ),
    new_installs as (
      insert into installs (project_id, id, install_instance_id, kind, platform, installed_at, app_version,
        package_version, os_version, device_model, language, user_agent, address_key, link, debug, device_data, last_open_at)
      select project_id, id, instance, 'INSTALL', platform, at, app_version, package_version, os_version, device_model,
        language, user_agent, decode(address_key, 'hex'), link, debug, device_data, at
      from input order by project_id, instance
      on conflict (project_id, install_instance_id) do nothing
      returning project_id, id
    ),
    devices as (
      insert into install_devices (project_id, device_id, kind, install_id, seen_at)
      select x.project_id, device.id, device.kind, x.id, x.at
      from input x join new_installs n on n.project_id = x.project_id and n.id = x.id
      cross join lateral jsonb_to_recordset(x.device_ids) as device(kind text, id text)
      on conflict do nothing
    ),
    opened as (
      select x.i, x.project_id, x.at, x.time_zone, known.id, known.last_open_at
      from input x join installs known on known.project_id = x.project_id and known.install_instance_id = x.instance
    ),
    reopened as (
      update installs s set last_open_at = o.at from opened o
      where s.project_id = o.project_id and s.id = o.id and s.last_open_at < o.at - interval '1 minute'
    ),
    days as (
      insert into install_days (project_id, install_id, day)
      select project_id, id, (at at time zone time_zone)::date from opened
      union
      select x.project_id, x.id, (x.at at time zone x.time_zone)::date
      from input x join new_installs n on n.project_id = x.project_id and n.id = x.id
      on conflict do nothing
    )
    select n.id is not null as is_new
    from input x left join new_installs n on n.project_id = x.project_id and n.id = x.id
    order by x.i`;
  return found.map((row) => row.is_new);
}

export type Decided = {
  state: string;
  kind: string;
  installed_at: Date;
  clicked_at: Date | null;
  deeplink: string | null;
  network: string | null;
  ad_set_name: string | null;
  ad_set_id: string | null;
  creative_name: string | null;
  creative_id: string | null;
  campaign_display_id: string | null;
  campaign_name: string | null;
};

export async function findDecided(projectId: ProjectId, instance: string): Promise<Decided | null> {
  const [row] = await sql<Decided[]>`
    select s.state, s.kind, s.installed_at, s.clicked_at, s.deeplink, s.network, s.ad_set_id, s.ad_set_name, s.creative_id,
      s.creative_name, c.display_id as campaign_display_id, c.name as campaign_name
    from installs s left join campaigns c on c.project_id = s.project_id and c.id = s.campaign_id
    where s.project_id = ${projectId} and s.install_instance_id = ${instance}`;
  return row ?? null;
}

/** Kept by instance id: it may come before `init`. */
export async function storePushToken(
  projectId: ProjectId,
  instance: string,
  token: string,
  at: Date,
): Promise<void> {
  await sql`
    insert into install_details as d (project_id, install_instance_id, push_token, push_token_at, updated_at)
    values (${projectId}, ${instance}, ${token}, ${at}, ${at})
    on conflict (project_id, install_instance_id) do update set push_token = excluded.push_token,
      push_token_at = excluded.push_token_at, updated_at = excluded.updated_at
    where d.push_token_at is null or d.push_token_at <= excluded.push_token_at`;
}

export async function storeIntegrations(
  projectId: ProjectId,
  instance: string,
  ids: object,
  at: Date,
): Promise<void> {
  await sql`
    insert into install_details as d (project_id, install_instance_id, integrations, updated_at)
    values (${projectId}, ${instance}, ${JSON.stringify(ids)}::text::jsonb, ${at})
    on conflict (project_id, install_instance_id) do update set integrations = d.integrations || excluded.integrations,
      updated_at = excluded.updated_at`;
}
