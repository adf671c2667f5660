import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { ledgerSums } from "@/lib/ledger/sum-queries";

/** `byName`: the search includes names, email addresses and phone numbers. */
export type UserWindow = {
  start: Date | null;
  end: Date | null;
  search: string | null;
  byName?: boolean;
};

/** The end of a page, and the number of users on all pages so far. */
export type UserEnd = { attributedAt: Date; userId: string; given: number };

export type AttributedUserRow = {
  user_id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  details: Record<string, unknown>;
  customer_created_at: Date | null;
  is_first_time: boolean | null;
  attributed_at: Date;
  installed_at: Date | null;
  clicked_at: Date | null;
  link: string | null;
  network: string | null;
  ad_set_id: string | null;
  ad_set_name: string | null;
  creative_id: string | null;
  creative_name: string | null;
  meta_ad_id: string | null;
  publisher_platform: string | null;
  platform_position: string | null;
  device_data: Record<string, unknown> | null;
};

/** Conditions on users `u`. */
const condition = (
  projectId: ProjectId,
  campaignId: number,
  { start, end, search, byName }: UserWindow,
) => sql`
  u.project_id = ${projectId} and u.campaign_id = ${campaignId}
  ${start ? sql`and u.attributed_at >= ${start}` : sql``} ${end ? sql`and u.attributed_at <= ${end}` : sql``}
  ${
    search === null
      ? sql``
      : byName
        ? sql`and (position(lower(${search}) in lower(u.user_id)) > 0
            or position(lower(${search}) in lower(coalesce(u.name, ''))) > 0
            or position(lower(${search}) in lower(coalesce(u.email, ''))) > 0
            or position(lower(${search}) in lower(coalesce(u.phone, ''))) > 0)`
        : sql`and position(lower(${search}) in lower(u.user_id)) > 0`
  }`;

type Page = { limit: number; offset: number } | { limit: number; behind: UserEnd };

/**
 * A page, newest first. The ledger has the count of all a campaign's users; a window is counted by scanning its index
 * range. The page is read from the same index, with only its own users and installs.
 */
export async function findAttributedUsers(
  projectId: ProjectId,
  campaignId: number,
  window: UserWindow,
  page: Page,
): Promise<{ total: number; left: number; rows: AttributedUserRow[] }> {
  const where = condition(projectId, campaignId, window);
  const behind =
    "behind" in page
      ? sql`(u.attributed_at, u.user_id) < (${page.behind.attributedAt}, ${page.behind.userId})`
      : null;
  const offset = "offset" in page ? page.offset : 0;
  const isWhole = !window.start && !window.end && window.search === null;
  const found = await sql<({ total: number; left: number } & (AttributedUserRow | { user_id: null }))[]>`
    with counted as (
      select ${
        isWhole
          ? sql`(select s.count from (${ledgerSums(projectId, {
              by: [],
              measures: ["attributed_users"],
              days: "none",
              where: { campaign_id: campaignId },
            })}) s)`
          : sql`(select count(*) from users u where ${where})`
      } as total, ${behind ? sql`(select count(*) from users u where ${where} and ${behind})` : sql`0::bigint`} as left
    ),
    page as materialized (
      select u.user_id from users u where ${where} ${behind ? sql`and ${behind}` : sql``}
      order by u.attributed_at desc, u.user_id desc limit ${page.limit} offset ${offset}
    )
    select counted.total, counted.left, f.*
    from counted left join (
      select u.user_id, u.name, u.email, u.phone, u.details, u.customer_created_at, u.is_first_time, u.attributed_at,
        s.installed_at, s.clicked_at, s.link, s.network, s.ad_set_id, s.ad_set_name, s.creative_id, s.creative_name,
        s.meta_ad_id, s.publisher_platform,
        s.platform_position, s.device_data
      from users u
      left join installs s on s.project_id = ${projectId} and s.install_instance_id = u.install_instance_id
      where u.project_id = ${projectId} and u.user_id = any(array(select user_id from page))
    ) f on true
    order by f.attributed_at desc, f.user_id desc`;
  const rows = found.filter(
    (row): row is { total: number; left: number } & AttributedUserRow => row.user_id !== null,
  );
  return { total: found[0]?.total ?? 0, left: found[0]?.left ?? 0, rows };
}
