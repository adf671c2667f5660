import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { returningOpen, revenueSignOf } from "@/lib/ledger/queries";
import {
  campaignName,
  type DimensionFilter,
  inCells,
  inReturnCells,
  isTest,
  nameOf,
} from "@/lib/ledger/rows-queries";
import type { Cursor, Span } from "@/lib/platform/keyset";
import type { CampaignName } from "@/lib/reporting/lists/installs/schema";

export type PaymentRow = {
  id: string;
  paid_at: Date;
  payment_id: string | null;
  type: string;
  status: string;
  amount_minor: number;
  revenue_minor: number;
  removed_at: Date | null;
  user_id: string;
  install_instance_id: string | null;
  install_id: string | null;
  campaign: CampaignName | null;
  /** Whose link or ad the user had come back by, not long before. */
  brought_back_by: CampaignName | null;
  platform: string;
  is_test: boolean;
  data: Record<string, unknown>;
};

export type Filter = Span & {
  cells: DimensionFilter;
  platform: string | null;
  /** Whether it stands in figures: completed, not removed, and of no test device. */
  counted: boolean | null;
  /** Only of types that add to revenue. */
  adds: boolean;
  /** Only soon after a return, which is then what the cells are of. */
  returned: boolean;
  type: string | null;
  status: string | null;
  payment: string | null;
  user: string | null;
  /** Only theirs, if told: few enough to be looked up one by one. */
  instances: string[] | null;
};

function found(projectId: ProjectId, filter: Filter, before: Cursor | null, limit: number) {
  const { start, end, cells, platform, counted, adds, returned, type, status, payment, user, instances } =
    filter;
  const stands = sql`p.status = 'PAYMENT_COMPLETED' and p.removed_at is null and not ${isTest("p")}`;
  const conditions = sql`
    ${before ? sql`and (p.paid_at, p.id) < (${before.at}, ${before.id}::uuid)` : sql``}
    ${start ? sql`and p.paid_at >= ${start}` : sql``} ${end ? sql`and p.paid_at <= ${end}` : sql``}
    ${type ? sql`and p.type = ${type}` : sql``} ${payment ? sql`and p.payment_id = ${payment}` : sql``}
    ${user ? sql`and p.user_id = ${user}` : sql``}
    ${status === null ? sql`` : status === "REMOVED" ? sql`and p.removed_at is not null` : sql`and p.status = ${status} and p.removed_at is null`}
    ${platform ? sql`and p.platform = ${platform}` : sql``} ${returned ? inReturnCells(cells) : inCells("p", cells)}
    ${adds ? sql`and ${revenueSignOf("type")} > 0` : sql``}
    ${counted === null ? sql`` : counted ? sql`and ${stands}` : sql`and not (${stands})`}`;
  const newest = sql`order by p.paid_at desc, p.id desc limit ${limit}`;
  if (instances && !user && !payment)
    return sql`
      select p.id, p.paid_at from unnest(${instances}::text[]) as one(instance) cross join lateral (
        select p.id, p.paid_at from payments p
        where p.project_id = ${projectId} and p.install_instance_id = one.instance ${conditions} ${newest}
      ) p ${newest}`;
  return sql`
    select p.id, p.paid_at from payments p where p.project_id = ${projectId}
      ${instances ? sql`and p.install_instance_id = any(${instances}::text[])` : sql``} ${conditions} ${newest}`;
}

/** Of a payment `p` on an install `s`. */
const revenue =
  () => sql`case when p.status = 'PAYMENT_COMPLETED' and p.removed_at is null and not coalesce(s.is_test, false)
  then ${revenueSignOf("type")} * p.amount_minor else 0 end`;

/** The newest first, behind a place. */
export const findPayments = (
  projectId: ProjectId,
  filter: Filter,
  before: Cursor | null,
  limit: number,
) => sql<PaymentRow[]>`
  with page as materialized (${found(projectId, filter, before, limit)})
  select p.id, p.paid_at, p.payment_id, p.type, p.status, p.amount_minor, ${revenue()} as revenue_minor, p.removed_at,
    p.user_id, p.install_instance_id, s.id as install_id, p.platform, coalesce(s.is_test, false) as is_test, p.data,
    ${campaignName()}, ${nameOf("b")} as brought_back_by
  from page join payments p on p.project_id = ${projectId} and p.id = page.id
  left join installs s on s.project_id = p.project_id and s.install_instance_id = p.install_instance_id
  left join campaigns c on c.project_id = s.project_id and c.id = s.campaign_id
  ${returningOpen(sql`p.project_id`, sql`p.returned_by`)}
  left join campaigns b on p.returned_by is not null and b.project_id = p.project_id
    and b.id = case when o.id is null then s.campaign_id else o.campaign_id end
  order by p.paid_at desc, p.id desc`;

export async function countPayments(projectId: ProjectId, filter: Filter, most: number) {
  const [row] = await sql<{ count: number; revenue_minor: number }[]>`
    with page as materialized (${found(projectId, filter, null, most)})
    select count(*) as count, coalesce(sum(${revenue()}), 0)::bigint as revenue_minor
    from page join payments p on p.project_id = ${projectId} and p.id = page.id
    left join installs s on s.project_id = p.project_id and s.install_instance_id = p.install_instance_id`;
  return row!;
}
