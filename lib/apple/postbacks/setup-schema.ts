/** A team's settings for its apps and networks, and the response about one postback. Runs in the browser too. */
import { z } from "zod";
import { type ConversionRule, coarseValues } from "@/lib/apple/conversion-values/rules";
import { conversionRules } from "@/lib/apple/conversion-values/schema";
import { conversionTypes, frameworks, verdicts } from "@/lib/apple/postbacks/postback";
import { appleSettings, networkId } from "@/lib/apple/postbacks/settings";
import { timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";

const campaign = z.object({
  id: z.number().int(),
  name: z.string(),
  display_id: z.string(),
  deleted: z.boolean(),
});

export const setupInput = appleSettings.extend({
  sources: z
    .array(
      z.object({
        network_id: networkId,
        source_identifier: z.string().regex(/^\d{1,4}$/, t("A source identifier has one to four digits.")),
        campaign_id: z.number({ error: t("Choose a campaign.") }).int(),
      }),
    )
    .max(2_000, t("Add at most 2,000 source identifiers."))
    .superRefine((sources, context) => {
      const seen = new Set<string>();
      sources.forEach(({ network_id, source_identifier }, at) => {
        const key = `${network_id} ${source_identifier}`;
        if (seen.has(key))
          context.addIssue({
            code: "custom",
            path: [at, "source_identifier"],
            message: t("This source identifier of the network is listed twice."),
          });
        seen.add(key);
      });
    }),
});
export type SetupInput = z.output<typeof setupInput>;

export const appleSetup = z.object({
  /** iOS apps of the store listings. */
  apps: z.array(
    z.object({
      app_id: z.string(),
      name: z.string(),
      /** Another project on this server lists it, too. Which one is confidential. */
      is_contested: z.boolean(),
      /** The other project gets its postbacks. */
      is_elsewhere: z.boolean(),
      /** The newest verified postback, including test postbacks. */
      last_at: timestamp.nullable(),
    }),
  ),
  domain: z.string().nullable(),
  /** The domain that the project's links suggest, if any. */
  likely_domain: z.string().nullable(),
  networks: z.record(z.string(), z.string()),
  usual_networks: z.record(z.string(), z.string()),
  sources: z.array(z.object({ network_id: z.string(), source_identifier: z.string(), campaign })),
  /** Source identifiers without a campaign; the most frequent of the last ninety days. */
  unassigned: z.array(
    z.object({
      network_id: z.string(),
      source_identifier: z.string(),
      postbacks: z.number().int(),
      /** More than one if its digits end the source identifiers of several campaigns. */
      campaigns: z.number().int(),
    }),
  ),
});
export type AppleSetup = z.output<typeof appleSetup>;

const decoded = z.object({
  version: z.number().int(),
  is: z.enum(["none", "unknown", "value"]),
  rules: conversionRules as z.ZodType<ConversionRule[]>,
  /** In units of the project's currency. */
  revenue: z.object({ low: z.number(), high: z.number().nullable() }).nullable(),
});

export const onePostback = z.object({
  id: z.string(),
  received_at: timestamp,
  framework: z.enum(frameworks),
  verdict: z.enum(verdicts),
  why: z.string().nullable(),
  kid: z.string().nullable(),
  is_test: z.boolean(),
  is_first: z.boolean(),
  /** The importing member; empty for a postback that arrived. */
  source: z.string(),
  signed: z.object({
    version: z.string().nullable(),
    postback_id: z.string(),
    sequence: z.number().int(),
    network_id: z.string(),
    network: z.string(),
    source_identifier: z.string().nullable(),
    app_id: z.string().nullable(),
    publisher_app_id: z.string().nullable(),
    source_domain: z.string().nullable(),
    marketplace: z.string().nullable(),
    conversion_type: z.enum(conversionTypes),
    fidelity: z.number().int().nullable(),
    did_win: z.boolean(),
  }),
  unsigned: z.object({
    fine: z.number().int().nullable(),
    coarse: z.enum(coarseValues).nullable(),
    country: z.string().nullable(),
    interaction: z.enum(["click", "view"]).nullable(),
  }),
  campaign: campaign.nullable(),
  /** The estimated start of its window, from Apple's delays. */
  began: z.object({ from: timestamp, until: timestamp }),
  /** The meanings in the schema of that time; two if the schema was changed in between. */
  decoded: z.array(decoded),
  raw: z.record(z.string(), z.unknown()),
});
export type OneApplePostback = z.output<typeof onePostback>;

export const maxImportBytes = 4 * 1024 * 1024;
export const maxImported = 5_000;

export const importInput = z.object({
  text: z
    .string({ error: t("Paste postbacks, or choose a file.") })
    .min(1, t("Paste postbacks, or choose a file."))
    .max(maxImportBytes, t("Import at most 4 MB at once. Split the file.")),
});

export const importOutcomes = ["stored", "duplicate", "conflict", "refused"] as const;

export const imported = z.object({
  lines: z.array(
    z.object({
      line: z.number().int(),
      outcome: z.enum(importOutcomes),
      verdict: z.enum(verdicts).nullable(),
      /** Why it was rejected or not verified. */
      why: z.string().nullable(),
    }),
  ),
});
export type ImportedPostbacks = z.output<typeof imported>;

export const appleCheck = z.object({
  domain: z.string(),
  paths: z.array(
    z.object({
      framework: z.enum(frameworks),
      url: z.string(),
      is_ok: z.boolean(),
      text: z.string(),
      remedy: z.string().nullable(),
    }),
  ),
});
export type AppleCheck = z.output<typeof appleCheck>;

export const checkInput = appleSettings.pick({ domain: true });
