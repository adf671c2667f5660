/** The networks that report an account's costs, one entry each. */

import { appleTimeZone, pullApple } from "@/lib/spend/pull/apple";
import { googleTimeZone, pullGoogle } from "@/lib/spend/pull/google";
import { metaTimeZone, pullMeta } from "@/lib/spend/pull/meta";
import { pullReddit, redditTimeZone } from "@/lib/spend/pull/reddit";
import { pullSnap, snapTimeZone } from "@/lib/spend/pull/snap";
import type { SpendSource } from "@/lib/spend/pull/source";
import { pullTikTok, tiktokTimeZone } from "@/lib/spend/pull/tiktok";

export const spendSources: Record<string, SpendSource> = {
  META: { daysAtOnce: 1, zone: metaTimeZone, pull: pullMeta },
  GOOGLE: { daysAtOnce: 7, zone: googleTimeZone, pull: pullGoogle },
  TIKTOK: { daysAtOnce: 7, zone: tiktokTimeZone, pull: pullTikTok },
  APPLE_SEARCH_ADS: { daysAtOnce: 28, zone: appleTimeZone, pull: pullApple },
  SNAPCHAT: { daysAtOnce: 28, zone: snapTimeZone, pull: pullSnap },
  REDDIT: { daysAtOnce: 7, zone: redditTimeZone, pull: pullReddit },
};
