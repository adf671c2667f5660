import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { paginationOf } from "@/lib/base/params";
import type { CsvColumns } from "@/lib/base/text/csv";
import { showCampaign } from "@/lib/campaigns/table/list";
import { keysetCsv } from "@/lib/platform/keyset";
import {
  type AttributedUserRow,
  findAttributedUsers,
  type UserEnd,
} from "@/lib/reporting/attributed-users/queries";
import type { userFilter, userPageQuery, userTable } from "@/lib/reporting/attributed-users/schema";

/** `mayName`: the caller may see users' identities, and search by them. */
export async function attributedUserPage(
  project: Project,
  campaignId: number,
  { search, page, limit }: z.output<typeof userPageQuery>,
  mayName: boolean,
): Promise<z.output<typeof userTable>> {
  const { campaign } = await showCampaign(project, campaignId);
  const window = { start: null, end: null, search: search || null, byName: mayName };
  const offset = (page - 1) * limit;
  const { total, rows } = await findAttributedUsers(project.id, campaign.id, window, { limit, offset });
  return { users: rows.map((row) => present(row, mayName)), pagination: paginationOf(total, page, limit) };
}

const present = (row: AttributedUserRow, mayName: boolean) => ({
  id: row.user_id,
  name: mayName ? row.name : null,
  email: mayName ? row.email : null,
  phone: mayName ? row.phone : null,
  attributed_at: row.attributed_at.toISOString(),
  installed_at: row.installed_at?.toISOString() ?? null,
  store_click_at: row.clicked_at?.toISOString() ?? null,
  network: row.network,
  ad_set_name: row.ad_set_name ?? row.ad_set_id,
  ad_creative_name: row.creative_name ?? row.creative_id,
});

const columnsOf = (campaign: { display_id: string; name: string }): CsvColumns<AttributedUserRow> => ({
  "User ID": "user_id",
  Name: "name",
  Email: "email",
  Phone: "phone",
  "Attributed at": "attributed_at",
  "Installed at": "installed_at",
  "Clicked at": "clicked_at",
  Network: "network",
  "Ad set ID": "ad_set_id",
  "Ad set": "ad_set_name",
  "Ad ID": "creative_id",
  Ad: "creative_name",
  "Campaign display ID": () => campaign.display_id,
  Campaign: () => campaign.name,
});

/** New users do not shift the rows, because each part begins after the last row of the previous one. */
export async function attributedUserCsv(
  project: Project,
  campaignId: number,
  { search }: z.output<typeof userFilter>,
): Promise<{ name: string; text: string }> {
  const { campaign } = await showCampaign(project, campaignId);
  const window = { start: null, end: null, search: search || null, byName: true };
  const text = await keysetCsv(
    columnsOf(campaign),
    async (behind: UserEnd | null, limit) => {
      const page = behind ? { limit, behind } : { limit, offset: 0 };
      return (await findAttributedUsers(project.id, campaign.id, window, page)).rows;
    },
    (row) => ({ attributedAt: row.attributed_at, userId: row.user_id, given: 0 }),
  );
  return { name: `${campaign.display_id}-users.csv`, text };
}
