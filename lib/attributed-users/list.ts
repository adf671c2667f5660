import { retrying } from "@/db/failure";
import type { Project } from "@/lib/access/project";
import { presentUser } from "@/lib/attributed-users/present";
import { findAttributedUsers, type UserEnd } from "@/lib/attributed-users/queries";
import type { AttributedUsersQuery } from "@/lib/attributed-users/schema";
import { campaignNamed } from "@/lib/campaigns/find";
import { paged } from "@/lib/params";
import { Refusal } from "@/lib/refusal";

export type { UserEnd };

/** `behind` is where the reader's page before this one ended, if he reads page by page. */
export async function listAttributedUsers(
  project: Project,
  query: AttributedUsersQuery,
  behind: UserEnd | null,
) {
  const { page, limit, start, end, display_id: displayId } = query;
  const campaign = await campaignNamed(project, displayId);
  if (!campaign) throw new Refusal(404, "Resource not found.");
  const offset = (page - 1) * limit;
  const { total, left, rows } = await retrying(() =>
    findAttributedUsers(
      project.id,
      campaign.id,
      { start, end, search: null },
      behind ? { limit, behind } : { limit, offset },
    ),
  );
  const pagination = paged(behind ? Math.max(total, behind.given + left) : total, page, limit);
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
