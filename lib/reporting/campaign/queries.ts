import { readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { revenueSignOf } from "@/lib/ledger/queries";
import type { TimeRange } from "@/lib/platform/keyset";

export type VariantRow = {
  name: string;
  clicks: number;
  installs: number;
  signups: number;
  revenue: number;
  clicks_read: number;
};

/**
 * The clicks of each variant, their installs, and the counted results that still belong to this campaign. Reads at most
 * `max` clicks with a variant, from the end of their index.
 */
export function sumVariants(
  projectId: ProjectId,
  campaignId: number,
  { start, end }: TimeRange,
  max: number,
): Promise<VariantRow[]> {
  return readSql<VariantRow[]>`
    with recent_clicks as materialized (
      select k.id, k.link_variant as name, k.not_counted is null and not k.is_test as counted
      from clicks k
      where k.project_id = ${projectId} and k.campaign_id = ${campaignId} and k.link_variant is not null
        ${start ? readSql`and k.id >= uuid_floor(${start})` : readSql``}
        ${end ? readSql`and k.id < uuid_floor(${new Date(end.getTime() + 1)})` : readSql``}
      order by k.id desc limit ${max}
    ),
    click_installs as materialized (
      select l.name, s.install_instance_id as instance
      from recent_clicks l
      join click_uses u on u.project_id = ${projectId} and u.click_id = l.id
      join installs s on s.project_id = ${projectId} and s.id = u.install_id and s.campaign_id = ${campaignId}
        and s.click_id = l.id and s.kind = 'INSTALL' and not s.is_test
      where l.counted
    ),
    clicked as (
      select name, count(*) filter (where counted) as clicks from recent_clicks group by name
    ),
    installed as (select name, count(*) as installs from click_installs group by name),
    signed_up as (
      select l.name, count(*) as signups from click_installs l
      join users u on u.project_id = ${projectId} and u.install_instance_id = l.instance and u.is_signup
      group by l.name
    ),
    paid as (
      select l.name, sum(${revenueSignOf("p.type")} * p.amount_minor)::bigint as revenue from click_installs l
      join payments p on p.project_id = ${projectId} and p.install_instance_id = l.instance
        and p.status = 'PAYMENT_COMPLETED' and p.removed_at is null
      group by l.name
    )
    select c.name, c.clicks, coalesce(i.installs, 0) as installs, coalesce(s.signups, 0) as signups,
      coalesce(p.revenue, 0) as revenue, (select count(*) from recent_clicks) as clicks_read
    from clicked c
    left join installed i on i.name = c.name
    left join signed_up s on s.name = c.name
    left join paid p on p.name = c.name
    order by c.clicks desc, c.name`;
}
