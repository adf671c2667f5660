"use client";

import { Megaphone, Plus } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { at, call, within } from "@/app/(dashboard)/api";
import { useGet, useRefresh } from "@/app/(dashboard)/data";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { confirm } from "@/components/confirm";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { GatedButton } from "@/components/gated";
import { PageHeader } from "@/components/page-header";
import type { NetworkAccount } from "@/lib/facts/spend/accounts/schema";
import { accountColumns } from "./account-columns";
import { AccountDialog } from "./account-dialog";

export default function AdAccounts() {
  const path = at("/projects/:project/network-accounts", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  const refresh = useRefresh();
  const reason = useLacking("network-accounts.write");
  const [editing, setEditing] = useState<NetworkAccount | "new" | null>(null);
  const remove = ({ id, name }: NetworkAccount) =>
    confirm({
      title: `Remove “${name}”?`,
      description: "New campaigns can no longer belong to it.",
      action: "Remove account",
      destructive: true,
      onConfirm: async () => {
        await call("DELETE", within(path, "/:id", { id }));
        await refresh(path);
        toast.success(`“${name}” was removed`);
      },
    });

  const add = (
    <GatedButton reason={reason} variant="primary" onClick={() => setEditing("new")}>
      <Plus />
      Add an account
    </GatedButton>
  );

  return (
    <>
      <PageHeader
        title="Ad accounts"
        description="Your accounts with the ad networks. Campaigns can be told apart by account, and what they cost can be pulled: see Spend."
        actions={data?.network_accounts.length === 0 ? null : add}
      />
      <DataTable
        label="Ad accounts"
        columns={accountColumns({ mayChange: !reason, onEdit: setEditing, onRemove: remove })}
        rows={data?.network_accounts}
        rowId={(account) => String(account.id)}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState icon={Megaphone} title="No ad account yet" actions={add}>
            Name the accounts that pay for ads, by the id that the network gives them.
          </EmptyState>
        }
      />
      <AccountDialog path={path} account={editing} onClose={() => setEditing(null)} />
    </>
  );
}
