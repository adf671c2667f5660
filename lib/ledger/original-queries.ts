/** Payments in a currency other than the project's. */
import { type Fragment, sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

/** True for a payment `p` without revenue, because there is no exchange rate for its day. */
const lacksRate = (projectId: ProjectId, day: Fragment) => sql`
  (p.original_minor <> 0 and p.amount_minor = 0 and not exists (
    select 1 from exchange_rates r
    where r.project_id = ${projectId} and r.currency = p.original_currency and r.day <= ${day}))`;

/**
 * The amount in another currency, as JSON; null for the project's own. The zone determines the day of a payment `p`.
 */
export const originalAmountSql = (projectId: ProjectId, zone: Fragment) => sql`
  case when p.original_minor is not null then jsonb_build_object('amount_minor', p.original_minor, 'currency', p.original_currency,
    'waits', ${lacksRate(projectId, sql`(p.paid_at at time zone ${zone})::date`)}) end as original`;
