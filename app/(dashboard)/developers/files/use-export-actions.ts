import { toast } from "sonner";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useRemoval } from "@/app/(dashboard)/shell/list/use-removal";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { quoted } from "@/components/quoted";
import { t } from "@/lib/base/languages/texts";
import type { ShownFileExport, ShownFileRun } from "@/lib/data-access/files/schema";

type Named = Pick<ShownFileExport, "id" | "title">;

export function useExportActions() {
  const { id: project } = useProject();
  const path = at("/projects/:project/file-exports", { project });
  const refresh = useRefresh();
  const remove = useRemoval(path);
  const start = async ({ id }: Named, again: number | null) => {
    await mutate("POST", child(path, "/:id/run", { id }), { again });
    await refresh(path);
    toast.success(t("The run has started"));
  };
  return {
    path,
    run: (one: Named) => start(one, null),
    again: (one: Named, run: ShownFileRun) =>
      confirm({
        title: t("Run again from here?"),
        description: t(
          "A new run writes all changes since the beginning of this one, under new names and with newer versions.",
        ),
        action: t("Run again"),
        onConfirm: () => start(one, run.id),
      }),
    async test({ id }: Named) {
      const { accepted, text } = await mutate("POST", child(path, "/:id/test", { id }));
      if (accepted) toast.success(text);
      else toast.error(t("The storage did not accept the test"), { description: text });
    },
    remove: ({ id, title }: Named) =>
      remove(child(path, "/:id", { id }), {
        title: t("Remove “{title}”?", { title }),
        description: t("No more files are written, and the log is deleted. Files in the storage are kept."),
        action: t("Remove scheduled files"),
        done: t("{title} was removed", { title: quoted(title) }),
      }),
  };
}
