import { sql } from "@/db";
import { writableTable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";
import { changedPayers, movedRefunds } from "@/lib/facts/payments/queries";
import { convertedAmount, joinRate } from "@/lib/facts/payments/rate-queries";
import type { CheckReason, CheckState } from "@/lib/facts/payments/store-purchases";
import { ledgerRowsOf } from "@/lib/ledger/measure-queries";
import { toOutbox } from "@/lib/ledger/outbox/queries";
import { payingTypes } from "@/lib/ledger/payment-types";
import {
  ageInDays,
  countedColumns,
  countedTimeOf,
  countsAsRevenue,
  dimensionsOfDecision,
  dimensionsOfReturn,
  ledgerColumns,
  returningOpen,
  zoneOfProject,
} from "@/lib/ledger/queries";

/** The result of a check for one payment. Null leaves a value as it is. */
export type Settlement = {
  project_id: ProjectId;
  id: string;
  state: CheckState;
  reason: CheckReason | null;
  /** `payments.status`: completed payments count. */
  status: string | null;
  purchase_key: string | null;
  purchase_line: string | null;
  /** The store's price, as in `PaymentRow`. */
  amount: number | null;
  currency: string | null;
  original: number | null;
  scale: number | null;
};

const settlements = writableTable<Settlement>({
  project_id: "bigint",
  id: "uuid",
  state: "text",
  reason: "text",
  status: "text",
  purchase_key: "text",
  purchase_line: "text",
  amount: "bigint",
  currency: "text",
  original: "bigint",
  scale: "numeric",
});

/** The sides of a changed payment that are counted: as it is now, and as it was. */
const settledPayments = (projectId: ProjectId) => sql`
  select h.project_id, h.day, h.type, side.status, side.amount, side.sign, h.platform, h.returned_by,
    (s.installed_at at time zone h.zone)::date as install_day,
    case when d.kind = 'INSTALL' then ${ageInDays(countedTimeOf("h"), sql`s.installed_at`)} end as age,
    ${dimensionsOfDecision({ country: sql`s.country`, version: sql`s.install_version` })}, ${dimensionsOfReturn("d")}
  from locked h
  cross join lateral (values (h.new_status, h.new_amount, 1), (h.status, h.amount_minor, -1)) side(status, amount, sign)
  left join installs s on s.project_id = ${projectId} and s.install_instance_id = h.install_instance_id
  left join decisions d on d.project_id = ${projectId} and d.install_id = s.id and d.version = h.counted_version
  ${returningOpen(projectId, sql`h.returned_by`)}
  where h.removed_at is null`;

const nowCompleted = (projectId: ProjectId) => sql`
  select ${projectId}::bigint as project_id, h.id::text as subject, h.user_id, h.install_instance_id as instance,
    jsonb_build_object('at', h.paid_at, 'payment_id', h.payment_id, 'type', h.type, 'status', h.new_status) as payload
  from locked h where h.new_status = 'PAYMENT_COMPLETED' and h.status <> h.new_status and h.removed_at is null`;

const noLongerCompleted = (projectId: ProjectId) => sql`
  select ${projectId}::bigint as project_id, h.id::text as subject, h.user_id, h.install_instance_id as instance,
    jsonb_build_object('at', now(), 'payment_id', h.payment_id, 'type', h.type, 'status', h.status) as payload
  from locked h where h.status = 'PAYMENT_COMPLETED' and h.status <> h.new_status and h.removed_at is null`;

/**
 * Stores the results of checks, and counts the payments as they are now. Their installs are locked before that, as by a
 * removal. A payment whose status or amount changes is subtracted from the cells in which it was counted, and added to
 * them. Returns the IDs of the payments that exist.
 */
export async function settlePayments(projectId: ProjectId, rows: readonly Settlement[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const found = await sql<{ id: string }[]>`
    with given as materialized (
      select g.* from ${settlements(rows)} g where g.project_id = ${projectId}
    ),
    payers as materialized (
      select ${countedColumns()}, s.install_instance_id, s.installed_at, s.first_paid_at,
        (s.installed_at at time zone ${zoneOfProject(projectId)})::date as day
      from installs s
      where s.project_id = ${projectId} and s.install_instance_id in (
        select p.install_instance_id from given g join payments p on p.project_id = ${projectId} and p.id = g.id)
      order by s.install_instance_id for update of s
    ),
    locked as materialized (
      select p.*, g.state as new_state, g.reason as new_reason, coalesce(g.status, p.status) as new_status,
        coalesce(g.purchase_key, p.purchase_key) as new_key, coalesce(g.purchase_line, p.purchase_line) as new_line,
        case when g.amount is null then p.original_currency else g.currency end as new_currency,
        case when g.amount is null then p.original_minor else g.original end as new_original,
        coalesce(${convertedAmount(sql`g.original`, sql`g.scale`)}, g.amount, p.amount_minor) as new_amount,
        zone.name as zone, (p.paid_at at time zone zone.name)::date as day
      from given g
      cross join (select ${zoneOfProject(projectId)} as name) zone
      join payments p on p.project_id = ${projectId} and p.id = g.id
      ${joinRate(
        {
          rates: sql`exchange_rates`,
          project: sql`${projectId}::bigint`,
          currency: sql`g.currency`,
          day: sql`(p.paid_at at time zone zone.name)::date`,
        },
        sql`g.original is not null`,
      )}
      where (select count(*) from payers) >= 0
      order by p.id for update of p
    ),
    changed as (
      update payments p set check_state = h.new_state, check_reason = h.new_reason, status = h.new_status,
        purchase_key = h.new_key, purchase_line = h.new_line, amount_minor = h.new_amount,
        original_currency = h.new_currency, original_minor = h.new_original
      from locked h where p.project_id = ${projectId} and p.id = h.id
    ),
    outbox_rows as (${toOutbox(projectId, "payment", nowCompleted(projectId))}),
    outbox_removed as (${toOutbox(projectId, "payment.removed", noLongerCompleted(projectId))}),
    -- Refunds that arrived before their payment counted.
    late_refunds as materialized (
      select r.*, s.installed_at, (s.installed_at at time zone h.zone)::date as install_day, s.id as install_id,
        s.country as install_country, s.install_version as version_of_install, h.paid_at as refunded_now
      from (
        select w.id, w.payment_id, w.type, w.new_status as status, w.paid_at, w.install_instance_id, w.zone
        from locked w where w.status <> w.new_status and w.removed_at is null
      ) h
      cross join lateral (
        select r.project_id, r.id, r.paid_at, r.type, r.status, r.amount_minor as amount, r.platform, r.returned_by,
          r.counted_version, r.refunded_at
        from payments r
        where r.project_id = ${projectId} and r.refunded_payment_id = h.payment_id and ${countsAsRevenue("h.type", "h.status")}
          and r.install_instance_id = h.install_instance_id and r.refunded_at is null and r.removed_at is null
        for update of r
      ) r
      left join installs s on s.project_id = ${projectId} and s.install_instance_id = h.install_instance_id
    ),
    refunds as (
      update payments p set refunded_at = r.refunded_now from late_refunds r
      where p.project_id = ${projectId} and p.id = r.id
    ),
    paid_now as materialized (
      select l.*, least(first_payment_at(${projectId}::bigint, l.install_instance_id, l.installed_at,
          ${payingTypes}::text[], array(select id from locked)), (
          select min(h.paid_at) from locked h
          where h.install_instance_id = l.install_instance_id and h.paid_at >= l.installed_at and h.removed_at is null
            and ${countsAsRevenue("h.type", "h.new_status")})) as at
      from payers l
    ),
    paying as (
      update installs s set first_paid_at = l.at from paid_now l
      where s.project_id = ${projectId} and s.id = l.id and l.at is distinct from l.first_paid_at
    ),
    cells as (
      insert into ledger ${ledgerColumns()}
      ${ledgerRowsOf(projectId, "payment", settledPayments(projectId), sql`f.sign`)}
      union all
      ${ledgerRowsOf(projectId, "payment", movedRefunds(sql`${projectId}::bigint`), sql`f.sign`)}
      union all
      ${ledgerRowsOf(projectId, "payer", changedPayers(projectId, "paid_now"), sql`f.sign`)}
    )
    select id from locked`;
  return found.map(({ id }) => id);
}
