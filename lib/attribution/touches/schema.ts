/** Formats the parts of a candidate's score for responses. */
import { z } from "zod";
import type { ScoreParts } from "@/lib/attribution/touches/match-score";
import { type Candidate, certaintyOf } from "@/lib/attribution/touches/touches";
import { t } from "@/lib/base/languages/texts";

export const matchScoreSchema = {
  /** How certain the match is, of 100; for the winner, the decision's confidence. */
  strength: z.number().int(),
  /** The parts add up to the strength; empty if there is only one. */
  parts: z.array(z.object({ part: z.string(), label: z.string(), points: z.number() })),
  /** Browsers and installs behind the address in the 24 hours up to the install; 50 means 50 or more. */
  crowd: z.object({ browsers: z.number().int(), installs: z.number().int() }).nullable(),
};

const labels: Record<keyof ScoreParts, string> = {
  address: t("Same IP"),
  system: t("Same OS"),
  os_version: t("Same OS version"),
  device_model: t("Same model"),
  language: t("Same language"),
  time: t("Time between click and install"),
  crowd: t("Others on the same IP"),
};

/**
 * `confidence`: the confidence of the decision that the candidate may have won. The screen shows one number for both.
 */
export function presentScore(candidate: Candidate, confidence: number) {
  const { lost, certainty, crowd, tier, score } = candidate;
  const strength = lost === null ? confidence : (certainty ?? certaintyOf(tier, score));
  return { strength, parts: partsOf(candidate, strength), crowd: crowd ?? null };
}

/** The parts add up to the strength. */
function partsOf({ parts, tier, score, source }: Candidate, strength: number) {
  const listed = Object.entries(labels).flatMap(([part, label]) => {
    const points = parts?.[part as keyof ScoreParts] ?? 0;
    return points === 0 ? [] : [{ part, label, points }];
  });
  const whole = tier === 4 ? score : certaintyOf(tier, score);
  const doubt = strength - whole;
  if (doubt === 0 || (tier === 4 && listed.length === 0)) return listed;
  const evidence = tier === 4 ? [] : [{ part: "evidence", label: t("Evidence of this kind"), points: whole }];
  const label =
    tier === 4
      ? t("Maximum score of a match without an ID")
      : source === "tags"
        ? t("Anyone can write tags")
        : t("Google Play reported no link");
  return [...listed, ...evidence, { part: "doubt", label, points: doubt }];
}
