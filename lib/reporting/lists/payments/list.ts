import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Cell } from "@/lib/base/csv";
import { currencyDigits } from "@/lib/base/money";
import { dimensionFilterOf } from "@/lib/ledger/rows-queries";
import { cutPage, keysetCsv, mostCounted, spanOf } from "@/lib/platform/keyset";
import { instancesFor } from "@/lib/reporting/lists/installs/instances";
import {
  countPayments,
  type Filter,
  findPayments,
  type PaymentRow,
} from "@/lib/reporting/lists/payments/queries";
import type {
  PaymentFilter,
  PaymentQuery,
  paymentList,
  paymentTotals,
} from "@/lib/reporting/lists/payments/schema";

export async function paymentsPage(
  project: Project,
  query: PaymentQuery,
): Promise<z.output<typeof paymentList>> {
  const filter = await filterOf(project, query);
  const rows = await findPayments(project.id, filter, query.before, query.limit + 1);
  const { page, next } = cutPage(rows, query.limit, placeOf);
  return { payments: page.map(present), next };
}

export async function paymentsTotals(
  project: Project,
  query: PaymentFilter,
): Promise<z.output<typeof paymentTotals>> {
  const counted = await countPayments(project.id, await filterOf(project, query), mostCounted + 1);
  return { ...counted, count: Math.min(counted.count, mostCounted), more: counted.count > mostCounted };
}

const heads = [
  ...[
    "ID",
    "Payment ID",
    "Paid at",
    "Type",
    "Status",
    "Amount",
    "Revenue",
    "Currency",
    "Removed at",
    "User ID",
  ],
  ...[
    "Install ID",
    "Instance ID",
    "Campaign",
    "Campaign display ID",
    "Brought back by",
    "Platform",
    "Test",
    "Data",
  ],
];

export async function paymentsCsv(project: Project, query: PaymentFilter): Promise<string> {
  const filter = await filterOf(project, query);
  const scale = 10 ** currencyDigits(project.currency);
  return keysetCsv(
    heads,
    (row: PaymentRow) => cells(row, project.currency, scale),
    (before, limit) => findPayments(project.id, filter, before, limit),
    placeOf,
  );
}

const cells = (row: PaymentRow, currency: string, scale: number): Cell[] => [
  ...[row.id, row.payment_id, row.paid_at, row.type, row.status, row.amount_minor / scale],
  ...[row.revenue_minor / scale, currency, row.removed_at, row.user_id, row.install_id],
  ...[
    row.install_instance_id,
    row.campaign?.name ?? null,
    row.campaign?.display_id ?? null,
    row.brought_back_by?.name ?? null,
    row.platform,
  ],
  ...[row.is_test, JSON.stringify(row.data)],
];

const placeOf = (row: PaymentRow) => ({ at: row.paid_at, id: row.id });

const present = (row: PaymentRow) => ({
  ...row,
  paid_at: row.paid_at.toISOString(),
  removed_at: row.removed_at?.toISOString() ?? null,
});

async function filterOf(project: Project, query: PaymentFilter): Promise<Filter> {
  const cells = dimensionFilterOf(query);
  const returned = query.returned === "yes";
  return {
    ...spanOf(project.timeZone, query),
    cells,
    platform: query.platform ?? null,
    counted: query.counted ?? null,
    adds: query.revenue === "adds",
    returned,
    type: query.type ?? null,
    status: query.status ?? null,
    payment: query.payment || null,
    user: query.user || null,
    // Of a return's campaign are others than those whom it won.
    instances: await instancesFor(project, returned ? dimensionFilterOf({}) : cells, query.install),
  };
}
