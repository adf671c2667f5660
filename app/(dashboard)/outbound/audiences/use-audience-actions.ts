import { toast } from "sonner";
import { at, child, mutate, withQuery } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { quoted } from "@/components/quoted";
import { t } from "@/lib/base/languages/texts";
import type { ShownAudience } from "@/lib/outbound/audiences/schema";

export function useAudienceActions() {
  const { id: project } = useProject();
  const path = at("/projects/:project/audiences", { project });
  const refresh = useRefresh();
  return {
    path,
    async run({ id }: ShownAudience) {
      await mutate("POST", child(path, "/:id/run", { id }));
      await refresh(path);
      toast.success(t("The run has started"));
    },
    async pause(shown: ShownAudience) {
      const { id, title, conditions, holdout, every_hours: hours, kind, settings, on } = shown;
      const every_hours = hours as 1 | 6 | 24;
      await mutate("PUT", child(path, "/:id", { id }), {
        ...{ title, conditions, holdout, every_hours, kind, settings, on: !on },
      });
      await refresh(path);
      toast.success(
        on
          ? t("{title} is paused: no one is added", { title: quoted(title) })
          : t("{title} runs again", { title: quoted(title) }),
      );
    },
    remove: ({ id, title, kind, kind_label: label }: ShownAudience) =>
      confirm({
        title: t("Remove “{title}”?", { title }),
        description: t("Its log is deleted."),
        action: t("Remove audience"),
        destructive: true,
        ...(kind === "csv"
          ? {}
          : {
              choices: {
                label: t("Its members"),
                options: [
                  {
                    value: "remove" as const,
                    label: t("Remove them at {label} first", { label }),
                    hint: t("The audience disappears when all of them are removed."),
                  },
                  {
                    value: "keep" as const,
                    label: t("Leave them there"),
                    hint: t("Cairn can't remove them later, also after an erasure."),
                  },
                ],
              },
            }),
        onConfirm: async (choice) => {
          const members = kind === "csv" ? "keep" : choice;
          await mutate("DELETE", withQuery(child(path, "/:id", { id }), { members }));
          await refresh(path);
          toast.success(`${quoted(title)} ${members === "keep" ? t("was removed") : t("is being removed")}`);
        },
      }),
  };
}
