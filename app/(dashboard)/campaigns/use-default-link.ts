import { toast } from "sonner";
import { child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { confirm } from "@/components/dialogs/confirm";
import { quoted } from "@/components/quoted";
import type { Campaign } from "@/lib/campaigns/table/schema";
import type { CampaignsAddress } from "./table-address";

const origin = (link: string) => (URL.canParse(link) ? `${new URL(link).origin}/` : "your domain alone");

/** Sets or clears the campaign for links that name no campaign. */
export function useDefaultLink(path: CampaignsAddress) {
  const refresh = useRefresh();
  return (campaign: Campaign) => {
    const own = child(path, "/:campaign/default", { campaign: campaign.id });
    const isDefault = campaign.default_link;
    return confirm({
      title: isDefault ? "Stop being the default link?" : `Make “${campaign.name}” the default link?`,
      description: isDefault
        ? `${origin(campaign.shareable_link)} then uses the project's store listings or website, and doesn't count for a campaign.`
        : `Links without a campaign, like ${origin(campaign.shareable_link)}, then use this campaign's destinations and count as its clicks. It replaces any other default link.`,
      action: isDefault ? "Stop" : "Make default link",
      onConfirm: async () => {
        await mutate(isDefault ? "DELETE" : "PUT", own);
        await refresh(path);
        toast.success(`${quoted(campaign.name)} is ${isDefault ? "no longer" : "now"} the default link`);
      },
    });
  };
}
