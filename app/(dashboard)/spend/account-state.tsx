import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { PullState as PulledAccount } from "@/lib/spend/pull/schema";

const states: Record<PulledAccount["state"], { label: string; tone: BadgeTone }> = {
  off: { label: "Not connected", tone: "neutral" },
  paused: { label: "Account inactive", tone: "warning" },
  waiting: { label: "Waiting for the first sync", tone: "neutral" },
  pulling: { label: "Syncing", tone: "accent" },
  failed: { label: "Failed", tone: "danger" },
  good: { label: "Up to date", tone: "success" },
};

/** The sync state of an ad account, on every screen that lists accounts. */
export const AccountState = ({ state }: Pick<PulledAccount, "state">) => (
  <Badge tone={states[state].tone} dot>
    {states[state].label}
  </Badge>
);
