"use client";

import { Megaphone, Plus } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { at, call, within } from "@/app/(dashboard)/api";
import { useGet, useRefresh } from "@/app/(dashboard)/data";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { Gated } from "@/components/gated";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useLast } from "@/components/use-last";
import type { NetworkAccount } from "@/lib/facts/spend/accounts/schema";
import { accountColumns } from "./account-columns";
import { AccountDialog } from "./account-dialog";

export function AdAccounts() {
  const path = at("/projects/:project/network-accounts", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  const refresh = useRefresh();
  const reason = useLacking("network-accounts.write");
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<NetworkAccount | null>(null);
  const [removing, setRemoving] = useState<NetworkAccount | null>(null);
  const toDelete = useLast(removing);

  const add = (
    <Gated reason={reason}>
      {(gate) => (
        <Button variant="primary" {...gate} onClick={() => setAdding(true)}>
          <Plus />
          Add an account
        </Button>
      )}
    </Gated>
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
        columns={accountColumns({ mayChange: !reason, onEdit: setEditing, onRemove: setRemoving })}
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
      <AccountDialog path={path} open={adding} onClose={() => setAdding(false)} />
      <AccountDialog path={path} open={editing !== null} account={editing} onClose={() => setEditing(null)} />
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title={`Remove “${toDelete?.name ?? ""}”?`}
        description="New campaigns can no longer belong to it."
        action="Remove account"
        destructive
        onConfirm={async () => {
          if (!removing) return;
          await call("DELETE", within(path, "/:id", { id: removing.id }));
          await refresh(path);
          toast.success(`“${removing.name}” was removed`);
        }}
      />
    </>
  );
}
