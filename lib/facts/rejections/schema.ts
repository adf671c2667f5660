/** Rejected calls of apps, as the dashboard reads them. */
import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { limitParam } from "@/lib/base/params";
import { beforeParam, nextCursor } from "@/lib/platform/keyset";

export const rejectionQuery = z.object({
  endpoint: z.string().trim().max(100, "The endpoint is too long.").optional(),
  search: z.string().trim().max(200, "Use at most 200 characters.").optional(),
  before: beforeParam,
  limit: limitParam(50, 200),
});

export type RejectionQuery = z.output<typeof rejectionQuery>;

export const rejectionList = z.object({
  rejections: z.array(
    z.object({
      id: z.string(),
      at: timestamp,
      endpoint: z.string(),
      reason: z.string(),
      body_hash: z.string().nullable(),
    }),
  ),
  next: nextCursor,
});

/** Counts of each reason in the newest 10,000 notes. */
export const rejectionReasons = z.object({
  days: z.number().int(),
  reasons: z.array(
    z.object({ endpoint: z.string(), reason: z.string(), count: z.number().int(), last_at: timestamp }),
  ),
});
