import { Pencil, Trash2 } from "lucide-react";
import { RowMenu } from "@/components/row-menu";
import type { Column } from "@/components/table-state";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { networkOfCode } from "@/lib/campaigns/networks";
import type { NetworkAccount } from "@/lib/facts/spend/accounts/schema";

const states: Record<string, { label: string; tone: BadgeTone }> = {
  ACTIVE: { label: "Active", tone: "success" },
  PAUSED: { label: "Paused", tone: "warning" },
  DISCONNECTED: { label: "Disconnected", tone: "neutral" },
};

type AccountActions = {
  mayChange: boolean;
  onEdit: (account: NetworkAccount) => void;
  onRemove: (account: NetworkAccount) => void;
};

export function accountColumns(actions: AccountActions): Column<NetworkAccount>[] {
  return [
    {
      id: "name",
      header: "Name",
      cell: (account) => (
        <div className="grid grid-cols-1 leading-snug">
          <span className="max-w-56 truncate font-medium">{account.name}</span>
          {account.email ? (
            <span className="max-w-56 truncate text-faint text-xs">{account.email}</span>
          ) : null}
        </div>
      ),
    },
    {
      id: "network",
      header: "Network",
      cell: (account) => networkOfCode(account.network)?.label ?? account.network,
    },
    {
      id: "external",
      header: "Id there",
      cell: (account) =>
        account.external_id ? (
          <div className="grid leading-snug">
            <code className="font-mono text-xs">{account.external_id}</code>
            {account.account_name ? (
              <span className="max-w-44 truncate text-faint text-xs">{account.account_name}</span>
            ) : null}
          </div>
        ) : (
          <span className="text-faint">–</span>
        ),
    },
    {
      id: "status",
      header: "Status",
      cell: ({ status }) => (
        <Badge tone={states[status]?.tone ?? "neutral"} dot>
          {states[status]?.label ?? status}
        </Badge>
      ),
    },
    {
      id: "currency",
      header: "Currency",
      cell: (account) => <span className="text-muted">{account.currency ?? "–"}</span>,
    },
    {
      id: "campaigns",
      header: "Campaigns",
      align: "end",
      cell: (account) => account.campaigns.toLocaleString(),
    },
    {
      id: "actions",
      header: "Actions",
      quiet: true,
      align: "end",
      cell: (account) =>
        actions.mayChange ? (
          <RowMenu
            of={account.name}
            groups={[
              [
                { label: "Edit", icon: Pencil, onSelect: () => actions.onEdit(account) },
                {
                  label: account.campaigns > 0 ? "Remove: campaigns use it" : "Remove",
                  icon: Trash2,
                  onSelect: () => actions.onRemove(account),
                  destructive: true,
                  disabled: account.campaigns > 0,
                },
              ],
            ]}
          />
        ) : null,
    },
  ];
}
