"use client";

import { Pause, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "../../../api";
import { useAction, useRefresh } from "../../../data";
import { whatDeletingDoes } from "./delete-dialog";

type Action = "activate" | "deactivate" | "delete";
type Changed = { changed: number };

const campaigns = (count: number) => `${count.toLocaleString()} ${count === 1 ? "campaign" : "campaigns"}`;
const past = { activate: "activated", deactivate: "deactivated", delete: "deleted" } as const;

const told = (action: Action, changed: number) =>
  changed === 0 ? `None had to be ${past[action]}` : `${campaigns(changed)} ${past[action]}`;

type BulkActionsProps = { path: string; selected: ReadonlySet<string>; onDone: () => void };

export function BulkActions({ path, selected, onDone }: BulkActionsProps) {
  const refresh = useRefresh();
  const [asking, setAsking] = useState(false);

  async function change(action: Action) {
    const ids = [...selected].map(Number);
    const answer = await call<Changed>("POST", `${path}/bulk`, { ids, action });
    await refresh(path);
    onDone();
    return answer;
  }
  const act = useAction<Action, Changed>(change, { done: ({ changed }, action) => told(action, changed) });
  const button = (action: "activate" | "deactivate", label: string, Icon: typeof Play) => (
    <Button
      size="sm"
      loading={act.isPending && act.variables === action}
      disabled={act.isPending}
      onClick={() => act.mutate(action)}
    >
      <Icon className="size-3.5" />
      {label}
    </Button>
  );

  return (
    <>
      {button("activate", "Activate", Play)}
      {button("deactivate", "Deactivate", Pause)}
      <Button size="sm" variant="danger-ghost" disabled={act.isPending} onClick={() => setAsking(true)}>
        <Trash2 className="size-3.5" />
        Delete
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete ${campaigns(selected.size)}?`}
        description={whatDeletingDoes}
        action={`Delete ${campaigns(selected.size)}`}
        destructive
        onConfirm={async () => toast.success(told("delete", (await change("delete")).changed))}
      />
    </>
  );
}
