import type { BadgeTone } from "@/components/ui/badge";
import type { Replay } from "@/lib/attribution/replay/schema";

export const replayStates: Record<Replay["state"], { label: string; tone: BadgeTone }> = {
  trying: { label: "Running", tone: "accent" },
  tried: { label: "Ready to review", tone: "warning" },
  applying: { label: "Applying", tone: "accent" },
  applied: { label: "Applied", tone: "success" },
  discarded: { label: "Discarded", tone: "neutral" },
  failed: { label: "Failed", tone: "danger" },
};

export const isReplayRunning = (state: Replay["state"]) => state === "trying" || state === "applying";
