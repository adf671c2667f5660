import type { Project } from "@/lib/accounts/access/project";
import { withRetries } from "@/lib/base/database-failure";
import { paginationOf } from "@/lib/base/params";
import { Refusal } from "@/lib/base/refusal";
import { campaignNamed } from "@/lib/campaigns/find";
import { presentUser } from "@/lib/reporting/attributed-users/present";
import { findAttributedUsers, type UserEnd } from "@/lib/reporting/attributed-users/queries";
import type { AttributedUsersQuery } from "@/lib/reporting/attributed-users/schema";

export type { UserEnd };

/** `behind` is the end of the reader's previous page, if the pages are read in order. */
export async function listAttributedUsers(
  project: Project,
  query: AttributedUsersQuery,
  behind: UserEnd | null,
) {
  const { page, limit, start, end, display_id: displayId } = query;
  const campaign = await campaignNamed(project, displayId);
  if (!campaign) throw new Refusal("campaign_not_found", "Resource not found.");
  const offset = (page - 1) * limit;
  const { total, left, rows } = await withRetries(() =>
    findAttributedUsers(
      project.id,
      campaign.id,
      { start, end, search: null },
      behind ? { limit, behind } : { limit, offset },
    ),
  );
  const pagination = paginationOf(behind ? Math.max(total, behind.given + left) : total, page, limit);
  const last = rows.at(-1);
  const given = (behind?.given ?? offset) + rows.length;
  return {
    msg: `Retrieved ${rows.length} attributed ${rows.length === 1 ? "user" : "users"}, page ${page} of ${pagination.pages}.`,
    data: {
      total_users: pagination.total,
      users: rows.map((row) => presentUser(row, campaign, campaign.link)),
      pagination,
    },
    end: last ? { attributedAt: last.attributed_at, userId: last.user_id, given } : behind,
  };
}
