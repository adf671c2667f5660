import { toast } from "sonner";
import { child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { confirm } from "@/components/dialogs/confirm";
import { quoted } from "@/components/quoted";
import type { Campaign } from "@/lib/campaigns/table/schema";
import type { CampaignsAddress } from "./table-address";

const whatArchivingDoes =
  "It's paused and hidden from this list. Its figures stay in reports, and you can restore it.";

/** Archives a campaign, or restores it. */
export function useArchiveCampaign(path: CampaignsAddress) {
  const refresh = useRefresh();
  return ({ id, name }: Campaign, archived: boolean) => {
    const change = async () => {
      await mutate("POST", child(path, "/bulk"), { ids: [id], action: archived ? "archive" : "restore" });
      await refresh(path);
      toast.success(`${quoted(name)} is ${archived ? "archived" : "restored, and still paused"}`);
    };
    return confirm({
      title: archived ? `Archive “${name}”?` : `Restore “${name}”?`,
      description: archived ? whatArchivingDoes : "It stays paused until you activate it.",
      action: archived ? "Archive campaign" : "Restore campaign",
      onConfirm: change,
    });
  };
}
