import { Ban, RefreshCw } from "lucide-react";
import { cn } from "@/components/cn";
import { RowMenu } from "@/components/row-menu";
import type { Column } from "@/components/table-state";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { When } from "@/components/when";

/** What keys of all kinds have. */
export type AnyKey = {
  id: number;
  name: string;
  state: "active" | "replaced" | "expired" | "revoked" | "unreadable";
  last_used_at: string | null;
  expires_at: string | null;
  created_at: string;
  created_by: string | null;
};

const states: Record<AnyKey["state"], { label: string; tone: BadgeTone }> = {
  active: { label: "Active", tone: "success" },
  replaced: { label: "Replaced, still works", tone: "warning" },
  expired: { label: "Expired", tone: "neutral" },
  revoked: { label: "Revoked", tone: "neutral" },
  // The server's ENCRYPTION_KEY is another one than when the key was made.
  unreadable: { label: "Cannot be read", tone: "danger" },
};

export const isEnded = ({ state }: AnyKey) => state === "revoked" || state === "expired";

export type KeyActions<Key> = {
  mayChange: boolean;
  onReplace: (key: Key) => void;
  onRevoke: (key: Key) => void;
};

export const keyName = (key: AnyKey) => (
  <span className={cn("truncate font-medium", key.state === "revoked" && "text-muted line-through")}>
    {key.name}
  </span>
);

const never = <span className="text-faint">Never</span>;

/** Behind the columns that say which key it is: how it stands, and what can be done with it. */
export function keyColumns<Key extends AnyKey>({
  mayChange,
  onReplace,
  onRevoke,
}: KeyActions<Key>): Column<Key>[] {
  return [
    {
      id: "state",
      header: "State",
      cell: ({ state }) => (
        <Badge tone={states[state].tone} dot>
          {states[state].label}
        </Badge>
      ),
    },
    {
      id: "used",
      header: "Last used",
      cell: (key) => (key.last_used_at ? <When at={key.last_used_at} className="text-muted" /> : never),
    },
    {
      id: "expires",
      header: "Expires",
      cell: (key) =>
        key.expires_at ? (
          <When at={key.expires_at} className={key.state === "replaced" ? "text-warning" : "text-muted"} />
        ) : (
          never
        ),
    },
    {
      id: "created",
      header: "Issued",
      cell: (key) => (
        <div className="grid text-muted leading-snug">
          <When at={key.created_at} />
          {key.created_by ? (
            <span className="max-w-44 truncate text-faint text-xs">{key.created_by}</span>
          ) : null}
        </div>
      ),
    },
    {
      id: "actions",
      header: "Actions",
      quiet: true,
      align: "end",
      cell: (key) =>
        mayChange && !isEnded(key) ? (
          <RowMenu
            of={key.name}
            groups={[
              [
                ...(key.state === "active"
                  ? [{ label: "Rotate", icon: RefreshCw, onSelect: () => onReplace(key) }]
                  : []),
                { label: "Revoke", icon: Ban, onSelect: () => onRevoke(key), destructive: true },
              ],
            ]}
          />
        ) : null,
    },
  ];
}
