import { type Fragment, sql } from "@/db";
import { whereWritable, writableTable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";
import type { ReportedTimes } from "@/lib/facts/app-calls/event-time";
import { newChecks } from "@/lib/facts/payments/check-queries";
import { convertedAmount, joinRate } from "@/lib/facts/payments/rate-queries";
import type {
  CheckReason,
  CheckState,
  PurchaseSource,
  Store,
  StoreProof,
} from "@/lib/facts/payments/store-purchases";
import { ledgerRowsOf } from "@/lib/ledger/measure-queries";
import { toOutbox } from "@/lib/ledger/outbox/queries";
import { payingTypes } from "@/lib/ledger/payment-types";
import {
  ageInDays,
  ageOfInstall,
  countedColumns,
  countedTimeOf,
  countsAsRevenue,
  dimensionColumns,
  dimensionsOfDecision,
  dimensionsOfInstall,
  dimensionsOfReturn,
  isRefundOf,
  joinCellOfInstall,
  joinHome,
  joinSender,
  knownOrigin,
  type LedgerScope,
  ledgerColumns,
  projectColumn,
  returnBefore,
  returningOpen,
  zoneOfProject,
} from "@/lib/ledger/queries";

/** `replayed`: the store's transaction was already stored for another user. */
export type PaymentStorage = "stored" | "repeat" | "replayed" | "unidentified";

/** The store's part of a payment: who it is, the result of its check, and the proof to check. */
export type PurchaseColumns = {
  purchase_key: string | null;
  purchase_line: string | null;
  check_state: CheckState;
  check_reason: CheckReason | null;
  purchase_source: PurchaseSource | null;
  check_source: Store | null;
  check_proof: StoreProof | null;
  check_at: Date | null;
};

export type PaymentRow = {
  project_id: ProjectId;
  id: string;
  at: Date;
  payment_id: string | null;
  /** The payment that this one refunds. */
  refunded_payment_id: string | null;
  type: string;
  status: string;
  /** In minor units of the project's currency; 0 until it is converted. */
  amount: number;
  /** The currency of the amount, or of the original amount. */
  currency: string;
  /** The amounts to convert, in minor units of another currency than the project's. */
  original: number | null;
  /** Minor units of the project's currency per minor unit of the other, at equal value. */
  scale: number | null;
  instance: string | null;
  user_id: string | null;
  platform: string;
  data: unknown;
} & ReportedTimes &
  Partial<PurchaseColumns>;

const paymentTable = writableTable<PaymentRow>({
  project_id: "bigint",
  id: "uuid",
  at: "timestamptz",
  payment_id: "text",
  refunded_payment_id: "text",
  type: "text",
  status: "text",
  amount: "bigint",
  currency: "text",
  original: "bigint",
  scale: "numeric",
  instance: "text",
  user_id: "text",
  platform: "text",
  data: "jsonb",
  device_at: "timestamptz",
  arrived_at: "timestamptz",
  purchase_key: "text",
  purchase_line: "text",
  check_state: "text",
  check_reason: "text",
  purchase_source: "text",
  check_source: "text",
  check_proof: "jsonb",
  check_at: "timestamptz",
});

/** Only the fields that select destinations; the sender reads the payment itself. */
const newPayments = () => sql`
  select w.project_id, w.id::text as subject, w.user_id, w.instance,
    jsonb_build_object('at', w.at, 'payment_id', w.payment_id, 'type', w.type, 'status', w.status) as payload
  from who w join stored on stored.project_id = w.project_id and stored.id = w.id`;

const removedPayments = (at: Date) => sql`
  select g.project_id, g.id::text as subject, g.user_id, g.install_instance_id as instance,
    jsonb_build_object('at', ${at}::timestamptz, 'payment_id', g.payment_id, 'type', g.type, 'status', g.status)
      as payload
  from removed g`;

/** The installs of a table whose first payment is now `at`, by their age then and before. */
export const changedPayers = (whose: LedgerScope, table: string) => sql`
  select ${projectColumn(whose, "i")} as project_id, i.day, i.platform, side.sign,
    ${ageInDays(sql`side.at`, sql`i.installed_at`)} as age, ${knownOrigin("i")}, cell.*
  from ${sql(table)} i ${joinCellOfInstall(whose)}
  cross join lateral (values (i.at, 1), (i.first_paid_at, -1)) side(at, sign)`;

/** Refunds of the table `late_refunds`, before and after their payment is known; only the age differs. */
export const movedRefunds = (project: Fragment = sql`f.project_id`) => sql`
  select f.project_id, (f.paid_at at time zone home.time_zone)::date as day, f.type, f.status, f.amount, f.platform,
    f.returned_by, f.install_day, side.sign,
    case when d.kind = 'INSTALL' then ${ageInDays(sql`side.at`, sql`f.installed_at`)} end as age,
    ${dimensionsOfDecision({ country: sql`f.install_country`, version: sql`f.version_of_install` })}, ${dimensionsOfReturn("d")}
  from late_refunds f join projects home on home.id = ${project}
  cross join lateral (values (f.refunded_now, 1), (f.paid_at, -1)) side(at, sign)
  left join decisions d on d.project_id = ${project} and d.install_id = f.install_id and d.version = f.counted_version
  ${returningOpen(project, sql`f.returned_by`)}`;

export async function storePayments(rows: PaymentRow[]): Promise<PaymentStorage[]> {
  const found = await sql<{ id: string; outcome: PaymentStorage }[]>`/* several projects */
    with who as materialized (
      select x.project_id, x.id, x.at, (x.at at time zone home.time_zone)::date as day, x.payment_id, x.type, x.status,
        x.refunded_payment_id, refunded.paid_at as refunded_at,
        -- The store's own refund of the payment counts already, and an app's report of it is a repeat.
        x.purchase_key is null and exists (
          select from payments r where r.project_id = x.project_id and r.refunded_payment_id = x.refunded_payment_id
            and r.purchase_key is not null and r.removed_at is null) as is_refunded,
        coalesce(${convertedAmount(sql`x.original`, sql`x.scale`)}, x.amount) as amount, x.original, x.currency, x.data, x.device_at, x.arrived_at,
        x.purchase_key, x.purchase_line, x.check_state, x.check_reason, x.purchase_source, x.check_source, x.check_proof, x.check_at,
        coalesce(given.user_id, identity.user_id) as user_id,
          coalesce(x.instance, given.install_instance_id) as instance,
        coalesce(nullif(s.platform, 'UNKNOWN'), x.platform) as platform,
        s.installed_at, (s.installed_at at time zone home.time_zone)::date as install_day,
        ${ageOfInstall(sql`coalesce(refunded.paid_at, x.at)`)} as age,
        s.id as install_id, s.country as install_country,
        s.install_version as version_of_install, ${dimensionsOfInstall()}, back.returned_by, ${dimensionsOfReturn("s")}
      from ${paymentTable(rows)} x ${joinHome()} ${joinSender()}
      ${joinRate(
        {
          rates: sql`exchange_rates`,
          project: sql`x.project_id`,
          currency: sql`x.currency`,
          day: sql`(x.at at time zone home.time_zone)::date`,
        },
        sql`x.original is not null`,
      )}
      left join lateral (
        select p.paid_at from payments p
        where p.project_id = x.project_id and ${isRefundOf("x", "p")}
          and p.install_instance_id = coalesce(x.instance, given.install_instance_id) limit 1
      ) refunded on true
      cross join lateral (select ${returnBefore()} as returned_by) back
      ${returningOpen(sql`x.project_id`, sql`back.returned_by`)}
    ),
    stored as (
      insert into payments (project_id, id, payment_id, type, status, amount_minor, original_currency, original_minor, paid_at, user_id,
        install_instance_id, platform, data, counted_version, returned_by, refunded_payment_id, refunded_at, device_at, arrived_at,
        purchase_key, purchase_line, check_state, check_reason, purchase_source)
      select project_id, id, payment_id, type, status, amount, currency, original, at, user_id, instance, platform,
        data, counted_version,
        returned_by, refunded_payment_id, refunded_at, device_at, arrived_at,
        purchase_key, purchase_line, check_state, check_reason, purchase_source
      from who where user_id is not null and not is_refunded
      on conflict do nothing
      returning project_id, id
    ),
    checks as (
      ${newChecks()}
    ),
    outbox_rows as (${toOutbox("several", "payment", newPayments())}),
    counted_payments as (
      select w.project_id, w.day, w.type, w.status, w.amount, w.install_day, w.age, w.counted,
        ${dimensionColumns()}, w.returned_by,
        w.return_campaign, w.return_ad_set, w.return_creative, w.return_keyword, w.return_publisher
      from who w join stored on stored.id = w.id
    ),
    -- Installs whose first payment this is. All paying installs are locked, because a removal may just make a later
    -- payment the first; in the same order as by the statement that stores installs.
    newly_paying as materialized (
      select f.project_id, f.at, f.install_day as day, i.*
      from (
        select w.project_id, w.instance, w.install_day, min(w.at) as at
        from who w join stored on stored.project_id = w.project_id and stored.id = w.id
        where w.at >= w.installed_at and ${countsAsRevenue("w.type", "w.status")}
        group by 1, 2, 3 order by 1, 2
      ) f
      cross join lateral (
        select ${countedColumns()}, s.installed_at, s.first_paid_at from installs s
        where s.project_id = f.project_id and s.install_instance_id = f.instance
        limit 1 for update of s
      ) i
      where i.first_paid_at is null or i.first_paid_at > f.at
    ),
    paying as (
      update installs s set first_paid_at = n.at from newly_paying n
      where s.project_id = n.project_id and s.id = n.id
    ),
    -- Refunds that arrived before their payment. Their installs are locked already, as by a removal.
    late_refunds as materialized (
      select r.*, w.install_day, w.installed_at, w.install_id, w.install_country, w.version_of_install,
        w.at as refunded_now
      from who w join stored on stored.project_id = w.project_id and stored.id = w.id
      cross join lateral (
        select r.project_id, r.id, r.paid_at, r.type, r.status, r.amount_minor as amount, r.platform, r.returned_by,
          r.counted_version, r.refunded_at
        from payments r
        where r.project_id = w.project_id and ${isRefundOf("r", "w")} and r.install_instance_id = w.instance
          and r.refunded_at is null and r.removed_at is null and (select count(*) from newly_paying) >= 0
        for update of r
      ) r
    ),
    refunds as (
      update payments p set refunded_at = r.refunded_now from late_refunds r
      where p.project_id = r.project_id and p.id = r.id
    ),
    cells as (
      insert into ledger ${ledgerColumns()}
      ${ledgerRowsOf("several", "payment", sql`select * from counted_payments`)}
      union all
      ${ledgerRowsOf("several", "payment", movedRefunds(), sql`f.sign`)}
      union all
      ${ledgerRowsOf("several", "payer", changedPayers("several", "newly_paying"), sql`f.sign`)}
    )
    select w.id, case when w.user_id is null then 'unidentified'
      when exists (
        select from payments p
        where p.project_id = w.project_id and p.user_id <> w.user_id and (p.purchase_key = w.purchase_key
          or p.payment_id = w.purchase_key and not exists (
            select from payments o where o.project_id = w.project_id and o.purchase_key = w.purchase_key))
      ) then 'replayed' else 'repeat' end as outcome
    from who w left join stored on stored.id = w.id where stored.id is null`;
  const outcomes = new Map(found.map(({ id, outcome }) => [id, outcome]));
  return rows.map(({ id }) => outcomes.get(id) ?? "stored");
}

/**
 * Marks payments as removed, and subtracts each from the cells in which it was counted. Their installs are locked before
 * that. A payment that is being stored waits then, or is found by the function that looks for the next first payment.
 */
export async function removePayments(
  projectId: ProjectId,
  which: { paymentId: string } | { purchaseKey: string } | { userId: string },
  at: Date,
): Promise<number> {
  const zone = zoneOfProject(projectId);
  const named =
    "paymentId" in which
      ? sql`p.payment_id = ${which.paymentId}`
      : "purchaseKey" in which
        ? sql`p.purchase_key = ${which.purchaseKey}`
        : sql`p.user_id = ${which.userId}`;
  const [row] = await sql<{ removed: number }[]>`
    with payers as materialized (
      select ${countedColumns()}, s.install_instance_id, s.installed_at, s.first_paid_at,
        (s.installed_at at time zone ${zone})::date as day
      from installs s
      where s.project_id = ${projectId} and s.install_instance_id in (
        select p.install_instance_id from payments p
        where p.project_id = ${projectId} and p.removed_at is null and ${named} and ${countsAsRevenue("p.type", "p.status")})
      order by s.install_instance_id for update of s
    ),
    removed as (
      update payments p set removed_at = ${at}
      where p.project_id = ${projectId} and p.removed_at is null and ${named} and ${whereWritable(projectId)}
        and (select count(*) from payers) >= 0
      returning p.*
    ),
    outbox_rows as (${toOutbox(projectId, "payment.removed", removedPayments(at))}),
    removed_payments as (
      select removed.project_id, (removed.paid_at at time zone ${zone})::date as day, removed.type, removed.status,
        removed.amount_minor as amount, removed.platform, removed.returned_by,
        (s.installed_at at time zone ${zone})::date as install_day,
        case when d.kind = 'INSTALL' then ${ageInDays(countedTimeOf("removed"), sql`s.installed_at`)} end as age,
        ${dimensionsOfDecision({ country: sql`s.country`, version: sql`s.install_version` })}, ${dimensionsOfReturn("d")}
      from removed
      left join installs s on s.project_id = ${projectId} and s.install_instance_id = removed.install_instance_id
      left join decisions d on d.project_id = ${projectId} and d.install_id = s.id
        and d.version = removed.counted_version
      ${returningOpen(projectId, sql`removed.returned_by`)}
    ),
    paid_later as materialized (
      select l.*, first_payment_at(${projectId}::bigint, l.install_instance_id, l.installed_at,
        ${payingTypes}::text[], array(select id from removed)) as at
      from payers l
    ),
    paying as (
      update installs s set first_paid_at = l.at from paid_later l
      where s.project_id = ${projectId} and s.id = l.id and l.at is distinct from l.first_paid_at
    ),
    cells as (
      insert into ledger ${ledgerColumns()}
      ${ledgerRowsOf(projectId, "payment", sql`select * from removed_payments`, sql`-1`)}
      union all
      ${ledgerRowsOf(projectId, "payer", changedPayers(projectId, "paid_later"), sql`f.sign`)}
    )
    select count(*)::int as removed from removed`;
  return row!.removed;
}
