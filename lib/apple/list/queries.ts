import type { z } from "zod";
import { sql } from "@/db";
import type { applePostbackSchema } from "@/lib/apple/list/schema";
import { type AppleSettings, networkNameOf } from "@/lib/apple/postbacks/settings";
import { hasSourceIdentifier, matchedSource } from "@/lib/apple/sources/queries";
import type { ProjectId } from "@/lib/base/ids";
import { campaignName } from "@/lib/ledger/rows-queries";
import type { Cursor, TimeRange } from "@/lib/platform/keyset";
import { readAsTimes, whereFilters } from "@/lib/platform/lists/queries";
import type { DatabaseRow } from "@/lib/platform/lists/schema";

type Row = DatabaseRow<typeof applePostbackSchema.row>;
type Filter = z.output<typeof applePostbackSchema.filter> & TimeRange & { settings: AppleSettings };

const standings = {
  counted: () => sql`and r.is_first and not r.is_test and r.did_win`,
  lost: () => sql`and r.is_first and not r.is_test and not r.did_win`,
  test: () => sql`and r.verdict = 'verified' and r.is_test`,
  copies: () => sql`and r.verdict = 'verified' and not r.is_first and not r.is_test`,
  refused: () => sql`and r.verdict <> 'verified'`,
};

function matching(
  projectId: ProjectId,
  { settings: _, ...filter }: Filter,
  before: Cursor | null,
  limit: number,
) {
  const conditions = whereFilters(
    { ...filter, before },
    {
      ...readAsTimes,
      before: ({ at, id }) => sql`and (r.received_at, r.id) < (${at}, ${id}::uuid)`,
      start: (start) => sql`and r.received_at >= ${start}`,
      end: (end) => sql`and r.received_at <= ${end}`,
      standing: (standing) => standings[standing](),
      verdict: (verdict) => sql`and r.verdict = ${verdict}`,
      framework: (framework) => sql`and r.framework = ${framework}`,
      type: (type) => sql`and r.conversion_type = ${type}`,
      window: (window) => sql`and r.sequence = ${Number(window) - 1}::int`,
      network: (network) => sql`and r.network_id = lower(${network})`,
      source: (source) => sql`and r.source_identifier = ${source}`,
      id: (id) => sql`and r.postback_uid = lower(${id})`,
    },
  );
  return sql`
    select r.*, ${hasSourceIdentifier()} as is_hierarchical from apple_postbacks r
    where r.project_id = ${projectId} ${conditions}
    order by r.received_at desc, r.id desc limit ${limit}`;
}

export async function findApplePostbacks(
  projectId: ProjectId,
  filter: Filter,
  before: Cursor | null,
  limit: number,
): Promise<Row[]> {
  const rows = await sql<Omit<Row, "network">[]>`
    with page as materialized (${matching(projectId, filter, before, limit)})
    select r.id, r.received_at, r.framework, r.verdict, r.is_test, r.is_first, r.conversion_type, r.sequence, r.did_win,
      r.network_id, r.source_identifier, r.fine, r.coarse, r.country, r.app_id, r.postback_uid, ${campaignName()}
    from page r
    ${matchedSource(projectId)}
    left join campaigns c on c.project_id = ${projectId} and c.id = matched.campaign_id
    order by r.received_at desc, r.id desc`;
  return rows.map((row) => ({ ...row, network: networkNameOf(filter.settings, row.network_id) }));
}

export async function countApplePostbacks(projectId: ProjectId, filter: Filter, max: number) {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from (${matching(projectId, filter, null, max)}) page`;
  return row!;
}
