import { readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import type { TimeRange } from "@/lib/platform/keyset";

export type VariantRow = { name: string; clicks: number; installs: number; looked: number };

/**
 * Clicks of each variant, and the installs that they led to: those that figures count and that are still this
 * campaign's. Reads the index of clicks with a variant from its end, and no more than `most` of them.
 */
export function sumVariants(
  projectId: ProjectId,
  campaignId: number,
  { start, end }: TimeRange,
  most: number,
): Promise<VariantRow[]> {
  return readSql<VariantRow[]>`
    with looked as materialized (
      select k.id, k.link_variant as name, k.not_counted is null and not k.is_test as counted
      from clicks k
      where k.project_id = ${projectId} and k.campaign_id = ${campaignId} and k.link_variant is not null
        ${start ? readSql`and k.id >= uuid_floor(${start})` : readSql``}
        ${end ? readSql`and k.id < uuid_floor(${new Date(end.getTime() + 1)})` : readSql``}
      order by k.id desc limit ${most}
    )
    select l.name, count(*) filter (where l.counted) as clicks,
      count(*) filter (where l.counted and s.id is not null) as installs, (select count(*) from looked) as looked
    from looked l
    left join click_uses u on u.project_id = ${projectId} and u.click_id = l.id
    left join installs s on s.project_id = ${projectId} and s.id = u.install_id and s.campaign_id = ${campaignId}
      and s.click_id = l.id and s.kind = 'INSTALL' and not s.is_test
    group by l.name order by 2 desc, 1`;
}
