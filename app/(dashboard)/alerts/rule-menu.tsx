import { BellOff, BellRing, Pause, Play, Trash2 } from "lucide-react";
import { RowMenu } from "@/components/ui/row-menu";
import type { ShownRule } from "@/lib/alerts/rules/schema";
import { t } from "@/lib/base/languages/texts";
import type { RuleActions } from "./use-rule-actions";

export function RuleMenu({
  rule,
  actions,
  large,
}: {
  rule: ShownRule;
  actions: RuleActions;
  large?: boolean;
}) {
  return (
    <RowMenu
      of={rule.name}
      {...(large ? { large } : {})}
      groups={[
        [
          rule.muted_until
            ? { label: t("Unmute"), icon: BellRing, onSelect: () => void actions.unmute(rule) }
            : { label: t("Mute"), icon: BellOff, onSelect: () => void actions.mute(rule) },
          rule.on
            ? { label: t("Turn off"), icon: Pause, onSelect: () => void actions.turn(rule, false) }
            : { label: t("Turn on"), icon: Play, onSelect: () => void actions.turn(rule, true) },
        ],
        [
          {
            label: t("Delete"),
            icon: Trash2,
            onSelect: () => void actions.remove(rule),
            destructive: true,
          },
        ],
      ]}
    />
  );
}
