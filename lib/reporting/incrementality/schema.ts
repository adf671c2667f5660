/** Tests of what a network adds: forms and responses. Runs in the browser too. */
import { z } from "zod";
import { dayCount } from "@/lib/base/days";
import { idParams, requiredLine, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { rejectValue } from "@/lib/base/params";
import { countryName, isCountryCode } from "@/lib/base/text/country-name";
import { readNames } from "@/lib/base/text/name-list";
import { networkName } from "@/lib/campaigns/network-name";

export const maxIncrementalityTests = 100;

export const testKinds = {
  pause_regions: t("Pause in some countries"),
  pause_everywhere: t("Pause everywhere"),
  start_regions: t("Start in some countries"),
} as const;
export type TestKind = keyof typeof testKinds;
const kindNames = Object.keys(testKinds) as [TestKind, ...TestKind[]];
export const isPause = (kind: TestKind) => kind !== "start_regions";

/** Of users of all sources, including organic. Revenue is that of purchases. */
export const testKpis = { installs: t("Installs"), signups: t("Sign-ups"), revenue: t("Revenue") } as const;
export type TestKpi = keyof typeof testKpis;
const kpiNames = Object.keys(testKpis) as [TestKpi, ...TestKpi[]];

/** In percent. */
export const confidences = [80, 90, 95] as const;
export type Confidence = (typeof confidences)[number];

export const testLengths = { min: 7, usual: 28, max: 92 } as const;
const maxCountries = 50;
const maxCampaigns = 50;

const country = z
  .string(t("A country must be text."))
  .trim()
  .toUpperCase()
  .refine(isCountryCode, t("A country must be an ISO 3166 code such as DE."));
const day = (name: string) =>
  z
    .string(t("{name} is required.", { name }))
    .refine(
      (text) => z.iso.date().safeParse(text).success && !text.startsWith("0000"),
      t("{name} must be a date of the form YYYY-MM-DD.", { name }),
    );

const kindText = t(
  "Whether the network is paused in some countries, paused everywhere, or started in some countries.",
);

export const testInput = z
  .object({
    title: requiredLine("Name").meta({ description: "Its name in Cairn." }),
    kind: z
      .enum(kindNames, { error: `kind must be one of ${kindNames.join(", ")}.` })
      .meta({ description: kindText }),
    network: requiredLine("Network", 64)
      .transform(networkName)
      .meta({ description: "The network that is paused or started." }),
    campaigns: z
      .array(z.number("A campaign must be a number.").int().positive(), "campaigns must be a list.")
      .max(maxCampaigns, `Choose at most ${maxCampaigns} campaigns.`)
      .default([])
      .meta({ description: "IDs of campaigns of the network. Empty for all of them." }),
    kpi: z
      .enum(kpiNames, { error: `kpi must be one of ${kpiNames.join(", ")}.` })
      .default("installs")
      .meta({ description: "The figure of all users that the test compares." }),
    countries: z
      .array(country, "countries must be a list.")
      .max(maxCountries, `Choose at most ${maxCountries} countries.`)
      .transform((codes) => [...new Set(codes)].sort())
      .default([])
      .meta({ description: "The countries of the pause or start. Empty for `pause_everywhere`." }),
    starts_on: day("The first day").meta({ description: "The first day, in the project's time zone." }),
    ends_on: day("The last day").meta({ description: "The last day." }),
    confidence: z
      .union([z.literal(80), z.literal(90), z.literal(95)], { error: "Choose 80, 90 or 95." })
      .default(90)
      .meta({ description: "The share of tests without an effect whose interval contains 0, in percent." }),
  })
  .superRefine(({ kind, countries, starts_on, ends_on }, context) => {
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (kind === "pause_everywhere" && countries.length > 0)
      wrong("countries", t("A pause everywhere has no countries."));
    if (kind !== "pause_everywhere" && countries.length === 0)
      wrong("countries", t("Choose at least one country."));
    const days = dayCount(starts_on, ends_on);
    if (days < testLengths.min)
      wrong("ends_on", t("A test takes at least {min} days.", { min: testLengths.min }));
    if (days > testLengths.max)
      wrong("ends_on", t("A test takes at most {max} days.", { max: testLengths.max }));
  });
export type TestInput = z.output<typeof testInput>;

/** A finished test can be read. */
export const testStates = ["planned", "running", "finished"] as const;
export type TestState = (typeof testStates)[number];

const test = z.object({
  id: z.number().int(),
  title: z.string(),
  kind: z.enum(kindNames),
  network: z.string(),
  campaigns: z.array(z.number().int()),
  kpi: z.enum(kpiNames),
  countries: z.array(z.string()),
  starts_on: z.string(),
  ends_on: z.string(),
  confidence: z.number().int(),
  state: z.enum(testStates),
  created_by: z.string(),
  created_at: timestamp,
});
export type ShownTest = z.output<typeof test>;
export const testList = z.object({ tests: z.array(test) });
export const oneTest = z.object({ test });

export const testParams = z.object({
  id: idParams("id").shape.id.meta({ description: "The test's ID.", example: "7" }),
});

const number = z.number().nullable();

const control = z.object({
  /** A country's code, or a network's if the network is paused everywhere. */
  key: z.string(),
  label: z.string(),
  /** The share in the prediction; all add up to 1. */
  weight: z.number(),
});

/** Money is in minor units. */
const comparedDay = z.object({ day: z.string(), actual: z.number(), predicted: z.number() });

const daysParam = z
  .string()
  .optional()
  .transform((text, context) => {
    const { min, max } = testLengths;
    if (text === undefined) return testLengths.usual;
    if (/^\d{1,3}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    return rejectValue(context, `days must be a whole number from ${min} to ${max}.`, { status: 422 });
  })
  .meta({
    type: "integer",
    minimum: testLengths.min,
    maximum: testLengths.max,
    usual: testLengths.usual,
    description: "The length of the test.",
  });

export const planQuery = z.object({
  kind: testInput.shape.kind.default("pause_regions").meta({ description: kindText }),
  network: testInput.shape.network,
  campaigns: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,49}$/, "campaigns must be up to 50 IDs of campaigns, separated by commas.")
    .transform((text) => text.split(",").map(Number))
    .optional()
    .meta({ description: "Comma-separated IDs of campaigns of the network. All by default." }),
  kpi: testInput.shape.kpi,
  countries: z
    .string()
    .optional()
    .transform((text, context) => {
      const codes = [...new Set(readNames(text ?? ""))].sort();
      return codes.length <= maxCountries && codes.every(isCountryCode)
        ? codes
        : rejectValue(context, `countries must be up to ${maxCountries} ISO 3166 codes.`, { status: 422 });
    })
    .meta({ description: "Comma-separated countries. Without any, a split is suggested.", example: "DE,FR" }),
  days: daysParam,
  confidence: z
    .enum(["80", "90", "95"], { error: "confidence must be one of 80, 90, 95." })
    .default("90")
    .transform((text) => Number(text) as Confidence)
    .meta({ description: "As of a test." }),
  power: z
    .enum(["70", "80", "90"], { error: "power must be one of 70, 80, 90." })
    .default("80")
    .transform(Number)
    .meta({ description: "How likely the test finds an effect of the detectable size, in percent." }),
});
export type PlanQuery = z.output<typeof planQuery>;

const controlKinds = ["countries", "networks"] as const;

/** What both plans and results say about the comparison. */
const comparison = {
  kpi: z.enum(kpiNames),
  currency: z.string(),
  countries: z.array(z.string()),
  controls: z.array(control),
  control_kind: z.enum(controlKinds),
  /** Why there are no figures; null if there are. */
  refused: z.string().nullable(),
  warnings: z.array(z.string()),
};

export const planData = z.object({
  ...comparison,
  /** The days of the history that were compared. */
  history: z.object({ from: z.string(), to: z.string() }),
  days: z.number().int(),
  is_suggested: z.boolean(),
  fit: z.array(comparedDay),
  /** The first day of `fit` that the weights did not see. */
  unseen_from: z.string().nullable(),
  /** How far tests without an effect were off, in percent of the predicted KPI (median). */
  error_percent: number,
  placebos: z.number().int(),
  /** The smallest effect that such a test can find. */
  detectable: z
    .object({
      value: z.number(),
      /** Of the KPI of all users in the countries. */
      percent: z.number(),
      /** Of the KPI that is attributed to the network there; null without any. */
      percent_of_attributed: number,
    })
    .nullable(),
  /** At stake in a test of this length: the last days of the history. */
  at_stake: z.object({ spend: z.number(), attributed: z.number(), spend_without_country: z.number() }),
});
export type PlanData = z.output<typeof planData>;

export const testResultQuery = z.object({
  kpi: z
    .enum(kpiNames, { error: `kpi must be one of ${kpiNames.join(", ")}.` })
    .optional()
    .meta({ description: "Another KPI than that of the test." }),
});

const interval = z.object({ value: z.number(), low: z.number(), high: z.number() });
export type Interval = z.output<typeof interval>;

export const resultData = z.object({
  test,
  ...comparison,
  /** From the fitted days to the last day of the test. */
  series: z.array(comparedDay),
  effect: z
    .object({
      /** What the network added: the missing part during a pause, the additional part after a start. */
      total: interval,
      per_day: interval,
      /** Of the predicted KPI, in percent. */
      percent: interval,
      /** The interval does not contain 0. */
      is_clear: z.boolean(),
      placebos: z.number().int(),
    })
    .nullable(),
  /** The same number of days before the test, and the test, in the countries of the test. */
  attributed: z.object({ before: z.number(), during: z.number(), change: z.number() }),
  spend: z.object({
    before: z.number(),
    during: z.number(),
    change: z.number(),
    /** Spend of these days without a country, which cannot be assigned. */
    without_country: z.number(),
  }),
  /** Incremental KPI divided by the change of the attributed KPI. This ratio and the next ones are null if the effect is not clear. */
  incremental_per_attributed: number,
  /** Change of spend divided by the incremental KPI. */
  cost_per_incremental: number,
  /** Incremental revenue divided by the change of spend; only of revenue. */
  incremental_roas: number,
  /** Organic installs and the network's spend in the countries, around the test. */
  organic: z.array(z.object({ day: z.string(), organic: z.number(), spend: z.number() })),
});
export type ResultData = z.output<typeof resultData>;

export const countriesText = (codes: readonly string[]) =>
  codes.length === 0 ? t("All countries") : codes.map(countryName).join(", ");
