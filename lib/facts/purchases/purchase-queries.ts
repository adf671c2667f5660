import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import type { CheckState } from "@/lib/facts/payments/store-purchases";

export type KnownPurchase = {
  id: string;
  payment_id: string | null;
  purchase_key: string | null;
  type: string;
  status: string;
  amount_minor: number;
  original_currency: string | null;
  original_minor: number | null;
  paid_at: Date;
  user_id: string;
  install_instance_id: string | null;
  platform: string;
  purchase_line: string | null;
  check_state: CheckState | null;
  removed_at: Date | null;
  /** Whether a refund that names the payment is stored. */
  is_refunded: boolean;
};

const known = (projectId: ProjectId) => sql`
  p.id, p.payment_id, p.purchase_key, p.type, p.status, p.amount_minor, p.original_currency, p.original_minor, p.paid_at, p.user_id,
  p.install_instance_id, p.platform, p.purchase_line, p.check_state, p.removed_at, exists (
    select from payments r where r.project_id = ${projectId} and r.refunded_payment_id = p.payment_id
      and r.removed_at is null and r.status = 'PAYMENT_COMPLETED') as is_refunded`;

/** The payment of a transaction. */
export async function findPurchase(projectId: ProjectId, key: string): Promise<KnownPurchase | null> {
  const [row] = await sql<KnownPurchase[]>`
    select ${known(projectId)} from payments p where p.project_id = ${projectId} and p.purchase_key = ${key}`;
  return row ?? null;
}

/** The latest payment of a subscription, whose user and install further transactions belong to. */
export async function findPurchaseOfLine(projectId: ProjectId, line: string): Promise<KnownPurchase | null> {
  const [row] = await sql<KnownPurchase[]>`
    select ${known(projectId)} from payments p where p.project_id = ${projectId} and p.purchase_line = ${line}
    order by p.paid_at desc limit 1`;
  return row ?? null;
}

/** The latest payment with one of these IDs or transactions. */
export async function findPurchaseNamed(
  projectId: ProjectId,
  ids: string[],
  keys: string[],
): Promise<KnownPurchase | null> {
  const [row] = await sql<KnownPurchase[]>`
    select ${known(projectId)} from payments p where p.project_id = ${projectId} and p.id in (
      select o.id from payments o where o.project_id = ${projectId} and o.payment_id = any(${ids}::text[])
      union all
      select o.id from payments o where o.project_id = ${projectId} and o.purchase_key = any(${keys}::text[])
      union all
      select o.id from payments o where o.project_id = ${projectId} and o.purchase_line = any(${keys}::text[])
    )
    order by p.paid_at desc limit 1`;
  return row ?? null;
}
