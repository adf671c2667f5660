import { toast } from "sonner";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { t } from "@/lib/base/languages/texts";
import type { Watch } from "@/lib/facts/debug/schema";
import { watchName } from "./watch-name";

/** Asks for confirmation before a device is no longer watched; `after` runs when it is done. */
export function useStopWatching(after: () => void = () => {}) {
  const path = at("/projects/:project/debug", { project: useProject().id });
  const refresh = useRefresh();
  return (watch: Watch) =>
    confirm({
      ...(watch.link === null
        ? {
            title: t("Stop watching “{watch}”?", { watch: watchName(watch) }),
            description: t("The calls shown here are deleted. Their data stays in reports."),
          }
        : {
            title: t("Stop waiting for a scan?"),
            description: t("Phones that scan the QR code won't be watched."),
          }),
      action: t("Stop watching"),
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", child(path, "/:watch", { watch: watch.id }));
        after();
        toast.success(t("No longer watching"));
        await refresh(path);
      },
    });
}
