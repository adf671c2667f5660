import { toast } from "sonner";
import { child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { confirm } from "@/components/dialogs/confirm";
import { quoted } from "@/components/quoted";
import { t } from "@/lib/base/languages/texts";
import type { Campaign } from "@/lib/campaigns/table/schema";
import type { CampaignsAddress } from "./table-address";

const whatArchivingDoes = t(
  "It's paused and hidden from this list. Its figures stay in reports, and you can restore it.",
);

/** Archives a campaign, or restores it. */
export function useArchiveCampaign(path: CampaignsAddress) {
  const refresh = useRefresh();
  return ({ id, name }: Campaign, archived: boolean) => {
    const change = async () => {
      await mutate("POST", child(path, "/bulk"), { ids: [id], action: archived ? "archive" : "restore" });
      await refresh(path);
      toast.success(
        t("{name} is {if_archived, select, yes {archived} other {restored, and still paused}}", {
          name: quoted(name),
          if_archived: archived ? "yes" : "no",
        }),
      );
    };
    return confirm({
      title: archived ? t("Archive “{name}”?", { name }) : t("Restore “{name}”?", { name }),
      description: archived ? whatArchivingDoes : t("It stays paused until you activate it."),
      action: archived ? t("Archive campaign") : t("Restore campaign"),
      onConfirm: change,
    });
  };
}
