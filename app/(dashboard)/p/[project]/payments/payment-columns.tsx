import { figureFormat } from "@/app/(dashboard)/figure-format";
import { CampaignCell, UserCell } from "@/app/(dashboard)/p/[project]/fact-cells";
import { campaignColumn, installColumn, platformColumn } from "@/app/(dashboard)/p/[project]/fact-columns";
import { shortId } from "@/app/(dashboard)/p/[project]/installs/labels";
import type { Column } from "@/components/table-state";
import { Badge } from "@/components/ui/badge";
import { When } from "@/components/when";
import { returnDays } from "@/lib/ledger/return-days";
import type { ListedPayment } from "@/lib/reporting/lists/payments/schema";
import { statusOf, typeName } from "./labels";

const none = <span className="text-faint">–</span>;

export function paymentColumns(
  base: string,
  timeZone: string,
  currency: string,
  returned: boolean,
): Column<ListedPayment>[] {
  const money = (minor: number) => figureFormat(currency).full("money", minor);
  return [
    {
      id: "payment",
      header: "Payment",
      fixed: true,
      cell: (row) => (
        <span className="block max-w-44 truncate font-mono text-xs" title={row.payment_id ?? row.id}>
          {row.payment_id ?? shortId(row.id)}
        </span>
      ),
    },
    {
      id: "paid",
      header: "When",
      cell: (row) => <When at={row.paid_at} timeZone={timeZone} className="text-muted" />,
    },
    { id: "type", header: "Type", cell: (row) => typeName(row.type) },
    {
      id: "status",
      header: "Status",
      cell: (row) => <Badge tone={statusOf(row).tone}>{statusOf(row).label}</Badge>,
    },
    {
      id: "amount",
      header: "Amount",
      align: "end",
      cell: (row) => money(row.amount_minor),
    },
    {
      id: "revenue",
      header: "Revenue",
      hint: "What it adds to revenue: refunds and withdrawals take away, what was not completed, was removed or is a test adds nothing.",
      align: "end",
      cell: (row) => (row.revenue_minor === 0 ? none : money(row.revenue_minor)),
    },
    { id: "user", header: "User", cell: (row) => <UserCell user={row.user_id} /> },
    campaignColumn(base),
    {
      id: "back",
      header: "Brought back by",
      hint: `The campaign that brought the user back within the ${returnDays} days before.`,
      hidden: !returned,
      cell: (row) =>
        row.brought_back_by ? <CampaignCell base={base} campaign={row.brought_back_by} /> : none,
    },
    installColumn(base),
    { ...platformColumn(), hidden: true },
  ];
}
