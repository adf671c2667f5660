/** The report in the dashboard: the arguments of the API's report, and numbers instead of texts. */
import { z } from "zod";
import { pagination } from "@/lib/base/fields";
import { limitParam, oneOfParam, pageParam } from "@/lib/base/params";
import { readNames } from "@/lib/base/text/name-list";
import { campaignPurpose } from "@/lib/campaigns/schema";
import { projectedFigures } from "@/lib/reporting/forecast/schema";
import { countryParam, publisherParam } from "@/lib/reporting/metrics/country-param";
import { type MetricName, metricNames, metricViews } from "@/lib/reporting/metrics/metrics";
import { reportParams } from "@/lib/reporting/report/schema";
import { fileLevels } from "@/lib/reporting/table/levels";
import { budgetColumnIds } from "@/lib/spend/budgets/columns";

const list = z
  .string()
  .optional()
  .transform((text) => readNames(text ?? ""));

const tableParams = reportParams.extend({
  /** Any sortable column, `name` or `created_at`. */
  sort_field: z.string().default("installs"),
  page: pageParam,
  limit: limitParam(25, 200),
  affiliate: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "affiliate must be the ID of an affiliate.")
    .transform(Number)
    .optional()
    .meta({ description: "The ID of an affiliate." }),
  country: countryParam,
  publisher: publisherParam,
  activity: oneOfParam("activity", ["only"] as const).meta({
    description: "`only` for campaigns with activity or spend in these days.",
  }),
  /** Ids in order. Columns of distinct users are only counted when named here; the file has exactly these. */
  columns: list,
});

type Dated = { from: string | null; to: string | null; start_date: string | null; end_date: string | null };

const inOneName = <Query extends Dated>({ start_date, end_date, ...query }: Query) => ({
  ...query,
  from: query.from ?? start_date,
  to: query.to ?? end_date,
});

export const reportTableQuery = tableParams.transform(inOneName);

export const reportFileQuery = tableParams
  .extend({
    level: z
      .enum(fileLevels, { error: `level must be one of ${fileLevels.join(", ")}.` })
      .default("campaign")
      .meta({ description: "The level of a row in the file." }),
  })
  .transform(inOneName);

export type FileQuery = z.output<typeof reportFileQuery>;

export type ReportTableQuery = z.output<typeof reportTableQuery>;

/** Counts, minor units, hundredths or a ratio. Null if there is no value, or not yet. */
const value = z.number().nullable();

export const eventFiguresSchema = z.object({
  count: z.number(),
  amount: z.number(),
  unique: z.number().optional(),
  /** In the retargeting view, those of campaigns for retargeting, if not all are. Costs divide by them. */
  with_cost: z.number().optional(),
});

/** The requested figures of cohorts by column ID. Without an install that is old enough, a figure is left out. */
export const cohortFigureValues = z.record(z.string(), value);

const figures = z.object({
  metrics: z.object(
    Object.fromEntries(metricNames.map((name) => [name, value])) as Record<MetricName, typeof value>,
  ),
  events: z.record(z.string(), eventFiguresSchema),
  payments: z.record(z.string(), eventFiguresSchema),
  /** Null while no install of the row is old enough. */
  retention: z.object({ d1: value, d7: value }),
  classic_retention: z.object({ d1: value, d7: value, d14: value, d30: value }),
  daywise_revenue: z.object({ d0: value, d3: value, d7: value, d30: value }),
  cohorts: cohortFigureValues,
  /** Only if a column requests them. */
  projected: projectedFigures.optional(),
  /** Only of campaigns with a budget, if a column requests it. */
  budget: z.record(z.enum(budgetColumnIds), value).optional(),
});

export type TableFigures = z.output<typeof figures>;

const row = figures.extend({ key: z.string(), id: z.string(), name: z.string() });
const leaf = row.extend({ level: z.enum(["creative", "keyword"]) });
const adSet = row.extend({ level: z.literal("ad_set"), children: z.array(leaf) });
const campaign = row.extend({
  level: z.literal("campaign"),
  display_id: z.string(),
  active: z.boolean(),
  network: z.string().nullable(),
  purpose: campaignPurpose,
  children: z.array(adSet),
});

export type CampaignTableRow = z.output<typeof campaign>;

/** The figures of one campaign's ad sets, creatives and keywords, and of its countries and platforms. */
export const breakdown = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  currency: z.string(),
  campaign,
  countries: z.array(z.object({ country: z.string(), metrics: campaign.shape.metrics })),
  /** Empty for spend that is not broken down. */
  platforms: z.array(z.object({ platform: z.string(), metrics: campaign.shape.metrics })),
});

export type Breakdown = z.output<typeof breakdown>;

export const tableData = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  time_zone: z.string(),
  currency: z.string(),
  view: z.enum(metricViews),
  /** The event names of these days, which become further columns. */
  events: z.array(z.string()),
  payments: z.array(z.string()),
  /** Paid traffic: all matching campaigns on every page; without a filter, also deleted ones. */
  total: figures,
  /** Traffic without a campaign; null if a filter selects campaigns. */
  organic: figures.nullable(),
  /** Paid and organic together, so ratios of spend are blended. */
  all: figures.nullable(),
  /** The part of the total that belongs to deleted campaigns; null if there are none. */
  deleted: figures.nullable(),
  /** Spend, in minor units, that is not broken down by a platform or country of the filter. */
  spend_left_out: z.number().int(),
  campaigns: z.array(campaign),
  pagination,
});

export type TableData = z.output<typeof tableData>;
