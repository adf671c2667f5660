import { sql } from "@/db";
import type { ReadLink } from "@/lib/deeplinks/read-link";
import type { ProjectId } from "@/lib/ids";
import { cellColumns, cellOfInstall, ledgerColumns } from "@/lib/ledger/queries";

export type LinkOwner = { is_ours: boolean; campaign_id: number | null; deeplink: string | null };

/** Whether a link is the project's: its host is, or it names a campaign whose deeplink has its scheme and host. */
export async function findLinkOwner(projectId: ProjectId, link: ReadLink): Promise<LinkOwner> {
  const web = link.scheme === "https" || link.scheme === "http";
  const [row] = await sql<LinkOwner[]>`
    select
      exists (select 1 from domains d where d.project_id = ${projectId} and d.host = ${link.host})
        or (c.id is not null and split_part(lower(c.deeplink), '://', 1) = ${link.scheme}
          and (not ${web} or split_part(split_part(split_part(lower(c.deeplink), '://', 2), '/', 1), '?', 1) = ${link.host}))
        as is_ours,
      c.id as campaign_id, c.deeplink
    from (select 1) one
    left join campaigns c on c.project_id = ${projectId} and c.display_id = ${link.displayId} and c.deleted_at is null`;
  return row!;
}

export type DeeplinkOpen = {
  id: string;
  at: Date;
  timeZone: string;
  instance: string | null;
  url: string;
  campaignId: number | null;
  isOurs: boolean;
  data: object;
};

/** The open, and its count with the creative that brought the install. */
export async function storeDeeplinkOpen(projectId: ProjectId, open: DeeplinkOpen): Promise<void> {
  await sql`
    with input as (
      select ${projectId}::bigint as project_id, ${open.at}::timestamptz as opened_at, ${open.instance}::text as instance
    ),
    at_install as (
      select x.project_id, (x.opened_at at time zone ${open.timeZone})::date as day, coalesce(s.platform, 'UNKNOWN') as platform,
        ${cellOfInstall()}
      from input x left join installs s on s.project_id = x.project_id and s.install_instance_id = x.instance
    ),
    stored as (
      insert into deeplink_opens (project_id, id, opened_at, install_instance_id, url, campaign_id, is_ours, data, platform,
        counted_version)
      select project_id, ${open.id}, ${open.at}, ${open.instance}, ${open.url}, ${open.campaignId}, ${open.isOurs},
        ${JSON.stringify(open.data)}::text::jsonb, platform, counted_version
      from at_install
    )
    insert into ledger ${ledgerColumns()}
    select project_id, day, ${cellColumns()}, 'deeplink_opens', '', 1, 0 from at_install where counted and ${open.isOurs}`;
}
