import { z } from "zod";
import { fraudLevels } from "@/lib/attribution/fraud/rules";
import { attributionSettings } from "@/lib/attribution/rule-sets/settings";
import { timestamp } from "@/lib/base/fields";

export const rulesInput = z.object({
  settings: attributionSettings,
  seen: z.string().max(100).optional().meta({
    description:
      "The ID of the rules that these are based on. If other rules apply by then, the response is 412.",
  }),
});

export const rulesChanged = z.object({ name: z.string(), changes: z.array(z.string()) });

const threshold = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.string(),
  usual: z.number(),
  least: z.number(),
  most: z.number(),
});

export const rulesShown = z.object({
  name: z.string(),
  /** The project's own settings; all others are the defaults. */
  settings: z.record(z.string(), z.unknown()),
  fraud: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      meaning: z.string(),
      level: z.enum(fraudLevels),
      values: z.record(z.string(), z.number()),
      thresholds: z.array(threshold),
      /** Recent installs on which it fired. */
      flagged: z.number().int(),
      /** Those of them that are attributed to a campaign. */
      attributed: z.number().int(),
      /** The revenue of all of them so far, in minor units of the project's currency. */
      revenue: z.number().int(),
    }),
  ),
  /** Of the last days in the project's time zone, today included. */
  effect: z.object({
    days: z.number().int(),
    from: z.string(),
    to: z.string(),
    installs: z.number().int(),
    suspicious: z.number().int(),
  }),
  networks: z.array(z.object({ code: z.string(), label: z.string(), days: z.number() })),
  address_lists: z.array(z.object({ name: z.string(), size: z.number().int(), loaded_at: timestamp })),
  /** The date of the table that maps addresses to countries; null without one. */
  countries_at: timestamp.nullable(),
  versions: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      settings: z.record(z.string(), z.unknown()),
      changes: z.array(z.string()),
      created_by: z.string(),
      created_at: timestamp,
    }),
  ),
});
export type ShownRules = z.output<typeof rulesShown>;
export type ShownFraudRule = ShownRules["fraud"][number];
export type ShownRuleSet = ShownRules["versions"][number];
