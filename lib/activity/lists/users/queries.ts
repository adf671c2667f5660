import type { z } from "zod";
import { sql } from "@/db";
import { type FilteredQuery, readDimensions } from "@/lib/activity/lists/filtered-query";
import type { signUpSchema } from "@/lib/activity/lists/users/schema";
import type { ProjectId } from "@/lib/base/ids";
import { campaignName, isTest, matchesDimensions } from "@/lib/ledger/rows-queries";
import type { Cursor } from "@/lib/platform/keyset";
import { readAsTimes, whereFilters } from "@/lib/platform/lists/queries";
import type { DatabaseRow } from "@/lib/platform/lists/schema";

type SignUpRow = DatabaseRow<typeof signUpSchema.row>;

export type SignUpFilter = FilteredQuery<z.output<typeof signUpSchema.filter>> & {
  /** Only these instances' users, unless it is null. They are few enough to be looked up separately. */
  instances: string[] | null;
};

function matchingSignUps(projectId: ProjectId, filter: SignUpFilter, before: Cursor | null, limit: number) {
  const conditions = whereFilters(
    { ...filter, before },
    {
      ...readAsTimes,
      ...readDimensions,
      campaign: null,
      before: ({ at, id }) => sql`and (u.identified_at, u.user_id) < (${at}, ${id})`,
      start: (start) => sql`and u.identified_at >= ${start}`,
      end: (end) => sql`and u.identified_at <= ${end}`,
      user: (id) => sql`and u.user_id = ${id}`,
      platform: (platform) => sql`and u.platform = ${platform}`,
      instances: (instances) => sql`and u.install_instance_id = any(${instances}::text[])`,
      dimensions: (dimensions) => matchesDimensions(projectId, "u", dimensions),
      counted: (counts) =>
        counts ? sql`and not ${isTest(projectId, "u")}` : sql`and ${isTest(projectId, "u")}`,
    },
  );
  return sql`
    select u.user_id from users u
    where u.project_id = ${projectId} and u.is_signup ${conditions}
    order by u.identified_at desc, u.user_id desc limit ${limit}`;
}

/** The newest rows first, after the cursor, with the install that each user signed up on. */
export const findSignUps = (
  projectId: ProjectId,
  filter: SignUpFilter,
  before: Cursor | null,
  limit: number,
) => sql<SignUpRow[]>`
  with page as materialized (${matchingSignUps(projectId, filter, before, limit)})
  select u.user_id as id, u.identified_at as signed_up_at, s.network, coalesce(s.ad_set_name, s.ad_set_id) as ad_set,
    coalesce(s.creative_name, s.creative_id) as creative, coalesce(s.keyword_name, s.keyword_id) as keyword, u.platform,
    u.install_instance_id, s.id as install_id, coalesce(s.is_test, false) as is_test,
    ${campaignName()}
  from page p join users u on u.project_id = ${projectId} and u.user_id = p.user_id
  left join installs s on s.project_id = ${projectId} and s.install_instance_id = u.install_instance_id
  left join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id
  order by u.identified_at desc, u.user_id desc`;

export async function countSignUps(projectId: ProjectId, filter: SignUpFilter, max: number) {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from (${matchingSignUps(projectId, filter, null, max)}) page`;
  return row!;
}
