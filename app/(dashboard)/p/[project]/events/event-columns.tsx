import { figureFormat } from "@/app/(dashboard)/figure-format";
import { UserCell } from "@/app/(dashboard)/p/[project]/fact-cells";
import { campaignColumn, installColumn, platformColumn } from "@/app/(dashboard)/p/[project]/fact-columns";
import type { Column } from "@/components/table-state";
import { When } from "@/components/when";
import type { ListedEvent } from "@/lib/reporting/lists/events/schema";

const none = <span className="text-faint">–</span>;

export function eventColumns(base: string, timeZone: string, currency: string): Column<ListedEvent>[] {
  return [
    {
      id: "name",
      header: "Event",
      fixed: true,
      cell: (row) => (
        <span className="block max-w-56 truncate font-medium" title={row.name}>
          {row.name}
        </span>
      ),
    },
    {
      id: "occurred",
      header: "When",
      cell: (row) => <When at={row.occurred_at} timeZone={timeZone} className="text-muted" />,
    },
    {
      id: "amount",
      header: "Amount",
      align: "end",
      cell: (row) =>
        row.amount_minor === null ? none : figureFormat(currency).full("money", row.amount_minor),
    },
    { id: "user", header: "User", cell: (row) => <UserCell user={row.user_id} /> },
    campaignColumn(base),
    installColumn(base),
    platformColumn(),
    {
      id: "data",
      header: "Data",
      hidden: true,
      cell: (row) => (
        <span className="block max-w-64 truncate font-mono text-muted text-xs">
          {JSON.stringify(row.data)}
        </span>
      ),
    },
  ];
}
