/** Files for marketing mix models: the requests and responses. Runs in the browser too. */
import { z } from "zod";
import { day } from "@/lib/base/day-params";
import { dayCount } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";
import { rejectValue } from "@/lib/base/params";
import { countryParam } from "@/lib/reporting/metrics/country-param";

export const mixModelFormats = { meridian: t("Google Meridian"), robyn: t("Meta Robyn") } as const;
export type MixModelFormat = keyof typeof mixModelFormats;

/** What a model explains, by users of all sources. Money counts in the project's currency. */
export const mixModelKpis = {
  installs: t("Installs"),
  signups: t("Sign-ups"),
  revenue: t("Revenue from purchases"),
  ad_revenue: t("Revenue from ads"),
  total_revenue: t("Revenue from both"),
} as const;
export type MixModelKpi = keyof typeof mixModelKpis;
export const isMoneyKpi = (kpi: MixModelKpi) => kpi !== "installs" && kpi !== "signups";

/** Three years. */
const longestModelRange = 1_096;

const oneOf = <T extends string>(name: string, values: readonly T[], fallback: T, description: string) =>
  z
    .string()
    .optional()
    .transform((text, context): T => {
      const found = text === undefined ? fallback : values.find((value) => value === text);
      return found ?? rejectValue(context, `${name} must be one of ${values.join(", ")}.`, { status: 422 });
    })
    .meta({ enum: [...values], description, usual: fallback });

export const mixModelQuery = z
  .object({
    format: oneOf(
      "format",
      Object.keys(mixModelFormats) as MixModelFormat[],
      "meridian",
      t("The program that reads the file."),
    ),
    from: day("from", t("The first day; two years before `to` by default.")),
    to: day("to", t("The last day; yesterday by default, because today is incomplete.")),
    every: oneOf(
      "every",
      ["week", "day"] as const,
      "week",
      t("The length of a row. Only complete weeks of the project are included."),
    ),
    geo: oneOf(
      "geo",
      ["national", "country"] as const,
      "national",
      t("`national` has one row for each time, `country` one for each time and country."),
    ),
    kpi: oneOf(
      "kpi",
      Object.keys(mixModelKpis) as MixModelKpi[],
      "installs",
      t("What the model explains, by users of all sources, including organic."),
    ),
    country: countryParam,
  })
  .superRefine(({ format, geo, country, from, to }, context) => {
    const wrong = (message: string) => context.addIssue({ code: "custom", message, params: { status: 422 } });
    if (format === "robyn" && geo === "country")
      wrong(t("Robyn reads one row for each date. Choose geo=national, with country for one country."));
    else if (geo === "country" && country !== undefined)
      wrong(t("A file of one country has no rows by country. Choose geo=national."));
    if (from === null || to === null) return;
    if (from > to) wrong("from must not be after to.");
    else if (dayCount(from, to) > longestModelRange)
      wrong(t("Choose at most {longestModelRange} days.", { longestModelRange }));
  });
export type MixModelQuery = z.output<typeof mixModelQuery>;

const columnRoles = [
  "time",
  "geo",
  "kpi",
  "revenue_per_kpi",
  "spend",
  "media",
  "organic_media",
  "gaps",
] as const;

const column = z.object({
  name: z.string(),
  role: z.enum(columnRoles),
  /** The network of a column of media, or what others contain. */
  label: z.string(),
  channel: z.string().nullable(),
  /** The sum of the column, as the report shows it for these days; null for texts and ratios. */
  total: z.number().nullable(),
});
export type MixModelColumn = z.output<typeof column>;

export const mixModelData = z.object({
  format: z.enum(["meridian", "robyn"]),
  every: z.enum(["week", "day"]),
  geo: z.enum(["national", "country"]),
  kpi: z.enum(Object.keys(mixModelKpis) as [MixModelKpi, ...MixModelKpi[]]),
  currency: z.string(),
  /** The first and last day of the rows; null if no complete day or week is in the dates. */
  days: z.object({ from: z.string(), to: z.string() }).nullable(),
  rows: z.number().int(),
  columns: z.array(column),
  /** Countries of the rows. `(other)` is the sum of all that are not listed. */
  countries: z.array(z.string()),
  /** What the file does not contain, because it has no country. */
  left_out: z.object({ spend: z.number(), kpi: z.number() }),
  /** Days without data, for each reason: `before_first_day`, or the column of spend that was not synced. */
  gaps: z.array(z.object({ reason: z.string(), days: z.number().int() })),
  /** Periods in which refunds exceed payments, so that the KPI is below zero. */
  negative: z.number().int(),
  /** A program that loads this file. */
  loader: z.string(),
});
export type MixModelData = z.output<typeof mixModelData>;
