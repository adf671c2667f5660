import { sql } from "@/db";
import type { AccountId, ProjectId } from "@/lib/base/ids";

/** Sample projects whose activity is not complete. */
export const findUnfilled = () => sql<{ id: ProjectId; days: number; created_at: Date }[]>`/* all projects */
  select p.id, p.sample_days as days, p.created_at from projects p
  where p.sample_days < 30 and p.deleted_at is null and p.frozen_at is null order by p.id`;

export async function hasSample(account: AccountId): Promise<boolean> {
  const rows = await sql`
    select p.id from projects p
    where p.account_id = ${account} and p.sample_days is not null and p.deleted_at is null limit 1`;
  return rows.length > 0;
}

export const noteDays = (project: ProjectId, days: number) => sql`
  update projects set sample_days = ${days} where id = ${project} and sample_days < ${days}`;

export const findCampaignIds = (project: ProjectId) => sql<{ id: number; display_id: string }[]>`
  select c.id, c.display_id from campaigns c where c.project_id = ${project}`;

export const findHost = (project: ProjectId) => sql<{ host: string }[]>`
  select d.host from domains d where d.project_id = ${project} and d.is_primary`;

export type KnownUser = {
  instance: string;
  platform: string;
  installed_at: Date;
  device: Record<string, unknown>;
  user: string | null;
  has_paid: boolean;
};

/** The users of the days so far, of whom some return on each later day. */
export const findUsers = (project: ProjectId) => sql<KnownUser[]>`
  select s.install_instance_id as instance, s.platform, s.installed_at, s.device_data as device,
    (select i.user_id from identities i
      where i.project_id = ${project} and i.install_instance_id = s.install_instance_id) as user,
    exists (select from payments p
      where p.project_id = ${project} and p.install_instance_id = s.install_instance_id) as has_paid
  from installs s where s.project_id = ${project} order by s.installed_at, s.id`;

export type CountedClicks = { day: string; display_id: string; ad_set_id: string; clicks: number };

export const findCountedClicks = (project: ProjectId, timeZone: string) => sql<CountedClicks[]>`
  select (k.clicked_at at time zone ${timeZone})::date::text as day, c.display_id, coalesce(k.ad_set_id, '') as ad_set_id,
    count(*)::int as clicks
  from clicks k join campaigns c on c.project_id = ${project} and c.id = k.campaign_id
  where k.project_id = ${project} and k.not_counted is null
  group by 1, 2, 3 order by 1, 2, 3`;
