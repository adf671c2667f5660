import { z } from "zod";
import { timestamp } from "@/lib/base/fields";

/** What a network says afterwards of the request that carried a delivery. */
export const networkAnswers = ["pending", "accepted", "partly_refused", "refused", "unknown"] as const;

const errors = z.array(z.object({ reason: z.string(), count: z.number().int() }));

/** It speaks of the whole request, and does not say which conversions it refused. */
export const networkAnswer = z.object({
  state: z.enum(networkAnswers),
  records: z.number().int().nullable(),
  errors,
  /** Why it could not be asked the last time. */
  problem: z.string().nullable(),
  answered_at: timestamp.nullable(),
  /** When it is asked again. */
  next_at: timestamp.nullable(),
});

/** Of a report's days. */
export const answerErrors = errors;
