"use client";

import { KeyRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import { type Address, call, within } from "@/app/(dashboard)/api";
import { useRefresh } from "@/app/(dashboard)/data";
import { confirm } from "@/components/confirm";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import type { Column } from "@/components/table-state";
import { Button } from "@/components/ui/button";
import { When } from "@/components/when";
import { type AnyKey, isEnded, type KeyActions, keyColumns } from "./key-columns";

type KeyTableProps<Key extends AnyKey> = Omit<KeyActions<Key>, "onRevoke"> & {
  label: string;
  /** The keys' address, and what is shown anew once one is revoked. */
  path: Address<"/projects/:project/server-keys" | "/projects/:project/signing/keys">;
  refreshed: string;
  /** Who is refused once a key is revoked. */
  consequence: string;
  /** The columns that say which key it is. */
  which: Column<Key>[];
  keys: readonly Key[] | undefined;
  error: Error | null;
  onRetry: () => void;
  /** How the first is made, and why. */
  make: ReactNode;
  children: ReactNode;
};

/** Keys that work; those that do not any more on demand. */
export function KeyTable<Key extends AnyKey>(props: KeyTableProps<Key>) {
  const { keys, which, make, path, refreshed, consequence, children } = props;
  const refresh = useRefresh();
  const [withEnded, setWithEnded] = useState(false);
  const gone = keys?.filter(isEnded).length ?? 0;
  const revoke = ({ id, name, last_used_at: used }: Key) =>
    confirm({
      title: `Revoke “${name}”?`,
      description: (
        <>
          <p>{consequence} A revoked key does not come back.</p>
          {used ? (
            <p>
              It was last used <When at={used} className="font-medium text-ink" />.
            </p>
          ) : (
            <p>It was never used.</p>
          )}
        </>
      ),
      action: "Revoke key",
      destructive: true,
      onConfirm: async () => {
        await call("DELETE", within(path, "/:id", { id }));
        await refresh(refreshed);
        toast.success(`Key “${name}” is revoked`);
      },
    });
  return (
    <div className="grid gap-3">
      <DataTable
        label={props.label}
        columns={[...which, ...keyColumns({ ...props, onRevoke: revoke })]}
        rows={withEnded ? keys : keys?.filter((key) => !isEnded(key))}
        rowId={(key) => String(key.id)}
        error={props.error}
        onRetry={props.onRetry}
        empty={
          <EmptyState
            icon={KeyRound}
            title={gone > 0 ? "No key works at the moment" : "No key yet"}
            actions={make}
          >
            {children}
          </EmptyState>
        }
      />
      {gone > 0 ? (
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start"
          onClick={() => setWithEnded(!withEnded)}
        >
          {withEnded ? "Hide ended keys" : `Show ${gone} ended ${gone === 1 ? "key" : "keys"}`}
        </Button>
      ) : null}
    </div>
  );
}
