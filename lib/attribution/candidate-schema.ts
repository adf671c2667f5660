/** Presents the parts of a candidate's score in answers. */
import { z } from "zod";
import type { Parts } from "@/lib/attribution/likeness";
import { type Candidate, certaintyOf } from "@/lib/attribution/touches";

export const scoreShown = {
  /** How strongly it points to the install, of 100: the score of a probabilistic match, else what its kind is worth. */
  strength: z.number().int(),
  /** Only probabilistic matches have parts, and only those decided since scores were taken apart. */
  parts: z.array(z.object({ part: z.string(), label: z.string(), points: z.number() })),
  /** Browsers and installs behind the address in the 24 hours up to the install; 50 stands for that many or more. */
  crowd: z.object({ browsers: z.number().int(), installs: z.number().int() }).nullable(),
};

const labels: Record<keyof Parts, string> = {
  address: "Same IP",
  system: "Same OS",
  os_version: "Same OS version",
  device_model: "Same model",
  language: "Same language",
  time: "Time between click and install",
  crowd: "Others on the same IP",
};

export const presentScore = ({ parts, crowd, tier, score }: Candidate) => ({
  strength: certaintyOf(tier, score),
  parts: Object.entries(labels).flatMap(([part, label]) => {
    const points = parts?.[part as keyof Parts] ?? 0;
    return points === 0 ? [] : [{ part, label, points }];
  }),
  crowd: crowd ?? null,
});
