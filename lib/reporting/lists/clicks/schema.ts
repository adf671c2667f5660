/** Clicks as the dashboard reads them. */
import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { limitParam, oneOf } from "@/lib/base/params";
import { partParams } from "@/lib/campaigns/part-params";
import { beforeParam, dayParams, nextCursor } from "@/lib/platform/keyset";
import { campaignName } from "@/lib/reporting/lists/fields";
import { countedParam } from "@/lib/reporting/lists/installs/schema";

export const platforms = ["ANDROID", "IOS", "DESKTOP", "UNKNOWN"] as const;
const kinds = ["click", "view"] as const;

export const clickFilter = z.object({
  ...dayParams,
  campaign: z
    .string()
    .regex(/^(inorganic|[1-9]\d{0,14})$/, "This is not a campaign.")
    .transform((text) => (text === "inorganic" ? text : Number(text)))
    .optional()
    .meta({ description: "The id of a campaign, or `inorganic` for any." }),
  kind: oneOf("Kind", kinds),
  counted: countedParam.meta({
    description: "Whether it stands in figures: bots, previews, prefetches and tests do not.",
  }),
  platform: oneOf("Platform", platforms),
  ...partParams,
});

export const clickQuery = clickFilter.extend({ before: beforeParam, limit: limitParam(50, 200) });

export type ClickFilter = z.output<typeof clickFilter>;
export type ClickQuery = z.output<typeof clickQuery>;

const click = z.object({
  id: z.string(),
  clicked_at: timestamp,
  kind: z.string(),
  campaign: campaignName.nullable(),
  network: z.string().nullable(),
  ad_set: z.string().nullable(),
  creative: z.string().nullable(),
  keyword: z.string().nullable(),
  platform: z.string(),
  device: z.string().nullable(),
  browser: z.string().nullable(),
  country: z.string().nullable(),
  /** Why it stands in no figure; null when it does. */
  not_counted: z.string().nullable(),
  is_test: z.boolean(),
  /** The install that it led to. */
  install_id: z.string().nullable(),
});

export const clickList = z.object({ clicks: z.array(click), next: nextCursor });
