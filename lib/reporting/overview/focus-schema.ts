/** The filters of the overview: at most one row of each of its cards. Runs in the browser too. */
import { z } from "zod";
import { rejectValue } from "@/lib/base/params";
import { countryParam } from "@/lib/reporting/metrics/country-param";
import { noValueFilter } from "@/lib/reporting/overview/names";

export const focusParams = {
  network: z
    .string()
    .regex(/^([A-Z0-9_]{1,64}|none|organic)$/, "Unknown ad network.")
    .optional()
    .meta({ description: "The code of a network, `none` for campaigns without one, or `organic`." }),
  campaign: z
    .string()
    .transform((text, context) =>
      /^[1-9]\d{0,14}$/.test(text)
        ? Number(text)
        : rejectValue(context, "campaign must be the ID of a campaign."),
    )
    .optional()
    .meta({ description: "The ID of a campaign." }),
  platform: z
    .enum(["ANDROID", "IOS", "DESKTOP", "UNKNOWN", noValueFilter], {
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

/** The focus with names, for the screen. An unknown campaign or creative has no name. */
export const focusShown = z.object({
  network: z.string().nullable(),
  campaign: z.object({ id: z.number(), name: z.string().nullable() }).nullable(),
  platform: z.string().nullable(),
  country: z.string().nullable(),
  creative: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
});
export type FocusShown = z.output<typeof focusShown>;
