"use client";

import { Ban, KeyRound, RefreshCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import { type ApiAddress, child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { cn } from "@/components/cn";
import { confirm } from "@/components/dialogs/confirm";
import { EmptyState } from "@/components/empty-state";
import { rich } from "@/components/rich";
import { DataTable } from "@/components/table/data-table";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RowMenu } from "@/components/ui/row-menu";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";

type KeyTableProps<Key extends AnyKey> = Omit<KeyActions<Key>, "onRevoke"> & {
  label: string;
  /** The keys' path, and the path to reload after a key is revoked. */
  path: ApiAddress<"/projects/:project/server-keys" | "/projects/:project/signing/keys">;
  refreshed: string;
  /** Describes the calls that fail after a key is revoked. */
  consequence: string;
  /** The columns that identify the key. */
  which: Column<Key>[];
  keys: readonly Key[] | undefined;
  error: Error | null;
  onRetry: () => void;
  make: ReactNode;
  children: ReactNode;
};

/** Working keys, and the others on request. */
export function KeyTable<Key extends AnyKey>(props: KeyTableProps<Key>) {
  const { keys, which, make, path, refreshed, consequence, children } = props;
  const refresh = useRefresh();
  const [withEnded, setWithEnded] = useState(false);
  const ended = keys?.filter(isEndedKey).length ?? 0;
  const revoke = ({ id, name, last_used_at: used }: Key) =>
    confirm({
      title: t("Revoke “{name}”?", { name }),
      description: (
        <>
          <p>{t("{consequence} This can't be undone.", { consequence })}</p>
          {used ? (
            <p>
              {rich("It was last used {when}.", {
                when: <When at={used} className="font-medium text-ink" />,
              })}
            </p>
          ) : (
            <p>{t("It was never used.")}</p>
          )}
        </>
      ),
      action: t("Revoke key"),
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", child(path, "/:id", { id }));
        await refresh(refreshed);
        toast.success(t("Key “{name}” was revoked", { name }));
      },
    });
  return (
    <div className="grid gap-3">
      <DataTable
        label={props.label}
        columns={[...which, ...keyColumns({ ...props, onRevoke: revoke })]}
        rows={withEnded ? keys : keys?.filter((key) => !isEndedKey(key))}
        rowId={(key) => String(key.id)}
        error={props.error}
        onRetry={props.onRetry}
        empty={
          <EmptyState
            icon={KeyRound}
            title={ended > 0 ? t("No active keys") : t("No keys yet")}
            actions={make}
          >
            {children}
          </EmptyState>
        }
      />
      {ended > 0 ? (
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start"
          onClick={() => setWithEnded(!withEnded)}
        >
          {withEnded
            ? t("Hide ended keys")
            : t("Show {ended} ended {ended, plural, one {key} other {keys}}", { ended })}
        </Button>
      ) : null}
    </div>
  );
}

type AnyKey = {
  id: number;
  name: string;
  state: "active" | "replaced" | "expired" | "revoked" | "unreadable";
  last_used_at: string | null;
  expires_at: string | null;
  created_at: string;
  created_by: string | null;
};

const states: Record<AnyKey["state"], { label: string; tone: BadgeTone }> = {
  active: { label: t("Active"), tone: "success" },
  replaced: { label: t("Replaced, still valid"), tone: "warning" },
  expired: { label: t("Expired"), tone: "neutral" },
  revoked: { label: t("Revoked"), tone: "neutral" },
  // The server's ENCRYPTION_KEY has changed since the key was made.
  unreadable: { label: t("Unreadable"), tone: "danger" },
};

export const isEndedKey = ({ state }: AnyKey) => state === "revoked" || state === "expired";

type KeyActions<Key> = {
  mayChange: boolean;
  onReplace: (key: Key) => void;
  onRevoke: (key: Key) => void;
};

export const keyName = (key: AnyKey) => (
  <span className={cn("truncate font-medium", key.state === "revoked" && "text-muted line-through")}>
    {key.name}
  </span>
);

const never = <span className="text-faint">{t("Never")}</span>;

/** The columns after the identifying ones: the key's state and its actions. */
function keyColumns<Key extends AnyKey>({ mayChange, onReplace, onRevoke }: KeyActions<Key>): Column<Key>[] {
  return [
    {
      id: "state",
      header: t("State"),
      cell: ({ state }) => (
        <Badge tone={states[state].tone} dot>
          {states[state].label}
        </Badge>
      ),
    },
    {
      id: "used",
      header: t("Last used"),
      cell: (key) => (key.last_used_at ? <When at={key.last_used_at} className="text-muted" /> : never),
    },
    {
      id: "expires",
      header: t("Expires"),
      cell: (key) =>
        key.expires_at ? (
          <When at={key.expires_at} className={key.state === "replaced" ? "text-warning" : "text-muted"} />
        ) : (
          never
        ),
    },
    {
      id: "created",
      header: t("Issued"),
      cell: (key) => (
        <div className="grid text-muted leading-snug">
          <When at={key.created_at} />
          {key.created_by ? (
            <span className="max-w-44 truncate text-faint text-xs">{key.created_by}</span>
          ) : null}
        </div>
      ),
    },
    actionsColumn((key) =>
      mayChange && !isEndedKey(key) ? (
        <RowMenu
          of={key.name}
          groups={[
            [
              ...(key.state === "active"
                ? [{ label: t("Rotate"), icon: RefreshCw, onSelect: () => onReplace(key) }]
                : []),
              { label: t("Revoke"), icon: Ban, onSelect: () => onRevoke(key), destructive: true },
            ],
          ]}
        />
      ) : null,
    ),
  ];
}
