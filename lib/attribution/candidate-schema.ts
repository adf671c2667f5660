/** What the score of a candidate is made of, as it is answered. */
import { z } from "zod";
import type { Parts } from "@/lib/attribution/likeness";
import type { Candidate } from "@/lib/attribution/touches";

export const scoreShown = {
  /** Of a probabilistic match; empty for other candidates and for those decided before scores were taken apart. */
  parts: z.array(z.object({ part: z.string(), label: z.string(), points: z.number() })),
  /** Who else was behind the address in the 24 hours up to the install; a 50 stands for that many or more. */
  crowd: z.object({ browsers: z.number().int(), installs: z.number().int() }).nullable(),
};

const labels: Record<keyof Parts, string> = {
  address: "Same address",
  system: "Same system",
  os_version: "Same version of it",
  device_model: "Same model",
  language: "Same language",
  time: "Time between them",
  crowd: "Others behind the address",
};

export const presentScore = ({ parts, crowd }: Candidate) => ({
  parts: Object.entries(labels).flatMap(([part, label]) => {
    const points = parts?.[part as keyof Parts] ?? 0;
    return points === 0 ? [] : [{ part, label, points }];
  }),
  crowd: crowd ?? null,
});
