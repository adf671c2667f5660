"use client";

import { toast } from "sonner";
import { call, within } from "@/app/(dashboard)/api";
import { useRefresh } from "@/app/(dashboard)/data";
import { endedSentence } from "@/app/(dashboard)/ended-links";
import type { CampaignsAddress } from "@/app/(dashboard)/p/[project]/campaigns/campaigns-address";
import { useProject } from "@/app/(dashboard)/session";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useLast } from "@/components/use-last";
import type { Campaign } from "@/lib/campaigns/table/schema";

type DeleteDialogProps = {
  path: CampaignsAddress;
  campaign: Campaign | null;
  onClose: () => void;
  onDeleted?: (campaign: Campaign) => void;
};

export const whatDeletingDoes =
  "What was counted stays in the reports. The id can be given to another campaign, to which its links then lead.";

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

export function DeleteDialog({ path, campaign: chosen, onClose, onDeleted }: DeleteDialogProps) {
  const refresh = useRefresh();
  const campaign = useLast(chosen);
  const { ended_links: usual } = useProject();
  return (
    <ConfirmDialog
      open={chosen !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete “${campaign?.name ?? ""}”?`}
      description={`${whatDeletingDoes} Until then: ${lowered(endedSentence(campaign?.ended_links ?? usual))}`}
      action="Delete campaign"
      destructive
      onConfirm={async () => {
        if (!campaign) return;
        await call("DELETE", within(path, "/:campaign", { campaign: campaign.id }));
        onDeleted?.(campaign);
        await refresh(`${path}?`);
        toast.success(`“${campaign.name}” was deleted`);
      }}
    />
  );
}
