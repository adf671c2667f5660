import { z } from "zod";
import { fraudChanges } from "@/lib/attribution/fraud/settings";
import { t } from "@/lib/base/languages/texts";

const between = (min: number, max: number, unit: string) =>
  z
    .number({ error: `Enter a number of ${unit}.` })
    .min(min, t("Enter at least {min} {unit}.", { min, unit }))
    .max(max, t("Enter at most {max} {unit}.", { max, unit }));
const wholeDays = (max: number) => between(0, max, "days").int("Enter whole days.");
export const windowDays = between(0, 30, "days");
export const windowHours = between(0, 24, "hours");

/** Conditions of a probabilistic match on iOS, the most lenient first. */
export const iosModes = ["unless_denied", "authorized", "own_links", "off"] as const;
export type IosMode = (typeof iosModes)[number];

/** Settings that a project may change; the rest are the defaults below. */
export const attributionSettings = z
  .object({
    click_days: windowDays,
    network_click_days: z.record(z.string(), windowDays),
    /** By the campaign's ID. */
    campaign_click_days: z.record(z.string().regex(/^[1-9]\d{0,14}$/), windowDays),
    probabilistic: z.boolean(),
    probabilistic_hours: windowHours,
    /** The minimum score of a probabilistic match that counts. */
    probabilistic_floor: between(1, 100, "points").int("Enter whole points."),
    probabilistic_ios: z.enum(iosModes, { error: t("Choose an option for iOS.") }),
    /** Names of parameters that a probabilistic match may pass to the app; `*` at the end matches any text. */
    probabilistic_parameters: z
      .array(
        z
          .string()
          .trim()
          .regex(
            /^[A-Za-z0-9_.~-]{1,64}\*?$/,
            t("Use only letters, digits and . _ ~ -, with an optional * at the end."),
          ),
      )
      .max(50, t("Enter at most 50 names.")),
    view_through: z.boolean(),
    view_through_hours: windowHours,
    /** 0: the network's views do not count. */
    network_view_hours: z.record(z.string(), windowHours),
    inactivity_days: wholeDays(365),
    reengagement_hours: between(0, 720, "hours"),
    apple_ads: z.boolean(),
    google_claims: z.boolean(),
    reinstall_days: wholeDays(730),
    reinstall_keeps_campaign: z.boolean(),
    fraud: fraudChanges,
  })
  .partial();
