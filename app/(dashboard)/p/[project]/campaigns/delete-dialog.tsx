"use client";

import { toast } from "sonner";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useLast } from "@/components/use-last";
import { call } from "../../../api";
import type { Campaign } from "../../../contract";
import { useRefresh } from "../../../data";

type DeleteDialogProps = {
  path: string;
  campaign: Campaign | null;
  onClose: () => void;
  onDeleted?: (campaign: Campaign) => void;
};

export const whatDeletingDoes =
  "What was counted stays in the reports. Links that were handed out or printed lead nowhere from now on, and the id can be given to another campaign.";

export function DeleteDialog({ path, campaign: chosen, onClose, onDeleted }: DeleteDialogProps) {
  const refresh = useRefresh();
  const campaign = useLast(chosen);
  return (
    <ConfirmDialog
      open={chosen !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete “${campaign?.name ?? ""}”?`}
      description={whatDeletingDoes}
      action="Delete campaign"
      destructive
      onConfirm={async () => {
        if (!campaign) return;
        await call("DELETE", `${path}/${campaign.id}`);
        onDeleted?.(campaign);
        await refresh(`${path}?`);
        toast.success(`“${campaign.name}” was deleted`);
      }}
    />
  );
}
