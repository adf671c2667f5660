import { type Fragment, readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { revenueSignOf } from "@/lib/ledger/queries";
import { type LedgerSum, ledgerSums, type SumRequest } from "@/lib/ledger/sum-queries";
import { filterByFocus } from "@/lib/reporting/overview/focus-queries";
import type { Focus } from "@/lib/reporting/overview/focus-schema";
import { byCampaign, byMeasure, type CampaignSum } from "@/lib/reporting/tree/queries";

/** The shared options of the overview's sums. */
type Request = Omit<SumRequest<never>, "by">;

export type TopCampaignSum = CampaignSum & {
  /** The campaign's name; null for organic. */
  title: string | null;
  display_id: string | null;
  network: string | null;
  deleted: boolean;
};

/** Sums by campaign. Deleted campaigns are included, because their figures still count. */
export const sumByTopCampaign = (projectId: ProjectId, request: Request) => readSql<TopCampaignSum[]>`
  select s.*, c.name as title, c.display_id, c.network, c.deleted_at is not null as deleted
  from (${ledgerSums(projectId, { ...request, by: byCampaign })}) s
  left join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id`;

/** The size by which candidate creatives are selected if there are too many. */
export type CreativeSize =
  | "clicks"
  | "installs"
  | "signups"
  | "revenue"
  | "ad_revenue"
  | "total_revenue"
  | "spend";

const sizes = {
  clicks: () => readSql`s.count`,
  installs: () => readSql`s.count`,
  signups: () => readSql`s.count`,
  revenue: () => readSql`${revenueSignOf("s.name")} * s.amount`,
  ad_revenue: () => readSql`s.amount`,
  // Ad revenue has no type, and counts positive like most types of payments.
  total_revenue: () => readSql`${revenueSignOf("s.name")} * s.amount`,
  spend: () => readSql`s.amount`,
};

const measuresOfSize = (size: CreativeSize): string[] =>
  size === "revenue" ? ["payment"] : size === "total_revenue" ? ["payment", "ad_revenue"] : [size];

export type CreativeSum = LedgerSum<"creative_id" | (typeof byMeasure)[number]> & { title: string | null };

/** Sums of the largest creatives of campaigns, with the latest name of each. */
export const sumByCreative = (
  projectId: ProjectId,
  request: Request,
  size: CreativeSize,
  max: number,
) => readSql<CreativeSum[]>`
  with top as (
    select s.creative_id, array_agg(distinct s.campaign_id) as campaigns
    from (${ledgerSums(projectId, {
      ...request,
      by: ["creative_id", "campaign_id", "name"],
      measures: measuresOfSize(size),
      organic: false,
    })}) s
    where s.creative_id <> '' group by s.creative_id
    order by sum(${sizes[size]()}) desc, s.creative_id limit ${max}
  )
  select s.*, t.title
  from (${ledgerSums(projectId, {
    ...request,
    by: ["creative_id", ...byMeasure],
    where: { ...request.where, creative_id: readSql`any(select top.creative_id from top)` },
    organic: false,
  })}) s join top on top.creative_id = s.creative_id
  left join lateral (
    select n.name as title from ad_names n
    where n.project_id = ${projectId} and n.campaign_id = any(top.campaigns) and n.level = 'creative'
      and n.ad_id = s.creative_id
    order by n.updated_at desc limit 1
  ) t on true`;

/** Users from campaigns who signed up and paid within the window. */
export async function countPaying(...query: Parameters<typeof payingStatement>): Promise<number> {
  const [row] = await payingStatement(...query);
  return row?.users ?? 0;
}

/** The statement of this count, as a query that has not run. */
export function payingStatement(
  projectId: ProjectId,
  window: { from: string; to: string; timeZone: string },
  types: string[],
  focus: Focus,
): Fragment {
  const { from, to, timeZone } = window;
  const begins = readSql`${from}::text::date::timestamp at time zone ${timeZone}`;
  const ends = readSql`(${to}::text::date + 1)::timestamp at time zone ${timeZone}`;
  return readSql`
    select count(distinct u.user_id)::int as users
    from payments p join users u on u.project_id = ${projectId} and u.user_id = p.user_id
    join installs s on s.project_id = ${projectId} and s.install_instance_id = u.install_instance_id
    where p.project_id = ${projectId} and p.paid_at >= ${begins} and p.paid_at < ${ends}
      and p.status = 'PAYMENT_COMPLETED' and p.removed_at is null and p.type = any(${types})
      and u.identified_at >= ${begins} and u.identified_at < ${ends}
      and s.campaign_id is not null and not s.is_test ${filterByFocus(projectId, focus)}`;
}
