import { z } from "zod";
import { day } from "@/lib/base/day-params";
import { t } from "@/lib/base/languages/texts";
import { rejectValue } from "@/lib/base/params";
import { readNames } from "@/lib/base/text/name-list";
import { networkFlags, networks } from "@/lib/campaigns/networks";
import { campaignPurpose } from "@/lib/campaigns/schema";
import { soonAfterReturn } from "@/lib/ledger/return-days";
import { type CohortFigure, readApiFigure } from "@/lib/reporting/metrics/cohort-columns";
import { cohortMetricNames, isOfEvent } from "@/lib/reporting/metrics/cohort-metrics";
import {
  type ApiFigures,
  type MetricLevel,
  type MetricView,
  metricsAnswered,
  metricViews,
  type SortField,
  sortFields,
} from "@/lib/reporting/metrics/metrics";

/** Arguments of the report; every invalid one is a 422, as documented for `limit`. */
const text = z.string().optional();

const oneOf = <T extends string, F>(
  name: string,
  values: Record<T, F>,
  fallback: F,
  described: { description: string; usual?: string; type?: string },
) =>
  text
    .transform((value, context): F => {
      if (value === undefined) return fallback;
      const key = value.toLowerCase();
      if (Object.hasOwn(values, key)) return values[key as T];
      return rejectValue(context, `${name} must be one of ${Object.keys(values).join(", ")}.`, {
        status: 422,
      });
    })
    .meta({ ...(described.type ? {} : { enum: Object.keys(values) }), ...described });

const wholeNumber = (name: string, fallback: number, min: number, max: number, description: string) =>
  text
    .transform((value, context) => {
      if (value === undefined) return fallback;
      if (/^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
      return rejectValue(context, `${name} must be a whole number from ${min} to ${max}.`, { status: 422 });
    })
    .meta({
      type: "integer",
      minimum: min,
      maximum: max,
      usual: fallback,
      example: fallback,
      description,
    });

const names = (description: string, example: string) =>
  text
    .transform((value) => (value === undefined ? null : readNames(value)))
    .meta({
      description: `${description} Comma-separated names; put a name with a comma or leading space in quotes. Unknown names are ignored.`,
      example,
    });

const sortFieldsByName = Object.fromEntries(sortFields.map((field) => [field, field])) as Record<
  SortField,
  SortField
>;

/** The unvalidated arguments. */
export const reportParams = z.object({
  from: day(
    "from",
    t(
      "The first day of the figures, in the project's time zone. All campaigns are listed, whatever the dates.",
    ),
  ),
  to: day(
    "to",
    t(
      "The last day of the figures, in the project's time zone. All campaigns are listed, whatever the dates.",
    ),
  ),
  start_date: day("start_date", t("Same as `from`. If both are sent, `from` applies.")),
  end_date: day("end_date", t("Same as `to`. If both are sent, `to` applies.")),
  active: oneOf("active", { true: true, false: false }, null as boolean | null, {
    description: t("Only active campaigns, or only inactive ones."),
    type: "boolean",
  }),
  network: text.meta({
    description: `Only campaigns of an ad network: ${networks.map(({ code }) => code.toLowerCase()).join(", ")}. Other names don't match any campaign.`,
    example: "meta",
  }),
  meta_account_id: text
    .transform((value, context) => {
      if (value === undefined) return null;
      return /^\d{1,15}$/.test(value)
        ? Number(value)
        : rejectValue(context, "meta_account_id must be a number.", { status: 422 });
    })
    .meta({
      description: "Only campaigns of this Meta ad account: the `id` in `network_account`.",
      type: "integer",
      minimum: 0,
      example: 7,
    }),
  platform: oneOf("platform", { ios: "IOS", android: "ANDROID" }, null as string | null, {
    description: t(
      "Only figures of one platform; both by default. Spend that is not broken down by platform is left out.",
    ),
  }),
  publisher: text
    .transform((value, context) =>
      value === undefined || value.length <= 128
        ? value
        : rejectValue(context, "publisher must have at most 128 characters.", { status: 422 }),
    )
    .meta({
      description:
        "Only figures of this publisher: the network's ID of the site or app that showed the ad; `none` without one, `(other)` for IDs beyond the limit. Spend has no publisher, so it is left out.",
      example: "com.example.game",
    }),
  search: text.meta({
    description:
      "Only campaigns whose name, display ID, domain, deeplink or tracking link contains this. Case doesn't matter.",
    example: "summer",
  }),
  view: oneOf(
    "view",
    { user_acquisition: "user_acquisition", retargeting: "retargeting" } as const,
    "user_acquisition" as MetricView,
    {
      description: t(
        "`user_acquisition` is about new users. `retargeting` counts reinstalls, re-engagements and what is paid {soonAfterReturn}; it has no custom events.",
        { soonAfterReturn },
      ),
      usual: "user_acquisition",
    },
  ),
  sort_field: oneOf("sort_field", sortFieldsByName, "installs" as SortField, {
    description: t("The metric to sort by."),
    usual: "installs",
  }),
  sort_order: oneOf("sort_order", { ascending: 1 as const, descending: -1 as const }, -1 as 1 | -1, {
    description: t("Lowest first, or highest first."),
    usual: "descending",
  }),
  page: wholeNumber("page", 1, 1, 1_000_000_000_000, t("The page, starting at 1.")),
  limit: wholeNumber("limit", 10, 1, 100, t("The number of campaigns per page.")),
  events: names(t("Only these in `custom_events`. Default: all."), "hike,add_to_cart"),
  payment_events: names(t("Only these types in `payment_events`. Default: all."), "ONE_TIME,RECURRING"),
  unique_user_events: names(
    t(
      "For these custom and payment events, `unique_count` (the number of different users) replaces `count`.",
    ),
    "hike",
  ),
  cost_per_event: names(t("Adds the cost of each of these custom and payment events."), "hike"),
  active_users: wholeNumber("active_users", 7, 1, 365, t("The number of days that `active_users` covers.")),
});

const badFigures = "cohort_figures must be a list of ages and metrics, such as d7:roas,d30:ltv.";

export const reportQuery = reportParams
  .extend({
    cohort_figures: text
      .transform((value, context): CohortFigure[] => {
        const figures = readNames(value ?? "").map((name) => readApiFigure(name));
        const known = figures.filter((figure) => figure !== null);
        return known.length === figures.length && figures.length <= 50
          ? known
          : rejectValue(context, badFigures, { status: 422 });
      })
      .meta({
        description:
          "Adds figures of the installs of these days that have completed an age. Comma-separated, at most 50: an age " +
          `(\`d0\` to \`d180\`), a colon and a metric: ${cohortMetricNames.filter((name) => !isOfEvent(name)).join(", ")}; ` +
          `for an event also ${cohortMetricNames.filter(isOfEvent).join(", ")}, a colon and its name.`,
        example: "d7:roas,d30:cost_per_event:hike",
      }),
  })
  .transform(({ start_date, end_date, ...query }) => ({
    ...query,
    from: query.from ?? start_date,
    to: query.to ?? end_date,
  }));

export type ReportQuery = z.output<typeof reportQuery>;

const numberOrText = z.union([z.number(), z.string()]);
const texts = z.record(z.string(), z.string());
const customEvents = z.record(
  z.string(),
  z.object({ count: z.string().optional(), unique_count: z.string().optional(), amount: z.string() }),
);
const paymentEvents = z.record(
  z.string(),
  z.object({ count: z.string().optional(), unique_count: z.string().optional(), total: z.string() }),
);

const figuresOf = (level: MetricLevel) =>
  Object.fromEntries(
    metricsAnswered(level).map(([field, { answered, meaning }]) => {
      const isAlways = !answered.ifKnown && metricViews.every((view) => answered[view].includes(level));
      return [field, (isAlways ? z.string() : z.string().optional()).meta({ description: meaning })];
    }),
  ) as ApiFigures<z.ZodOptional<z.ZodString>>;

const named = {
  id: z.string(),
  name: z.string(),
  custom_events: customEvents.optional(),
  payment_events: paymentEvents,
  cohort_figures: z.record(z.string(), z.string().nullable()).optional().meta({
    description:
      "The requested `cohort_figures`. Null if no install of these days has completed the age, or without a value, such as ROAS without spend.",
  }),
  cost_per_custom_events: texts.optional(),
  cost_per_payment_events: texts.optional(),
  retention: z.object({ d1: z.number(), d7: z.number() }),
};

const creative = z.object({ ...named, ...figuresOf("creative"), type: z.string(), deeplink: z.number() });
const keyword = z.object({ ...named, ...figuresOf("keyword") });
const daywise = z.object({ d0: z.string(), d3: z.string(), d7: z.string(), d30: z.string() });
const adSet = z.object({
  ...named,
  ...figuresOf("adSet"),
  daywise_revenue: daywise.optional(),
  ios: z.boolean(),
  android: z.boolean(),
  adCreatives: z.array(creative),
  keywords: z.array(keyword),
});

const flags = Object.fromEntries(
  Object.keys(networkFlags(null, false)).map((flag) => [flag, z.boolean()] as const),
);

export const reportRow = z.object({
  ...named,
  ...figuresOf("campaign"),
  id: z.number(),
  active: z.boolean(),
  created_at: z.string(),
  display_id: z.string(),
  link: z.string(),
  purpose: campaignPurpose.optional().meta({
    description:
      "Only in the retargeting view, in which clicks and spend are those of the whole campaign, also for new users. Ratios of spend are only returned for `retargeting`.",
  }),
  ...flags,
  ad_network_code: z.string().optional(),
  ios: z.boolean(),
  android: z.boolean(),
  activity_in_last_x_days: z.number(),
  has_date_filter: z.boolean(),
  domain: z.object({ id: z.number(), name: z.string() }).nullable(),
  custom_store_listing: z.string().nullable(),
  active_users: numberOrText,
  classic_retention: z.object({ d1: z.number(), d7: z.number(), d14: z.number(), d30: z.number() }),
  daywise_revenue: daywise.optional(),
  network_account: z
    .object({
      id: z.number(),
      name: z.string(),
      email: z.string(),
      status: z.string(),
      capi_configured: z.boolean(),
      account_name: z.string().optional(),
      external_customer_id: z.string().optional(),
    })
    .nullable(),
  adSets: z.array(adSet),
});

export const reportData = z.object({
  campaigns: z.array(reportRow),
  pagination: z.object({ total: z.number(), pages: z.number(), page: z.number(), limit: z.number() }),
  display_currency: z.string(),
  view: z.enum(metricViews),
});
