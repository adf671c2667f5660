import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { quoted } from "@/components/quoted";
import type { ShownRule } from "@/lib/alerts/rules/schema";

const day = 86_400_000;
const mutes = [
  { value: "1", label: "1 day", hint: "Until this time tomorrow" },
  { value: "7", label: "7 days", hint: "Over a planned change" },
  { value: "30", label: "30 days", hint: "Over a season" },
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
      toast.success(`${quoted(name)} is ${on ? "on" : "off"}`);
    },
    mute: ({ id, name }: ShownRule) =>
      confirm({
        title: `Mute “${name}”?`,
        description: "It is still checked, but no notifications are sent.",
        action: "Mute",
        choices: { label: "For how long", options: mutes },
        onConfirm: async (days) => {
          await mutate("PUT", child(all, "/:id/mute", { id }), { until: until(days) });
          await changed();
          toast.success(`${quoted(name)} is muted`);
        },
      }),
    muteCampaign: ({ id }: Pick<ShownRule, "id">, subject: string, label: string) =>
      confirm({
        title: `Mute “${label}” in every rule?`,
        description: "Rules still check it, but send no notifications.",
        action: "Mute campaign",
        choices: { label: "For how long", options: mutes },
        onConfirm: async (days) => {
          await mutate("PUT", child(all, "/:id/mute", { id }), {
            subject,
            everywhere: true,
            until: until(days),
          });
          await changed();
          toast.success(`${quoted(label)} is muted`);
        },
      }),
    async unmute({ id, name }: Pick<ShownRule, "id" | "name">, subject = "", everywhere = false) {
      const over = new Date(Date.now() - 1_000).toISOString();
      await mutate("PUT", child(all, "/:id/mute", { id }), { subject, everywhere, until: over });
      await changed();
      toast.success(`${quoted(name)} is no longer muted`);
    },
    async stopEmails({ id, name }: ShownRule) {
      await mutate("DELETE", child(all, "/:id/email", { id }));
      await changed();
      toast.success(`${quoted(name)} no longer emails you`);
    },
    remove: ({ id, name }: ShownRule) =>
      confirm({
        title: `Delete “${name}”?`,
        description: "Its history is deleted with it. No figures are lost.",
        action: "Delete rule",
        destructive: true,
        onConfirm: async () => {
          await mutate("DELETE", child(all, "/:id", { id }));
          router.push(`/p/${project}/alerts`);
          await changed();
          toast.success(`${quoted(name)} was deleted`);
        },
      }),
  };
}

export type RuleActions = ReturnType<typeof useRuleActions>;
