/** The networks that can be asked what an account cost: one entry each. */

import { pullApple } from "@/lib/facts/spend/pull/apple";
import { pullGoogle } from "@/lib/facts/spend/pull/google";
import { pullMeta } from "@/lib/facts/spend/pull/meta";
import type { Source } from "@/lib/facts/spend/pull/source";
import { pullTikTok } from "@/lib/facts/spend/pull/tiktok";

export const sources: Record<string, Source> = {
  META: { daysAtOnce: 1, pull: pullMeta },
  GOOGLE: { daysAtOnce: 7, pull: pullGoogle },
  TIKTOK: { daysAtOnce: 7, pull: pullTikTok },
  APPLE_SEARCH_ADS: { daysAtOnce: 28, pull: pullApple },
};
