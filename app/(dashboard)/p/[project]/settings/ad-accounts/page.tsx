"use client";

import { Megaphone, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { type ApiAddress, at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { noValue } from "@/app/(dashboard)/shell/facts/fact-cells";
import { useNetworkChoices } from "@/app/(dashboard)/shell/facts/network-choices";
import { useLacking } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { AccountState } from "@/app/(dashboard)/spend/account-state";
import { confirm } from "@/components/dialogs/confirm";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { EmptyState } from "@/components/empty-state";
import { CurrencyField, EmailField, IdField, SelectField, TextField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { numberText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { quoted } from "@/components/quoted";
import { DataTable } from "@/components/table/data-table";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { GatedButton } from "@/components/ui/gated";
import { RowMenu } from "@/components/ui/row-menu";
import { useLast } from "@/components/use-last";
import { networkLabel } from "@/lib/campaigns/networks";
import { type NetworkAccount, networkAccountInput } from "@/lib/spend/accounts/schema";
import type { PullState } from "@/lib/spend/pull/schema";

export default function AdAccounts() {
  const path = at("/projects/:project/network-accounts", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  const pulls = useGet(at("/projects/:project/spend/pulls", { project: useProject().id }));
  // The response lists only accounts of networks that can be synced.
  const stateOf = (id: number) =>
    pulls.data && (pulls.data.accounts.find((each) => each.id === id)?.state ?? "off");
  const refresh = useRefresh();
  const reason = useLacking("network-accounts.write");
  const [editing, setEditing] = useState<NetworkAccount | "new" | null>(null);
  const remove = ({ id, name }: NetworkAccount) =>
    confirm({
      title: `Remove “${name}”?`,
      description: "New campaigns can't use it.",
      action: "Remove account",
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", child(path, "/:id", { id }));
        await refresh(path);
        toast.success(`${quoted(name)} was removed`);
      },
    });

  const add = (
    <GatedButton reason={reason} variant="primary" onClick={() => setEditing("new")}>
      <Plus />
      Add account
    </GatedButton>
  );

  return (
    <>
      <PageHeader
        title="Ad accounts"
        description="Your accounts with ad networks. Group campaigns by account, and sync their spend automatically."
        actions={data?.network_accounts.length === 0 ? null : add}
      />
      <DataTable
        label="Ad accounts"
        columns={accountColumns({ stateOf, mayChange: !reason, onEdit: setEditing, onRemove: remove })}
        rows={data?.network_accounts}
        rowId={(account) => String(account.id)}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState icon={Megaphone} title="No ad accounts yet" actions={add}>
            Add the accounts that pay for your ads, using the ID the network gives them.
          </EmptyState>
        }
      />
      <AccountDialog path={path} account={editing} onClose={() => setEditing(null)} />
    </>
  );
}

type AccountActions = {
  /** Undefined while loading. */
  stateOf: (id: number) => PullState["state"] | undefined;
  mayChange: boolean;
  onEdit: (account: NetworkAccount) => void;
  onRemove: (account: NetworkAccount) => void;
};

function accountColumns(actions: AccountActions): Column<NetworkAccount>[] {
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
      cell: (account) => networkLabel(account.network),
    },
    {
      id: "external",
      header: "Network ID",
      cell: (account) =>
        account.external_id ? (
          <div className="grid leading-snug">
            <code className="font-mono text-xs">{account.external_id}</code>
            {account.account_name ? (
              <span className="max-w-44 truncate text-faint text-xs">{account.account_name}</span>
            ) : null}
          </div>
        ) : (
          noValue
        ),
    },
    {
      id: "status",
      header: "Status",
      cell: ({ id }) => {
        const state = actions.stateOf(id);
        return state ? <AccountState state={state} /> : null;
      },
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
      cell: (account) => numberText(account.campaigns),
    },
    actionsColumn((account) =>
      actions.mayChange ? (
        <RowMenu
          of={account.name}
          groups={[
            [
              { label: "Edit", icon: Pencil, onSelect: () => actions.onEdit(account) },
              {
                label: account.campaigns > 0 ? "In use by campaigns" : "Remove",
                icon: Trash2,
                onSelect: () => actions.onRemove(account),
                destructive: true,
                disabled: account.campaigns > 0,
              },
            ],
          ]}
        />
      ) : null,
    ),
  ];
}

const statusOptions = [
  { value: "ACTIVE", label: "Active" },
  { value: "PAUSED", label: "Paused" },
  { value: "DISCONNECTED", label: "Disconnected" },
] as const;

type AccountDialogProps = {
  path: ApiAddress<"/projects/:project/network-accounts">;
  account: NetworkAccount | "new" | null;
  onClose: () => void;
};

function AccountDialog({ path, account: chosen, onClose }: AccountDialogProps) {
  const refresh = useRefresh();
  const last = useLast(chosen);
  const account = last === "new" ? null : last;
  const project = useProject();
  const networks = useNetworkChoices();
  const form = useSchemaForm(networkAccountInput, {
    values: {
      network: account?.network ?? "META",
      name: account?.name ?? "",
      email: account?.email ?? "",
      status: (account?.status ?? "ACTIVE") as (typeof statusOptions)[number]["value"],
      account_name: account?.account_name ?? "",
      external_id: account?.external_id ?? "",
      currency: account ? (account.currency ?? "") : project.currency,
    },
  });
  return (
    <FormDialog
      open={chosen !== null}
      onOpenChange={(next) => !next && onClose()}
      title={account ? "Edit account" : "Add ad account"}
      form={form}
      sheet
      submit={account ? "Save" : "Add account"}
      onSubmit={async ({ network, ...values }) => {
        if (account) await mutate("PATCH", child(path, "/:id", { id: account.id }), values);
        else await mutate("POST", path, { network, ...values });
        await refresh(path);
        toast.success(account ? "Account saved" : `“${values.name}” was added`);
      }}
    >
      <SelectField
        form={form}
        name="network"
        label="Network"
        hint={account ? "Can't be changed: existing data belongs to it." : undefined}
        options={networks}
        disabled={Boolean(account)}
      />
      <TextField form={form} name="name" label="Name" hint="Your name for it." />
      <IdField form={form} name="external_id" label="ID at the network" optional />
      <TextField form={form} name="account_name" label="Name at the network" optional />
      <EmailField form={form} name="email" label="Email" optional hint="The account manager's email." />
      <CurrencyField form={form} name="currency" label="Currency" hint="The account's billing currency." />
      <SelectField form={form} name="status" label="Status" options={statusOptions} />
    </FormDialog>
  );
}
