import { Badge, type BadgeTone } from "@/components/ui/badge";
import { t } from "@/lib/base/languages/texts";
import type { PullState as PulledAccount } from "@/lib/spend/pull/schema";

const states: Record<PulledAccount["state"], { label: string; tone: BadgeTone }> = {
  off: { label: t("Not connected"), tone: "neutral" },
  paused: { label: t("Account inactive"), tone: "warning" },
  waiting: { label: t("Waiting for the first sync"), tone: "neutral" },
  pulling: { label: t("Syncing"), tone: "accent" },
  failed: { label: t("Failed"), tone: "danger" },
  good: { label: t("Up to date"), tone: "success" },
};

/** The sync state of an ad account, on every screen that lists accounts. */
export const AccountState = ({ state }: Pick<PulledAccount, "state">) => (
  <Badge tone={states[state].tone} dot>
    {states[state].label}
  </Badge>
);
