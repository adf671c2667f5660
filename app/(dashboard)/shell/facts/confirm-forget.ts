import { toast } from "sonner";
import { type ApiAddress, child, mutate } from "@/app/(dashboard)/shell/api";
import { confirm } from "@/components/dialogs/confirm";
import { t } from "@/lib/base/languages/texts";

type Path = ApiAddress<"/projects/:project/installs/:install">;

/** An erased device counts as a new install the next time. */
export const confirmErase = (path: Path, after?: () => Promise<unknown>) =>
  confirm({
    title: t("Reset this device?"),
    description: t(
      "Its next init counts as a new install, even with the same instance ID. Existing figures don't change. The device IDs of its installs become unreadable, which can't be undone; installs of the same device stay linked.",
    ),
    action: t("Reset device"),
    destructive: true,
    onConfirm: async () => {
      await mutate("POST", child(path, "/forget"));
      await after?.();
      toast.success(t("Device reset: its next init counts as a new install"));
    },
  });
