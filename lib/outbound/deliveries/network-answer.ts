import { z } from "zod";
import { timestamp } from "@/lib/base/fields";

/** The later status of the request that carried a delivery, from the network. */
export const networkAnswers = ["pending", "accepted", "partly_refused", "refused", "unknown"] as const;

const errors = z.array(z.object({ reason: z.string(), count: z.number().int() }));

/** It covers the whole request, without the IDs of rejected conversions. */
export const networkAnswer = z.object({
  state: z.enum(networkAnswers),
  records: z.number().int().nullable(),
  errors,
  /** Why the last status request failed. */
  problem: z.string().nullable(),
  answered_at: timestamp.nullable(),
  /** The time of the next status request. */
  next_at: timestamp.nullable(),
});

/** The rejection reasons of the report's days. */
export const answerErrors = errors;
