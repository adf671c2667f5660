import type { z } from "zod";
import { sql } from "@/db";
import { type FilteredQuery, readDimensions } from "@/lib/activity/lists/filtered-query";
import type { paymentSchema } from "@/lib/activity/lists/payments/schema";
import type { ProjectId } from "@/lib/base/ids";
import { originalAmountSql } from "@/lib/ledger/original-queries";
import { returningOpen, revenueSignOf, zoneOfProject } from "@/lib/ledger/queries";
import {
  campaignName,
  campaignNameIn,
  isTest,
  matchesDimensions,
  matchesReturnDimensions,
} from "@/lib/ledger/rows-queries";
import type { Cursor } from "@/lib/platform/keyset";
import { readAsTimes, whereFilters } from "@/lib/platform/lists/queries";
import type { DatabaseRow } from "@/lib/platform/lists/schema";

type PaymentRow = DatabaseRow<typeof paymentSchema.row>;

export type PaymentFilter = FilteredQuery<z.output<typeof paymentSchema.filter>> & {
  /** Only these instances' payments, unless it is null. They are few enough to be looked up separately. */
  instances: string[] | null;
};

function matchingPayments(projectId: ProjectId, filter: PaymentFilter, before: Cursor | null, limit: number) {
  const { instances, user, payment } = filter;
  const stands = sql`p.status = 'PAYMENT_COMPLETED' and p.removed_at is null and not ${isTest(projectId, "p")}`;
  const conditions = whereFilters(
    { ...filter, before },
    {
      ...readAsTimes,
      ...readDimensions,
      campaign: null,
      instances: null,
      install: null,
      returned: null,
      before: ({ at, id }) => sql`and (p.paid_at, p.id) < (${at}, ${id}::uuid)`,
      start: (start) => sql`and p.paid_at >= ${start}`,
      end: (end) => sql`and p.paid_at <= ${end}`,
      type: (type) => sql`and p.type = ${type}`,
      check: (state) => sql`and p.check_state = ${state}`,
      payment: (id) => sql`and p.payment_id = ${id}`,
      user: (id) => sql`and p.user_id = ${id}`,
      status: (status) =>
        status === "REMOVED"
          ? sql`and p.removed_at is not null`
          : sql`and p.status = ${status} and p.removed_at is null`,
      platform: (platform) => sql`and p.platform = ${platform}`,
      dimensions: (dimensions) =>
        filter.returned
          ? matchesReturnDimensions(projectId, dimensions)
          : matchesDimensions(projectId, "p", dimensions),
      revenue: () => sql`and ${revenueSignOf("type")} > 0`,
      counted: (counts) => (counts ? sql`and ${stands}` : sql`and not (${stands})`),
    },
  );
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

/** The revenue of a payment `p` on an install `s`. */
const revenue =
  () => sql`case when p.status = 'PAYMENT_COMPLETED' and p.removed_at is null and not coalesce(s.is_test, false)
  then ${revenueSignOf("type")} * p.amount_minor else 0 end`;

/** The newest rows first, after the cursor. */
export const findPayments = (
  projectId: ProjectId,
  filter: PaymentFilter,
  before: Cursor | null,
  limit: number,
) => sql<PaymentRow[]>`
  with page as materialized (${matchingPayments(projectId, filter, before, limit)})
  select p.id, p.paid_at, p.payment_id, p.type, p.status, p.amount_minor, ${revenue()} as revenue_minor, p.removed_at,
    ${originalAmountSql(projectId, sql`z.name`)},
    p.user_id, p.install_instance_id, s.id as install_id, p.platform, coalesce(s.is_test, false) as is_test, p.data,
    case when p.check_state is not null then jsonb_build_object('state', p.check_state, 'reason', p.check_reason) end as "check",
    ${campaignName()}, ${campaignNameIn("b")} as brought_back_by
  from (select ${zoneOfProject(projectId)} as name) z cross join page
  join payments p on p.project_id = ${projectId} and p.id = page.id
  left join installs s on s.project_id = ${projectId} and s.install_instance_id = p.install_instance_id
  left join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id
  ${returningOpen(projectId, sql`p.returned_by`)}
  left join campaigns b on p.returned_by is not null and b.project_id = ${projectId}
    and b.id = case when o.id is null then s.campaign_id else o.campaign_id end
  order by p.paid_at desc, p.id desc`;

export async function countPayments(projectId: ProjectId, filter: PaymentFilter, max: number) {
  const [row] = await sql<{ count: number; revenue_minor: number }[]>`
    with page as materialized (${matchingPayments(projectId, filter, null, max)})
    select count(*) as count, coalesce(sum(${revenue()}), 0)::bigint as revenue_minor
    from page join payments p on p.project_id = ${projectId} and p.id = page.id
    left join installs s on s.project_id = ${projectId} and s.install_instance_id = p.install_instance_id`;
  return row!;
}
