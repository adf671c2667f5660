import { toast } from "sonner";
import { child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { endedSentence } from "@/app/(dashboard)/shell/ended-links";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { quoted } from "@/components/quoted";
import { inSentence, t } from "@/lib/base/languages/texts";
import type { Campaign } from "@/lib/campaigns/table/schema";
import type { CampaignsAddress } from "./table-address";

export const deletionHint = t(
  "Its data stays in reports. Its ID can be reused for another campaign, which its links then use.",
);

const lowered = (text: string) => inSentence(text.charAt(0)) + text.slice(1);

export function useDeleteCampaign(path: CampaignsAddress, onDeleted: (campaign: Campaign) => void) {
  const refresh = useRefresh();
  const { ended_links: defaultValue } = useProject();
  return (campaign: Campaign) =>
    confirm({
      title: t("Delete “{name}”?", { name: campaign.name }),
      description: t("{deletionHint} Until then, {ended_links}", {
        deletionHint,
        ended_links: lowered(endedSentence(campaign.ended_links ?? defaultValue)),
      }),
      action: t("Delete campaign"),
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", child(path, "/:campaign", { campaign: campaign.id }));
        onDeleted(campaign);
        await refresh(`${path}?`);
        toast.success(t("{name} was deleted", { name: quoted(campaign.name) }));
      },
    });
}
