import type { z } from "zod";
import { sql } from "@/db";
import type { webVisitorSchema } from "@/lib/activity/lists/web-visitors/schema";
import type { ProjectId } from "@/lib/base/ids";
import { campaignName } from "@/lib/ledger/rows-queries";
import type { Cursor, TimeRange } from "@/lib/platform/keyset";
import { readAsTimes, whereFilters } from "@/lib/platform/lists/queries";
import type { DatabaseRow } from "@/lib/platform/lists/schema";
import { installsOfVisitor, isStepReached } from "@/lib/reporting/web-to-app/step-queries";
import { noWebCampaign, noWebSource } from "@/lib/reporting/web-to-app/steps";

type Row = DatabaseRow<typeof webVisitorSchema.row>;
type Filter = z.output<typeof webVisitorSchema.filter> & TimeRange;

/** Only counted visitors, as in the figures. */
function matching(projectId: ProjectId, filter: Filter, before: Cursor | null, limit: number) {
  const conditions = whereFilters(
    { ...filter, before },
    {
      ...readAsTimes,
      before: ({ at, id }) => sql`and (v.first_seen_at, v.id) < (${at}, ${id}::uuid)`,
      start: (start) => sql`and v.first_seen_at >= ${start}`,
      end: (end) => sql`and v.first_seen_at <= ${end}`,
      source: (source) =>
        source === noWebSource ? sql`and v.source is null` : sql`and v.source = ${source}`,
      campaign: (campaign) =>
        campaign === noWebCampaign ? sql`and v.campaign_id is null` : sql`and v.campaign_id = ${campaign}`,
      platform: (platform) => sql`and v.platform = ${platform}`,
      user: (user) => sql`and v.user_id = ${user}`,
      step: (step) => sql`and ${isStepReached[step](projectId)}`,
    },
  );
  return sql`
    select v.* from web_visitors v
    where v.project_id = ${projectId} and v.not_counted is null ${conditions}
    order by v.first_seen_at desc, v.id desc limit ${limit}`;
}

export const findWebVisitors = (
  projectId: ProjectId,
  filter: Filter,
  before: Cursor | null,
  limit: number,
) => sql<Row[]>`
  with page as materialized (${matching(projectId, filter, before, limit)})
  select v.id, v.first_seen_at, v.source, v.page, v.platform, v.country, v.user_id, v.web_id, k.clicked_at,
    i.id as install_id, ${campaignName()}
  from page v
  left join campaigns c on c.project_id = ${projectId} and c.id = v.campaign_id
  left join lateral (
    select min(w.clicked_at) as clicked_at from web_clicks w
    where w.project_id = ${projectId} and w.web_id = v.web_id
  ) k on true
  left join lateral (
    select s.id from (${installsOfVisitor(projectId)}) s order by s.installed_at, s.id limit 1
  ) i on true
  order by v.first_seen_at desc, v.id desc`;

export async function countWebVisitors(projectId: ProjectId, filter: Filter, max: number) {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from (${matching(projectId, filter, null, max)}) page`;
  return row!;
}
