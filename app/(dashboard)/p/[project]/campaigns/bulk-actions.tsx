"use client";

import { Pause, Play, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { type Answer, call, within } from "@/app/(dashboard)/api";
import { useAction, useRefresh } from "@/app/(dashboard)/data";
import { confirm } from "@/components/confirm";
import { Button } from "@/components/ui/button";
import { undoMs } from "./status-switch";
import type { CampaignsAddress } from "./table-address";
import { whatDeletingDoes } from "./use-delete-campaign";

type Action = "activate" | "deactivate" | "delete";
type Changed = Answer<"/projects/:project/campaigns/bulk", "POST">;

const campaigns = (count: number) => `${count.toLocaleString()} ${count === 1 ? "campaign" : "campaigns"}`;
const past = { activate: "activated", deactivate: "deactivated", delete: "deleted" } as const;

const doneText = (action: Action, changed: number) =>
  changed === 0 ? "No campaigns needed changing" : `${campaigns(changed)} ${past[action]}`;

type BulkActionsProps = { path: CampaignsAddress; selected: ReadonlySet<string>; onDone: () => void };

export function BulkActions({ path, selected, onDone }: BulkActionsProps) {
  const refresh = useRefresh();

  async function change(action: Action, ids = [...selected].map(Number)) {
    const answer = await call("POST", within(path, "/bulk"), { ids, action });
    await refresh(path);
    onDone();
    return answer;
  }
  const act = useAction<Action, Changed>(async (action) => {
    const answer = await change(action);
    tell(action, answer);
    return answer;
  });
  const undo = useAction<{ action: Action; ids: number[] }, Changed>(
    ({ action, ids }) => change(action, ids),
    { done: ({ changed }, { action }) => doneText(action, changed) },
  );

  function tell(action: Action, { changed, ids }: Changed) {
    const opposite = action === "activate" ? "deactivate" : "activate";
    toast.success(doneText(action, changed), {
      duration: undoMs,
      ...(changed === 0
        ? {}
        : {
            description:
              action === "activate"
                ? "Their clicks are counted."
                : "Their clicks are logged but not counted. Their links lead where ended links lead.",
            action: { label: "Undo", onClick: () => undo.mutate({ action: opposite, ids }) },
          }),
    });
  }

  const remove = () =>
    confirm({
      title: `Delete ${campaigns(selected.size)}?`,
      description: `${whatDeletingDoes} Until then, their links lead where ended links lead.`,
      action: `Delete ${campaigns(selected.size)}`,
      destructive: true,
      onConfirm: async () => toast.success(doneText("delete", (await change("delete")).changed)),
    });

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
      <Button size="sm" variant="danger-ghost" disabled={act.isPending} onClick={remove}>
        <Trash2 className="size-3.5" />
        Delete
      </Button>
    </>
  );
}
