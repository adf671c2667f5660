import { toast } from "sonner";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useRemoval } from "@/app/(dashboard)/shell/list/use-removal";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { quoted } from "@/components/quoted";
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
    toast.success("The run has started");
  };
  return {
    path,
    run: (one: Named) => start(one, null),
    again: (one: Named, run: ShownFileRun) =>
      confirm({
        title: "Run again from here?",
        description:
          "A new run writes all changes since the beginning of this one, under new names and with newer versions.",
        action: "Run again",
        onConfirm: () => start(one, run.id),
      }),
    async test({ id }: Named) {
      const { accepted, text } = await mutate("POST", child(path, "/:id/test", { id }));
      if (accepted) toast.success(text);
      else toast.error("The storage did not accept the test", { description: text });
    },
    remove: ({ id, title }: Named) =>
      remove(child(path, "/:id", { id }), {
        title: `Remove “${title}”?`,
        description: "No more files are written, and the log is deleted. Files in the storage are kept.",
        action: "Remove scheduled files",
        done: `${quoted(title)} was removed`,
      }),
  };
}
