import { t } from "@/lib/base/languages/texts";
import { soonAfterReturn } from "@/lib/ledger/return-days";
import { adRevenueMetrics } from "@/lib/reporting/metrics/ad-revenue-metrics";
import { networkMetrics } from "@/lib/reporting/metrics/network-metrics";
import { returnMetrics } from "@/lib/reporting/metrics/return-metrics";
import {
  costPer,
  countTerm,
  isOfAds,
  measuredCount,
  type Ratio,
  ratioOf,
  revenueCount,
  revenueCountText,
  type Sums,
  sumsOfAds,
  sumTerms,
  type TextScope,
} from "@/lib/reporting/metrics/sums";

/** The figures of a report, each from sums of the ledger. Null means no value, such as a cost without a count. */
const conversion = ratioOf("signups", "installs", 100);
export type MetricUnit = "count" | "money" | "percent" | "ratio";
export type MetricLevel = "campaign" | "adSet" | "creative" | "keyword";
/** New users, or users who returned. */
export const metricViews = ["user_acquisition", "retargeting"] as const;
export type MetricView = (typeof metricViews)[number];
/** The rows of the API's report that contain a figure, by view. */
type Answered = Record<MetricView, readonly MetricLevel[]> & {
  /** The API's field name, if it differs. */
  as?: string;
  /** Without a value, the field is left out instead of being zero. */
  ifKnown?: true;
};

const everywhere = ["campaign", "adSet", "creative", "keyword"] as const;
const inBothViews = (levels: readonly MetricLevel[]) => ({ user_acquisition: levels, retargeting: levels });

export type Metric = {
  label: string;
  unit: MetricUnit;
  answered: Answered;
  /** Alert rules can watch it. */
  isWatched?: true;
  /** Its position among the values of `sort_field` in the API. */
  apiSort?: number;
  /** A higher value is neither good nor bad in general. */
  isNeutral?: true;
  meaning: string;
  /** Its meaning in the retargeting view, if it differs. */
  ofReturns?: string;
  /** The ledger measures that it is computed from. */
  measures: readonly string[];
  of(sums: Sums): number | null;
  /** The same in SQL. */
  text(scope: TextScope): string;
  /** Its numerator and denominator, if it is a ratio of two sums. */
  ratio?: Ratio;
  /** Computed from spend. */
  ofSpend?: true;
  /** The API's documented value, if it is zero instead of no value. */
  documented?(sums: Sums): number | null;
};

export const metrics = {
  clicks: {
    label: t("Clicks"),
    unit: "count",
    isWatched: true,
    apiSort: 1,
    answered: inBothViews(everywhere),
    meaning: t("Clicks on tracking links. Bots, previews and prefetches are logged but not counted."),
    ...sumTerms.clicks,
  },
  scans: {
    label: "QR scans",
    unit: "count",
    answered: inBothViews([]),
    meaning: t("Clicks from a scanned QR code. Clicks include them."),
    ...countTerm("scans"),
  },
  installs: {
    label: t("Installs"),
    unit: "count",
    isWatched: true,
    apiSort: 2,
    answered: inBothViews(everywhere),
    meaning: t("First opens on a new device."),
    ...sumTerms.installs,
  },
  signups: {
    label: t("Sign-ups"),
    unit: "count",
    isWatched: true,
    apiSort: 3,
    answered: { ...inBothViews(everywhere), as: "sign-ups" },
    meaning: t("Installs whose user was identified for the first time. Each install counts once."),
    ...sumTerms.signups,
  },
  conversion: {
    label: t("Conversion"),
    unit: "percent",
    isWatched: true,
    apiSort: 8,
    answered: inBothViews(everywhere),
    meaning: t(
      "Sign-ups per install in this period. Sign-ups on earlier installs count, so it can exceed 100%.",
    ),
    ...conversion,
    documented: (sums) => conversion.of(sums) ?? 0,
  },
  revenue: {
    label: t("Revenue"),
    unit: "money",
    isWatched: true,
    apiSort: 4,
    answered: inBothViews(everywhere),
    meaning: t("Completed payments, net of refunds and withdrawals."),
    ofReturns: t(
      "Completed payments {soonAfterReturn}, net of refunds and withdrawals. Also counted for the campaign that won the install.",
      { soonAfterReturn },
    ),
    ...sumTerms.revenue,
  },
  revenue_event_count: {
    label: t("Paying events"),
    unit: "count",
    isWatched: true,
    answered: inBothViews(everywhere),
    meaning: t("Completed payments that count toward revenue."),
    ofReturns: t("Completed payments that count toward revenue, {soonAfterReturn}.", { soonAfterReturn }),
    measures: sumTerms.revenue.measures,
    of: revenueCount,
    text: revenueCountText,
  },
  spend: {
    label: t("Spend"),
    unit: "money",
    isWatched: true,
    apiSort: 5,
    answered: inBothViews(everywhere),
    meaning: t(
      'Ad spend. By platform or country, only spend that the network or upload breaks down counts there. The rest appears as "Not broken down".',
    ),
    ofSpend: true,
    isNeutral: true,
    ...sumTerms.spend,
  },
  roas: {
    label: "ROAS",
    unit: "ratio",
    isWatched: true,
    apiSort: 10,
    answered: { ...inBothViews(everywhere), ifKnown: true },
    meaning: t("Revenue divided by spend (ROAS)."),
    ofReturns: t("Revenue {soonAfterReturn}, divided by spend.", { soonAfterReturn }),
    ofSpend: true,
    ...ratioOf("revenue", "spend"),
  },
  ...adRevenueMetrics,
  impressions: {
    label: t("Impressions"),
    unit: "count",
    answered: inBothViews([]),
    meaning: t("Ad views that networks report to the tracking link."),
    ...sumTerms.impressions,
  },
  cost_per_click: {
    label: t("Cost per click"),
    unit: "money",
    answered: inBothViews([]),
    meaning: t(
      "Spend per click on a tracking link (CPC). Network CPC includes clicks that do not reach Cairn.",
    ),
    ...costPer("clicks"),
  },
  cost_per_mille: {
    label: t("Cost per 1,000 impressions"),
    unit: "money",
    answered: inBothViews([]),
    meaning: t(
      "Spend per 1,000 impressions (CPM), where the network reports impressions to the tracking link.",
    ),
    ...costPer("impressions", 1_000),
  },
  ...networkMetrics,
  cost_per_install: {
    label: t("Cost per install"),
    unit: "money",
    isWatched: true,
    answered: { user_acquisition: everywhere, retargeting: [], ifKnown: true },
    meaning: t("Spend per install."),
    ...costPer("installs"),
  },
  cost_per_signup: {
    label: t("Cost per sign-up"),
    unit: "money",
    isWatched: true,
    answered: { user_acquisition: everywhere, retargeting: [], ifKnown: true },
    meaning: t("Spend per sign-up."),
    ...costPer("signups"),
  },
  ...returnMetrics,
  uninstalls: {
    label: t("Uninstalls"),
    unit: "count",
    apiSort: 7,
    answered: { ...inBothViews(["campaign"]), ifKnown: true },
    meaning: t(
      "Installs whose app was removed, by the day on which the push service first reported it, for three days in a row. The last days are incomplete: Android reports after 1–2 days, iOS after 9–11. No value if no install of the period can be checked.",
    ),
    measures: ["uninstalls", "probed"],
    of: (sums): number | null =>
      measuredCount(sums, "probed") > 0 || measuredCount(sums, "uninstalls") > 0
        ? measuredCount(sums, "uninstalls")
        : null,
    text: (scope) => {
      const uninstalls = countTerm("uninstalls").text(scope);
      const probed = sumTerms.probed.text(scope);
      return `case when ${probed} > 0 or ${uninstalls} > 0 then ${uninstalls} end`;
    },
  },
  uninstall_rate: {
    label: t("Uninstall rate"),
    unit: "percent",
    answered: inBothViews([]),
    meaning: t(
      "Share of this period's installs with a push token whose app was removed since. For the newest installs it isn't known yet.",
    ),
    ...ratioOf("uninstalled", "probed", 100),
  },
  suspicious_installs: {
    label: t("Suspicious installs"),
    unit: "count",
    apiSort: 9,
    answered: inBothViews(["campaign", "adSet", "keyword"]),
    meaning: t("Installs flagged by a fraud rule."),
    isNeutral: true,
    ...sumTerms.suspicious,
  },
  click_through_attribution: {
    label: t("Click-through"),
    unit: "count",
    answered: inBothViews(["campaign"]),
    meaning: t("Installs attributed to a click."),
    ...countTerm("click_through"),
  },
  view_through_attribution: {
    label: t("View-through"),
    unit: "count",
    answered: inBothViews(["campaign"]),
    meaning: t("Installs attributed to an ad view."),
    ...countTerm("view_through"),
  },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;
export const metricNames = Object.keys(metrics) as [MetricName, ...MetricName[]];
export const isNeutral = (name: MetricName) => "isNeutral" in metrics[name];

type Having<Key extends keyof Metric> = {
  [Name in MetricName]: (typeof metrics)[Name] extends Record<Key, unknown> ? Name : never;
}[MetricName];
const having = <Key extends keyof Metric>(key: Key) =>
  metricNames.filter((name) => key in metrics[name]) as [Having<Key>, ...Having<Key>[]];

/** The metrics that alert rules watch. */
export type AlertMetric = Having<"isWatched">;
export const alertMetrics = having("isWatched");
type Field = {
  [Name in MetricName]: (typeof metrics)[Name]["answered"] extends { as: infer As } ? As : Name;
}[MetricName];
/** A row's figures in the API, as text in the format of their unit. */
export type ApiFigures<Text = string | undefined> = Record<Field, Text>;

/** The value in the view of the sums, where figures of ads are those of campaigns for retargeting, or not known. */
export function metricValue({ of, measures }: Metric, sums: Sums): number | null {
  const scope = isOfAds(measures) ? sumsOfAds(sums) : sums;
  return scope && of(scope);
}

export const metricValues = (sums: Sums) =>
  Object.fromEntries(metricNames.map((name) => [name, metricValue(metrics[name], sums)])) as Record<
    MetricName,
    number | null
  >;

/**
 * The value in the API, whose documented texts include zeros. Fields that every row has, such as spend, are those of the
 * whole campaign in both views.
 */
export function documentedValue(
  { of, documented = of, answered, measures }: Metric,
  sums: Sums,
): number | null {
  const scope = answered.ifKnown && isOfAds(measures) ? sumsOfAds(sums) : sums;
  return scope && documented(scope);
}

/** The metrics in the API's rows of a level, by field name. */
export const metricsAnswered = (
  level: MetricLevel,
  among: readonly MetricView[] = metricViews,
): [Field, Metric][] =>
  Object.entries<Metric>(metrics)
    .filter(([, { answered }]) => among.some((view) => answered[view].includes(level)))
    .map(([name, metric]) => [(metric.answered.as ?? name) as Field, metric]);

/** The fields that the API's report can be sorted by, in the documented order. */
export type SortField = Having<"apiSort"> | "created_at";
const sortPositions: [SortField, number][] = [
  ["created_at", 6],
  ...having("apiSort").map((name): [SortField, number] => [name, metrics[name].apiSort]),
];
export const sortFields = sortPositions.toSorted(([, a], [, b]) => a - b).map(([field]) => field);

/** The ledger measures that sorting by a field needs. */
export const measuresFor = (field: MetricName | "created_at"): readonly string[] =>
  field === "created_at" ? [] : metrics[field].measures;
