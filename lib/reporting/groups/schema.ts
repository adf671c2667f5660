/** The report by dimensions other than campaigns and their ads. Runs in the browser too. */
import { z } from "zod";
import { weekStarts } from "@/lib/base/days";
import { pagination } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { limitParam, pageParam } from "@/lib/base/params";
import { readNames } from "@/lib/base/text/name-list";
import { projectedFigures } from "@/lib/reporting/forecast/schema";
import { type Dimension, dimensionNames } from "@/lib/reporting/groups/dimensions";
import { countryParam, publisherParam } from "@/lib/reporting/metrics/country-param";
import { type MetricName, metricNames, metricViews } from "@/lib/reporting/metrics/metrics";
import { paidMeaning, trafficKinds } from "@/lib/reporting/metrics/traffic";
import { reportParams } from "@/lib/reporting/report/schema";
import { isInBreakdowns, reportColumn } from "@/lib/reporting/table/columns";
import { cohortFigureValues, eventFiguresSchema } from "@/lib/reporting/table/schema";

const badBy = t("by must be one or two of {dimensionNames}.", { dimensionNames: dimensionNames.join(", ") });

/** The filters of figures in any breakdown. */
export const reportFilter = reportParams
  .pick({ from: true, to: true, active: true, network: true, platform: true, search: true, view: true })
  .extend({
    meta_account_id: reportParams.shape.meta_account_id,
    country: countryParam,
    publisher: publisherParam,
    affiliate: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, "affiliate must be the ID of an affiliate.")
      .transform(Number)
      .optional(),
    traffic: z.enum(trafficKinds).default("all").meta({ description: paidMeaning }),
  });
export type ReportFilter = z.output<typeof reportFilter>;

function isGroupColumn(id: string): boolean {
  const column = reportColumn(id);
  return column !== null && isInBreakdowns(column);
}

export const groupsQuery = reportFilter.extend({
  by: z
    .string({ error: badBy })
    .transform((text) => [...new Set(text.split(","))] as Dimension[])
    .refine((by) => by.length <= 2 && by.every((name) => dimensionNames.includes(name)), badBy)
    .meta({ description: "One or two, separated by a comma.", example: "network,week" }),
  /** A metric, or `key` or `second` for the order of the first or second dimension. */
  sort_field: z
    .string()
    .default("installs")
    .refine(
      (field) => field === "key" || field === "second" || isGroupColumn(field),
      t("The report can't be sorted by this column."),
    ),
  sort_order: reportParams.shape.sort_order,
  page: pageParam,
  limit: limitParam(50, 500),
  columns: z
    .string()
    .optional()
    .transform((text) => readNames(text ?? ""))
    .meta({
      description:
        "The metrics in the file, in order. Default: all. Events, payments and figures of cohorts are only counted if they are named here.",
    }),
});
export type GroupsQuery = z.output<typeof groupsQuery>;

const values = z.object(
  Object.fromEntries(metricNames.map((name) => [name, z.number().nullable()])) as Record<
    MetricName,
    z.ZodNullable<z.ZodNumber>
  >,
);

/** The figures that are only counted if requested. */
const requested = z.object({
  events: z.record(z.string(), eventFiguresSchema),
  payments: z.record(z.string(), eventFiguresSchema),
  cohorts: cohortFigureValues,
  projected: projectedFigures.optional(),
});
export type RequestedFigures = z.output<typeof requested>;

export const groupRow = requested.extend({
  metrics: values,
  /** One for each dimension: a day, a network's code, an ID; empty without a value. */
  keys: z.array(z.string()),
  labels: z.array(z.string()),
});
export type GroupRow = z.output<typeof groupRow>;

export const groupsData = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  today: z.string(),
  time_zone: z.string(),
  currency: z.string(),
  view: z.enum(metricViews),
  by: z.array(z.enum(dimensionNames as [Dimension, ...Dimension[]])),
  /** The project's first day of the week. */
  week_start: z.enum(weekStarts),
  /** Null if a campaign is in several rows, because these do not add up. */
  total: values.nullable(),
  total_requested: requested.nullable(),
  /** Spend, in minor units, that is not broken down by a platform or country of the filter. */
  spend_left_out: z.number().int(),
  /** The project's events and the payment types of these days, which become further columns. */
  events: z.array(z.string()),
  payments: z.array(z.string()),
  rows: z.array(groupRow),
  pagination,
});
export type GroupsData = z.output<typeof groupsData>;
