import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { quoted } from "@/components/quoted";
import type { ShownRule } from "@/lib/alerts/rules/schema";
import { t } from "@/lib/base/languages/texts";

const day = 86_400_000;
const mutes = [
  { value: "1", label: "1 day", hint: t("Until this time tomorrow") },
  { value: "7", label: "7 days", hint: t("Over a planned change") },
  { value: "30", label: "30 days", hint: t("Over a season") },
] as const;

/** Actions on a rule from its row and its page. */
export function useRuleActions() {
  const { id: project } = useProject();
  const router = useRouter();
  const refresh = useRefresh();
  const all = at("/projects/:project/alerts", { project });
  const changed = () => refresh(all);
  const until = (days: string) => new Date(Date.now() + Number(days) * day).toISOString();
  return {
    async turn({ id, name }: ShownRule, on: boolean) {
      await mutate("PUT", child(all, "/:id/on", { id }), { on });
      await changed();
      toast.success(
        t("{name} is {if_on, select, yes {on} other {off}}", {
          name: quoted(name),
          if_on: on ? "yes" : "no",
        }),
      );
    },
    mute: ({ id, name }: ShownRule) =>
      confirm({
        title: t("Mute “{name}”?", { name }),
        description: t("It is still checked, but no notifications are sent."),
        action: t("Mute"),
        choices: { label: t("For how long"), options: mutes },
        onConfirm: async (days) => {
          await mutate("PUT", child(all, "/:id/mute", { id }), { until: until(days) });
          await changed();
          toast.success(t("{name} is muted", { name: quoted(name) }));
        },
      }),
    muteCampaign: ({ id }: Pick<ShownRule, "id">, subject: string, label: string) =>
      confirm({
        title: t("Mute “{label}” in every rule?", { label }),
        description: t("Rules still check it, but send no notifications."),
        action: t("Mute campaign"),
        choices: { label: t("For how long"), options: mutes },
        onConfirm: async (days) => {
          await mutate("PUT", child(all, "/:id/mute", { id }), {
            subject,
            everywhere: true,
            until: until(days),
          });
          await changed();
          toast.success(t("{label} is muted", { label: quoted(label) }));
        },
      }),
    async unmute({ id, name }: Pick<ShownRule, "id" | "name">, subject = "", everywhere = false) {
      const over = new Date(Date.now() - 1_000).toISOString();
      await mutate("PUT", child(all, "/:id/mute", { id }), { subject, everywhere, until: over });
      await changed();
      toast.success(t("{name} is no longer muted", { name: quoted(name) }));
    },
    async stopEmails({ id, name }: ShownRule) {
      await mutate("DELETE", child(all, "/:id/email", { id }));
      await changed();
      toast.success(t("{name} no longer emails you", { name: quoted(name) }));
    },
    remove: ({ id, name }: ShownRule) =>
      confirm({
        title: t("Delete “{name}”?", { name }),
        description: t("Its history is deleted with it. No figures are lost."),
        action: t("Delete rule"),
        destructive: true,
        onConfirm: async () => {
          await mutate("DELETE", child(all, "/:id", { id }));
          router.push(`/p/${project}/alerts`);
          await changed();
          toast.success(t("{name} was deleted", { name: quoted(name) }));
        },
      }),
  };
}

export type RuleActions = ReturnType<typeof useRuleActions>;
