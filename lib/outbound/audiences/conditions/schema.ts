/** The conditions of an audience, all of which must hold. Runs in the browser too. */
import { z } from "zod";
import { t } from "@/lib/base/languages/texts";
import { maxMajorUnits } from "@/lib/base/money";

export const maxEventConditions = 5;

const wholeDays = (min: number) =>
  z
    .number({ error: t("Enter a number of days.") })
    .int("Enter whole days.")
    .min(min, t("Enter at least {min}.", { min }))
    .max(3_650, t("Enter at most 3650 days."));

const range = z
  .object({
    min_days: wholeDays(0).nullable().default(null),
    max_days: wholeDays(0).nullable().default(null),
  })
  .refine(({ min_days: min, max_days: max }) => min === null || max === null || min <= max, {
    path: ["max_days"],
    error: t("This must not be less than the first number."),
  });

const version = z
  .string({ error: t("Enter a version.") })
  .trim()
  .regex(/^\d{1,6}(\.\d{1,6}){0,4}$/, "A version has numbers and dots, such as 2.10.3.")
  .nullable()
  .default(null);

const amount = z
  .number({ error: t("Enter an amount.") })
  .min(0, t("Enter an amount of at least 0."))
  .max(maxMajorUnits, t("This amount is too large."))
  .nullable()
  .default(null);

const eventCondition = z.object({
  name: z
    .string({ error: "Event is required." })
    .trim()
    .min(1, "Event is required.")
    .max(256, "An event name has at most 256 characters.")
    .meta({ description: "The event's name." }),
  did: z.boolean("did must be true or false.").default(true).meta({
    description: "False for people without these events.",
  }),
  at_least: z
    .number({ error: "Enter a number." })
    .int("Enter a whole number.")
    .min(1, "Enter at least 1.")
    .max(1_000, "Enter at most 1000.")
    .default(1)
    .meta({ description: "The number of these events. With `did` false, people with fewer match." }),
  within_days: wholeDays(1).default(30).meta({ description: "Events of this many days." }),
});
export type EventCondition = z.output<typeof eventCondition>;

export const audienceConditions = z.object({
  platform: z.enum(["ANDROID", "IOS"], { error: "Choose Android or iOS." }).nullable().default(null).meta({
    description: "`ANDROID` or `IOS`; null for both.",
  }),
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, "A country has two letters, such as DE."))
    .max(100, "Choose at most 100 countries.")
    .default([])
    .meta({ description: "Installs in one of them. Empty for all." }),
  networks: z
    .array(z.string().trim().min(1).max(100))
    .max(50, "Choose at most 50 networks.")
    .default([])
    .meta({ description: "Codes of `GET /api/v1/networks`. Sources are alternatives: one must apply." }),
  campaigns: z
    .array(z.number().int().positive())
    .max(200, "Choose at most 200 campaigns.")
    .default([])
    .meta({ description: "IDs of campaigns, as alternatives to the networks." }),
  organic: z.boolean("organic must be true or false.").default(false).meta({
    description: "True for organic installs, as an alternative to networks and campaigns.",
  }),
  installed: range.nullable().default(null).meta({ description: "Days since the install." }),
  last_open: range.nullable().default(null).meta({ description: "Days since the app was last opened." }),
  app_version: z.object({ from: version, to: version }).nullable().default(null).meta({
    description: "The first and the last version, compared number by number.",
  }),
  revenue: z
    .object({
      min: amount,
      max: amount,
      within_days: wholeDays(1).nullable().default(null).meta({ description: "Null for all time." }),
    })
    .refine(({ min, max }) => min === null || max === null || min <= max, {
      path: ["max"],
      error: "This must not be less than the first amount.",
    })
    .nullable()
    .default(null)
    .meta({ description: "Completed payments less refunds, in the project's currency." }),
  events: z
    .array(eventCondition)
    .max(maxEventConditions, `Choose at most ${maxEventConditions} events.`)
    .default([])
    .meta({ description: "Events of the user, on any of their installs. All of them must hold." }),
});
export type AudienceConditions = z.output<typeof audienceConditions>;

/** Without ranges that have no limit, as forms send them. They would be looked up for every install. */
export function withoutEmptyRanges(conditions: AudienceConditions): AudienceConditions {
  const { installed, last_open, app_version: version, revenue } = conditions;
  const hasLimit = <Range extends object>(range: Range | null, names: (keyof Range)[]) =>
    range !== null && names.some((name) => range[name] !== null) ? range : null;
  return {
    ...conditions,
    installed: hasLimit(installed, ["min_days", "max_days"]),
    last_open: hasLimit(last_open, ["min_days", "max_days"]),
    app_version: hasLimit(version, ["from", "to"]),
    revenue: hasLimit(revenue, ["min", "max"]),
  };
}
