import { z } from "zod";
import { presentedFinding } from "@/lib/attribution/fraud/schema";
import { matchScoreSchema } from "@/lib/attribution/touches/schema";
import { networkName } from "@/lib/campaigns/network-name";

const blank = (value: unknown) => (value === "" || value === null ? undefined : value);
const textInput = (label: string, max: number) =>
  z.preprocess(
    blank,
    z
      .string({ error: `${label} must be text.` })
      .trim()
      .max(max, `${label} is too long.`)
      .optional(),
  );

const platform = z.enum(["ANDROID", "IOS"], { error: "Choose an operating system." });
const number = (label: string, min: number, max: number) =>
  z
    .number({ error: `${label} must be a number.` })
    .min(min, `${label} must be at least ${min}.`)
    .max(max, `${label} must be at most ${max}.`);

const ties = ["referrer", "link", "advertising_id", "address", "none"] as const;

const click = z.object({
  campaign: z.number({ error: "Choose a campaign." }).int().positive("Choose a campaign."),
  minutes_before: number("Minutes before the install", -1_440, 60 * 24 * 60),
  kind: z.enum(["click", "view"]).default("click"),
  tie: z.enum(ties, { error: "Choose how the install is linked to the click." }),
  platform: z.enum(["ANDROID", "IOS", "DESKTOP"]).default("ANDROID"),
  network: z.preprocess(blank, z.string().transform(networkName).optional()),
  os_version: textInput("The OS version", 64),
  device_model: textInput("The device", 128),
  language: textInput("The language", 35),
  country: textInput("The country", 2),
  address_list: textInput("The list", 40),
  clicks_in_ten_minutes: number("Clicks in ten minutes", 1, 1_000).default(1),
  /** The link led to a destination other than Google Play, so no referrer could contain it. */
  no_referrer: z.boolean().default(false),
  bot: z.boolean().default(false),
  used: z.boolean().default(false),
});

export const simulateInput = z.object({
  /** Rules to test; the default is the rules in force. */
  settings: z.unknown().optional(),
  clicks: z
    .array(click)
    .max(10, "Add at most ten clicks.")
    .superRefine((clicks, context) => {
      for (const tie of ["referrer", "link"] as const) {
        const second = clicks.findIndex(
          (each, i) => each.tie === tie && clicks.findIndex((other) => other.tie === tie) < i,
        );
        if (second >= 0)
          context.addIssue({
            code: "custom",
            path: [second, "tie"],
            message: `A ${tie} identifies one click, and another click already uses it.`,
          });
      }
    }),
  install: z.object({
    platform,
    os_version: textInput("The OS version", 64),
    device_model: textInput("The device", 128),
    language: textInput("The language", 35),
    country: textInput("The country", 2),
    address_list: textInput("The list", 40),
    att_status: z.enum(["authorized", "denied"]).optional(),
    consent_refused: z.boolean().default(false),
    /** Browsers and installs behind its address in the 24 hours before. */
    crowd: z
      .object({
        browsers: number("Browsers behind the IP", 0, 50),
        installs: number("Installs behind the IP", 0, 50),
      })
      .default({ browsers: 1, installs: 1 }),
    installs_in_an_hour: number("Installs within the hour", 1, 1_000).default(1),
    /** Evidence from Play or the app in addition to the clicks. */
    referrer: textInput("The referrer", 4_096),
    link: textInput("The link", 8_192),
    download_seconds: number(
      "Seconds from the start of the download to the first open",
      0,
      86_400,
    ).optional(),
  }),
});
export type SimulatorInput = z.input<typeof simulateInput>;

export const simulatorResult = z.object({
  attribution_type: z.enum(["ORGANIC", "INORGANIC"]),
  method: z.string(),
  reason: z.string(),
  confidence: z.number(),
  rules: z.string(),
  campaign: z.string().nullable(),
  sentence: z.string(),
  remarks: z.array(z.string()),
  candidates: z.array(
    z.object({
      source: z.string(),
      campaign: z.string(),
      won: z.boolean(),
      score: z.number(),
      ...matchScoreSchema,
      text: z.string(),
      charges: z.array(presentedFinding),
    }),
  ),
  charges: z.array(presentedFinding),
});
export type SimulatorResult = z.output<typeof simulatorResult>;
