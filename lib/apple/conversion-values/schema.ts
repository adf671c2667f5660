/** A project's conversion schema, as it is edited and stored. Runs in the browser too. */
import { z } from "zod";
import { coarseValues } from "@/lib/apple/conversion-values/rules";
import { requiredLine, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";

const maxRules = 200;

const times = z
  .number({ error: t("The number of times must be a number.") })
  .int("The number of times must be a whole number.")
  .min(1, t("The number of times must be at least 1."))
  .max(1_000, t("The number of times must be at most 1,000."));

const condition = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("install") }),
  z.object({ kind: z.literal("event"), name: requiredLine(t("Event"), 256), times }),
  z.object({
    kind: z.literal("revenue"),
    at_least: z
      .number({ error: t("Revenue must be a number.") })
      .gt(0, "Revenue must be more than 0.")
      .max(1_000_000_000, t("Revenue must be at most 1,000,000,000.")),
  }),
]);

const fine = z
  .number({ error: t("The fine value must be a number from 0 to 63.") })
  .int("The fine value must be a whole number.")
  .min(0, t("The fine value must be 0 to 63."))
  .max(63, t("The fine value must be 0 to 63."));

const rule = z
  .object({
    window: z.literal([1, 2, 3], { error: t("The window must be 1, 2 or 3.") }),
    when: condition,
    /** 0 to 63 in the first window, null in the others. */
    fine: fine.nullable(),
    coarse: z.enum(coarseValues, { error: t("The coarse value must be low, medium or high.") }),
    lock: z.boolean({ error: t("Lock must be true or false.") }),
  })
  .superRefine(({ window, when, fine: value }, context) => {
    if (window === 1 && value === null)
      context.addIssue({
        code: "custom",
        path: ["fine"],
        message: t("The first window needs a fine value."),
      });
    if (window !== 1 && value !== null)
      context.addIssue({
        code: "custom",
        path: ["fine"],
        message: t("Only the first window has fine values."),
      });
    if (window !== 1 && when.kind === "install")
      context.addIssue({
        code: "custom",
        path: ["when"],
        message: t("Only the first window can have a rule for the install."),
      });
  });

export const conversionRules = z
  .array(rule)
  .max(maxRules, t("A schema can have at most {maxRules} rules.", { maxRules }));

export const conversionInput = z.object({
  /** The version that was edited; 0 for the first. */
  version: z
    .number({ error: t("Version is required.") })
    .int()
    .min(0),
  /** Empty: no more values are returned. */
  rules: conversionRules,
});

export const previewInput = z.object({ rules: conversionRules });

const version = z.object({
  version: z.number().int(),
  rules: conversionRules,
  created_by: z.string(),
  created_at: timestamp,
});
export type ConversionVersion = z.output<typeof version>;

export const conversions = z.object({
  version: z.number().int(),
  rules: conversionRules,
  currency: z.string(),
  /** The newest first. */
  versions: z.array(version),
  /** Events of iOS installs of the last month, the most frequent first. */
  events: z.array(z.object({ name: z.string(), count: z.number().int() })),
});
export type Conversions = z.output<typeof conversions>;

export const conversionSaved = z.object({ version: z.number().int() });

export const conversionPreview = z.object({
  days: z.number().int(),
  /** iOS installs of these days; with `cut`, only the newest are included. */
  installs: z.number().int(),
  cut: z.boolean(),
  windows: z.array(
    z.object({
      window: z.literal([1, 2, 3]),
      /** Installs old enough to be in the window. */
      reached: z.number().int(),
      /** The number of installs without a matching rule. */
      none: z.number().int(),
    }),
  ),
  /** For each rule in order: the installs that it matched, and the installs that got its value. */
  rules: z.array(z.object({ matched: z.number().int(), won: z.number().int() })),
});
export type ConversionPreview = z.output<typeof conversionPreview>;

/** The part of answers to apps that carries a conversion value. */
export const conversionFields = {
  fine_conversion_value: z
    .number()
    .int()
    .min(0)
    .max(63)
    .optional()
    .meta({ description: "0 to 63. iOS only, if the project has a conversion schema." }),
  coarse_conversion_value: z.enum(coarseValues).optional(),
  lock_postback: z.boolean().optional(),
};
