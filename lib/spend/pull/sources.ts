/** The networks that report an account's costs, one entry each. */

import { appleZone, pullApple } from "@/lib/spend/pull/apple";
import { googleZone, pullGoogle } from "@/lib/spend/pull/google";
import { metaZone, pullMeta } from "@/lib/spend/pull/meta";
import type { SpendSource } from "@/lib/spend/pull/source";
import { pullTikTok, tiktokZone } from "@/lib/spend/pull/tiktok";

export const spendSources: Record<string, SpendSource> = {
  META: { daysAtOnce: 1, zone: metaZone, pull: pullMeta },
  GOOGLE: { daysAtOnce: 7, zone: googleZone, pull: pullGoogle },
  TIKTOK: { daysAtOnce: 7, zone: tiktokZone, pull: pullTikTok },
  APPLE_SEARCH_ADS: { daysAtOnce: 28, zone: appleZone, pull: pullApple },
};
