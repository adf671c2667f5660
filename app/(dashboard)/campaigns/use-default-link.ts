import { toast } from "sonner";
import { child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { confirm } from "@/components/dialogs/confirm";
import { quoted } from "@/components/quoted";
import { t } from "@/lib/base/languages/texts";
import type { Campaign } from "@/lib/campaigns/table/schema";
import type { CampaignsAddress } from "./table-address";

const origin = (link: string) => (URL.canParse(link) ? `${new URL(link).origin}/` : t("your domain alone"));

/** Sets or clears the campaign for links that name no campaign. */
export function useDefaultLink(path: CampaignsAddress) {
  const refresh = useRefresh();
  return (campaign: Campaign) => {
    const own = child(path, "/:campaign/default", { campaign: campaign.id });
    const isDefault = campaign.default_link;
    return confirm({
      title: isDefault
        ? t("Stop being the default link?")
        : t("Make “{name}” the default link?", { name: campaign.name }),
      description: isDefault
        ? t(
            "{shareable_link} then uses the project's store listings or website, and doesn't count for a campaign.",
            { shareable_link: origin(campaign.shareable_link) },
          )
        : t(
            "Links without a campaign, like {shareable_link}, then use this campaign's destinations and count as its clicks. It replaces any other default link.",
            { shareable_link: origin(campaign.shareable_link) },
          ),
      action: isDefault ? t("Stop") : t("Make default link"),
      onConfirm: async () => {
        await mutate(isDefault ? "DELETE" : "PUT", own);
        await refresh(path);
        toast.success(
          t("{name} is {if_default, select, yes {no longer} other {now}} the default link", {
            name: quoted(campaign.name),
            if_default: isDefault ? "yes" : "no",
          }),
        );
      },
    });
  };
}
