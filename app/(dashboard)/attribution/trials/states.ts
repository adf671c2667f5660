import type { BadgeTone } from "@/components/ui/badge";
import type { Replay } from "@/lib/attribution/replay/schema";
import { t } from "@/lib/base/languages/texts";

export const replayStates: Record<Replay["state"], { label: string; tone: BadgeTone }> = {
  trying: { label: t("Running"), tone: "accent" },
  tried: { label: t("Ready to review"), tone: "warning" },
  applying: { label: t("Applying"), tone: "accent" },
  applied: { label: t("Applied"), tone: "success" },
  discarded: { label: t("Discarded"), tone: "neutral" },
  failed: { label: t("Failed"), tone: "danger" },
};

export const isReplayRunning = (state: Replay["state"]) => state === "trying" || state === "applying";
