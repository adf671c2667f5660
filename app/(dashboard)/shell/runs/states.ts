import { t } from "@/lib/base/languages/texts";

type Tone = "neutral" | "success" | "danger" | "accent";
export type ShownState = { label: string; tone: Tone };

export const runStates: Record<"running" | "done" | "failed", ShownState> = {
  running: { label: t("Running"), tone: "accent" },
  done: { label: t("Done"), tone: "success" },
  failed: { label: t("Failed"), tone: "danger" },
};

export type ScheduledRow = {
  id: number;
  title: string;
  on: boolean;
  running: boolean;
  last: { state: keyof typeof runStates; problem: string | null } | null;
  succeeded_at: string | null;
  next_at: string | null;
};

/** The state of something that runs on a schedule. `off` is the label of one that is off. */
export function rowState({ on, running, last }: ScheduledRow, off = t("Paused")): ShownState {
  if (running) return runStates.running;
  if (last?.state === "failed") return runStates.failed;
  if (!on) return { label: off, tone: "neutral" };
  return last ? { label: t("On"), tone: "success" } : { label: t("Waiting"), tone: "neutral" };
}
