"use client";

import { KeyRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import type { Column } from "@/components/table-state";
import { Button } from "@/components/ui/button";
import { type AnyKey, isEnded, type KeyActions, keyColumns } from "./key-columns";

type KeyTableProps<Key extends AnyKey> = KeyActions<Key> & {
  label: string;
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
  const { keys, which, make, children } = props;
  const [withEnded, setWithEnded] = useState(false);
  const gone = keys?.filter(isEnded).length ?? 0;
  return (
    <div className="grid gap-3">
      <DataTable
        label={props.label}
        columns={[...which, ...keyColumns(props)]}
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
