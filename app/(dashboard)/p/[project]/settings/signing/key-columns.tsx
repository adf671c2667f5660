import { Ban, MoreHorizontal, RefreshCw } from "lucide-react";
import { cn } from "@/components/cn";
import { Copyable } from "@/components/copy-button";
import type { Column } from "@/components/table-state";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { When } from "@/components/when";
import type { SigningKey } from "../../../../contract";

const states: Record<SigningKey["state"], { label: string; tone: BadgeTone }> = {
  active: { label: "Active", tone: "success" },
  replaced: { label: "Rotated, still works", tone: "warning" },
  expired: { label: "Expired", tone: "neutral" },
  revoked: { label: "Revoked", tone: "neutral" },
  // The server's ENCRYPTION_KEY is another one than when the key was made.
  unreadable: { label: "Cannot be read", tone: "danger" },
};

type KeyActions = {
  mayChange: boolean;
  onRotate: (key: SigningKey) => void;
  onRevoke: (key: SigningKey) => void;
};

export function signingKeyColumns(actions: KeyActions): Column<SigningKey>[] {
  return [
    {
      id: "name",
      header: "Name",
      cell: (key) => (
        <span className={cn("font-medium", key.state === "revoked" && "text-muted line-through")}>
          {key.name}
        </span>
      ),
    },
    {
      id: "key",
      header: "Key id",
      cell: (key) => <Copyable value={key.key_id} label={`Copy the id of ${key.name}`} />,
    },
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
      cell: (key) =>
        key.last_used_at ? (
          <When at={key.last_used_at} className="text-muted" />
        ) : (
          <span className="text-faint">Never</span>
        ),
    },
    {
      id: "expires",
      header: "Ends",
      cell: (key) =>
        key.expires_at ? (
          <When at={key.expires_at} className={key.state === "replaced" ? "text-warning" : "text-muted"} />
        ) : (
          <span className="text-faint">Never</span>
        ),
    },
    {
      id: "created",
      header: "Made",
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
        actions.mayChange && key.state !== "revoked" && key.state !== "expired" ? (
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button variant="ghost" size="icon-sm" aria-label={`More about ${key.name}`}>
                <MoreHorizontal />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent>
              {key.state === "active" ? (
                <DropdownMenuItem onSelect={() => actions.onRotate(key)}>
                  <RefreshCw />
                  Rotate
                </DropdownMenuItem>
              ) : null}
              <DropdownMenuItem destructive onSelect={() => actions.onRevoke(key)}>
                <Ban />
                Revoke
              </DropdownMenuItem>
            </DropdownMenuContent>
          </DropdownMenu>
        ) : null,
    },
  ];
}
