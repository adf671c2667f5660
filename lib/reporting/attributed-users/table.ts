import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { type Cell, csvLines } from "@/lib/base/csv";
import { paged } from "@/lib/base/params";
import { campaignOf } from "@/lib/campaigns/table/list";
import {
  type AttributedUserRow,
  findAttributedUsers,
  type UserEnd,
} from "@/lib/reporting/attributed-users/queries";
import type { userFilter, userPageQuery, userTable } from "@/lib/reporting/attributed-users/schema";

export async function attributedUserPage(
  project: Project,
  campaignId: number,
  { search, page, limit }: z.output<typeof userPageQuery>,
): Promise<z.output<typeof userTable>> {
  const { campaign } = await campaignOf(project, campaignId);
  const window = { start: null, end: null, search: search || null };
  const offset = (page - 1) * limit;
  const { total, rows } = await findAttributedUsers(project.id, campaign.id, window, { limit, offset });
  return { users: rows.map(present), pagination: paged(total, page, limit) };
}

const present = (row: AttributedUserRow) => ({
  id: row.user_id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  attributed_at: row.attributed_at.toISOString(),
  installed_at: row.installed_at?.toISOString() ?? null,
  store_click_at: row.clicked_at?.toISOString() ?? null,
  network: row.network,
  ad_set_name: row.ad_set_name ?? row.ad_set_id,
  ad_creative_name: row.creative_name ?? row.creative_id,
});

const mostExported = 100_000;
const atOnce = 5_000;

const heads = [
  ...["User ID", "Name", "Email", "Phone", "Attributed at", "Installed at", "Clicked at", "Network"],
  ...["Ad set ID", "Ad set", "Ad ID", "Ad", "Campaign display ID", "Campaign"],
];

/** Read in parts, each behind the one before: users who come meanwhile move nothing. */
export async function attributedUserCsv(
  project: Project,
  campaignId: number,
  { search }: z.output<typeof userFilter>,
): Promise<{ name: string; text: string }> {
  const { campaign } = await campaignOf(project, campaignId);
  const window = { start: null, end: null, search: search || null };
  const parts = [csvLines([heads])];
  let behind: UserEnd | null = null;
  for (let given = 0; given < mostExported; given += atOnce) {
    const page = behind ? { limit: atOnce, behind } : { limit: atOnce, offset: 0 };
    const { rows } = await findAttributedUsers(project.id, campaign.id, window, page);
    parts.push(csvLines(rows.map((row) => [...cells(row), campaign.display_id, campaign.name])));
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) break;
    behind = { attributedAt: last.attributed_at, userId: last.user_id, given };
  }
  return { name: `${campaign.display_id}-users.csv`, text: parts.join("") };
}

const cells = (row: AttributedUserRow): Cell[] => [
  ...[row.user_id, row.name, row.email, row.phone, row.attributed_at, row.installed_at, row.clicked_at],
  ...[row.network, row.ad_set_id, row.ad_set_name, row.creative_id, row.creative_name],
];
