import { toast } from "sonner";
import { child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { endedSentence } from "@/app/(dashboard)/shell/ended-links";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { quoted } from "@/components/quoted";
import type { Campaign } from "@/lib/campaigns/table/schema";
import type { CampaignsAddress } from "./table-address";

export const deletionHint =
  "Its data stays in reports. Its ID can be reused for another campaign, which its links then use.";

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

export function useDeleteCampaign(path: CampaignsAddress, onDeleted: (campaign: Campaign) => void) {
  const refresh = useRefresh();
  const { ended_links: defaultValue } = useProject();
  return (campaign: Campaign) =>
    confirm({
      title: `Delete “${campaign.name}”?`,
      description: `${deletionHint} Until then, ${lowered(endedSentence(campaign.ended_links ?? defaultValue))}`,
      action: "Delete campaign",
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", child(path, "/:campaign", { campaign: campaign.id }));
        onDeleted(campaign);
        await refresh(`${path}?`);
        toast.success(`${quoted(campaign.name)} was deleted`);
      },
    });
}
