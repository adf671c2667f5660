/** What the overview is narrowed to: one row of each of its cards at most. Runs in the browser too. */
import { z } from "zod";
import { refuse } from "@/lib/base/params";
import { countryParam } from "@/lib/reporting/metrics/country-param";

/** Instead of a network or platform: campaigns without a network, facts of unknown platform. */
export const withoutValue = "none";
/** In place of a network. */
export const organicNetwork = "organic";

export const focusParams = {
  network: z
    .string()
    .regex(/^([A-Z0-9_]{1,64}|none|organic)$/, "Unknown ad network.")
    .optional()
    .meta({ description: "The code of a network, `none` for campaigns without one, or `organic`." }),
  campaign: z
    .string()
    .transform((text, context) =>
      /^[1-9]\d{0,14}$/.test(text) ? Number(text) : refuse(context, "campaign must be the ID of a campaign."),
    )
    .optional()
    .meta({ description: "The ID of a campaign." }),
  platform: z
    .enum(["ANDROID", "IOS", "DESKTOP", "UNKNOWN", withoutValue], {
      error: "platform must be one of ANDROID, IOS, DESKTOP, UNKNOWN, none.",
    })
    .optional(),
  country: countryParam,
  creative: z
    .string()
    .max(512, "This ID is too long.")
    .optional()
    .meta({ description: "The ID of a creative, in all campaigns." }),
};

const focusQuery = z.object(focusParams);
export type Focus = z.output<typeof focusQuery>;

/** The same with names, for the screen. A campaign or creative that is unknown has none. */
export const focusShown = z.object({
  network: z.string().nullable(),
  campaign: z.object({ id: z.number(), name: z.string().nullable() }).nullable(),
  platform: z.string().nullable(),
  country: z.string().nullable(),
  creative: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
});
export type FocusShown = z.output<typeof focusShown>;
