import { type PaymentType, revenueSign } from "@/lib/ledger/payment-types";
import { soonAfterReturn } from "@/lib/ledger/return-days";

/**
 * The figures of a report, in one table. Each is computed from sums of ledger measures of a campaign, ad set, creative
 * or keyword; null means that there is no value, such as a cost without a count.
 */
export type Sum = { count: number; amount: number };
export type Sums = {
  measures: Map<string, Sum>;
  events: Map<string, Sum>;
  payments: Map<string, Sum>;
  /** By event: the users and the installs they sent it from, on the last day they did. */
  users: Map<string, Sum>;
  /** Sums over install days that are at least N days old, by "measure name N". */
  mature: Map<string, Sum>;
  /** False for a part of a country: ad accounts tell no country, so what was spent there is not 0, but unknown. */
  hasSpend: boolean;
};

export const noSums = (hasSpend = true): Sums => ({
  measures: new Map(),
  events: new Map(),
  payments: new Map(),
  users: new Map(),
  mature: new Map(),
  hasSpend,
});

const count = (sums: Sums, measure: string) => sums.measures.get(measure)?.count ?? 0;
const amount = (sums: Sums, measure: string) => sums.measures.get(measure)?.amount ?? 0;

function revenue(sums: Sums): number {
  let total = 0;
  for (const [type, sum] of sums.payments) total += revenueSign(type as PaymentType) * sum.amount;
  return total;
}

function revenueCount(sums: Sums): number {
  let total = 0;
  for (const [type, sum] of sums.payments) if (revenueSign(type as PaymentType) > 0) total += sum.count;
  return total;
}

/** The sums that a ratio divides. */
const terms = {
  signups: (sums: Sums) => count(sums, "signups"),
  installs: (sums: Sums) => count(sums, "installs"),
  reinstalls: (sums: Sums) => count(sums, "reinstalls"),
  uninstalled: (sums: Sums) => count(sums, "uninstalled"),
  probed: (sums: Sums) => count(sums, "probed"),
  revenue,
  spend: (sums: Sums) => amount(sums, "spend"),
};

/** One sum divided by another, times 100 for a percentage. */
export type Ratio = { top: keyof typeof terms; bottom: keyof typeof terms; times: 1 | 100 };

/** There is no ratio to zero, and no cost without spend. */
export const dividedBy = ({ top, times }: Ratio, above: number, below: number): number | null =>
  below === 0 || (top === "spend" && above === 0) ? null : (times * above) / below;

const divided = <Top extends Ratio["top"], Bottom extends Ratio["bottom"]>(
  top: Top,
  bottom: Bottom,
  times: Ratio["times"] = 1,
) => {
  const ratio = { top, bottom, times };
  return { ratio, of: (sums: Sums) => dividedBy(ratio, terms[top](sums), terms[bottom](sums)) };
};

/** Spend per count, which the API documents as zero where nothing was spent. */
const cost = <Measure extends "installs" | "signups" | "reinstalls">(measure: Measure) => ({
  ofSpend: true as const,
  ...divided("spend", measure),
  documented: (sums: Sums) => (terms[measure](sums) === 0 ? null : terms.spend(sums) / terms[measure](sums)),
});

const conversion = divided("signups", "installs", 100);

export type Unit = "count" | "money" | "percent" | "ratio";
export type Level = "campaign" | "adSet" | "creative" | "keyword";
/** New users, or users who returned. */
export const views = ["user_acquisition", "retargeting"] as const;
export type View = (typeof views)[number];

/** The rows of the API's report that contain a figure, by view. */
type Answered = Record<View, readonly Level[]> & {
  /** The field's name in the API, where it differs. */
  as?: string;
  /** Left out of a row where it has no value, instead of being zero. */
  ifKnown?: true;
};

const everywhere = ["campaign", "adSet", "creative", "keyword"] as const;
const inBothViews = (levels: readonly Level[]) => ({ user_acquisition: levels, retargeting: levels });

export type Metric = {
  label: string;
  unit: Unit;
  answered: Answered;
  meaning: string;
  /** Its meaning in the retargeting view, where that differs. */
  ofReturns?: string;
  of(sums: Sums): number | null;
  /** Its numerator and denominator, where it is one sum divided by another. */
  ratio?: Ratio;
  /** Made of spend, so that it has no value where that is not known. */
  ofSpend?: true;
  /** The documented value of the API, where it is zero instead of no value. */
  documented?(sums: Sums): number | null;
};

export const metrics = {
  clicks: {
    label: "Clicks",
    unit: "count",
    answered: inBothViews(everywhere),
    meaning: "Clicks on tracking links. Bots, previews and prefetches are logged but not counted.",
    of: (sums) => count(sums, "clicks"),
  },
  scans: {
    label: "QR scans",
    unit: "count",
    answered: inBothViews([]),
    meaning: "Clicks by a scanned QR code. They are among the clicks.",
    of: (sums) => count(sums, "scans"),
  },
  installs: {
    label: "Installs",
    unit: "count",
    answered: inBothViews(everywhere),
    meaning: "First opens on a new device.",
    of: (sums) => count(sums, "installs"),
  },
  signups: {
    label: "Sign-ups",
    unit: "count",
    answered: { ...inBothViews(everywhere), as: "sign-ups" },
    meaning: "Installs whose user was identified for the first time. An install counts one.",
    of: (sums) => count(sums, "signups"),
  },
  conversion: {
    label: "Conversion",
    unit: "percent",
    answered: inBothViews(everywhere),
    meaning:
      "Sign-ups per install in this period. Sign-ups on earlier installs count, so it can exceed 100%.",
    ...conversion,
    documented: (sums) => conversion.of(sums) ?? 0,
  },
  revenue: {
    label: "Revenue",
    unit: "money",
    answered: inBothViews(everywhere),
    meaning: "Completed payments, net of refunds and withdrawals.",
    ofReturns: `Completed payments ${soonAfterReturn}, net of refunds and withdrawals. Also counted for the campaign that won the install.`,
    of: revenue,
  },
  revenue_event_count: {
    label: "Paying events",
    unit: "count",
    answered: inBothViews(everywhere),
    meaning: "Completed payments that count toward revenue.",
    ofReturns: `Completed payments that count toward revenue, ${soonAfterReturn}.`,
    of: revenueCount,
  },
  spend: {
    label: "Spend",
    unit: "money",
    answered: inBothViews(everywhere),
    meaning: "Ad spend.",
    ofSpend: true,
    of: (sums): number | null => (sums.hasSpend ? amount(sums, "spend") : null),
  },
  roas: {
    label: "ROAS",
    unit: "ratio",
    answered: { ...inBothViews(everywhere), ifKnown: true },
    meaning: "Revenue divided by spend (ROAS).",
    ofReturns: `Revenue ${soonAfterReturn}, divided by spend.`,
    ofSpend: true,
    ...divided("revenue", "spend"),
  },
  cost_per_install: {
    label: "Cost per install",
    unit: "money",
    answered: { user_acquisition: everywhere, retargeting: [], ifKnown: true },
    meaning: "Spend per install.",
    ...cost("installs"),
  },
  cost_per_signup: {
    label: "Cost per sign-up",
    unit: "money",
    answered: { user_acquisition: everywhere, retargeting: [], ifKnown: true },
    meaning: "Spend per sign-up.",
    ...cost("signups"),
  },
  cost_per_reinstall: {
    label: "Cost per reinstall",
    unit: "money",
    answered: { user_acquisition: [], retargeting: everywhere, ifKnown: true },
    meaning: "Spend per reinstall.",
    ...cost("reinstalls"),
  },
  reinstalls: {
    label: "Reinstalls",
    unit: "count",
    answered: { user_acquisition: ["campaign"], retargeting: everywhere },
    meaning: "First opens on a device seen before.",
    of: (sums) => count(sums, "reinstalls"),
  },
  reengagements: {
    label: "Re-engagements",
    unit: "count",
    answered: { user_acquisition: ["campaign"], retargeting: everywhere },
    meaning: "Returning users a campaign link brought back to the app.",
    of: (sums) => count(sums, "reengagements"),
  },
  uninstalls: {
    label: "Uninstalls",
    unit: "count",
    answered: { ...inBothViews(["campaign"]), ifKnown: true },
    meaning:
      "Installs whose app was removed, by the day on which its push service first said so, for three days in a row. The last days are incomplete: Android tells after 1–2 days, iOS after 9–11. No value where there are none and no install of the period can be asked about.",
    of: (sums): number | null =>
      count(sums, "probed") > 0 || count(sums, "uninstalls") > 0 ? count(sums, "uninstalls") : null,
  },
  uninstall_rate: {
    label: "Uninstall rate",
    unit: "percent",
    answered: inBothViews([]),
    meaning:
      "Of the installs of this period that can be asked about by their push token, the share whose app was removed since. For the youngest it isn't known yet.",
    ...divided("uninstalled", "probed", 100),
  },
  suspicious_installs: {
    label: "Suspicious installs",
    unit: "count",
    answered: inBothViews(["campaign", "adSet", "keyword"]),
    meaning: "Installs flagged by a fraud rule.",
    of: (sums) => count(sums, "suspicious"),
  },
  click_through_attribution: {
    label: "Click-through",
    unit: "count",
    answered: inBothViews(["campaign"]),
    meaning: "Installs attributed to a click.",
    of: (sums) => count(sums, "click_through"),
  },
  view_through_attribution: {
    label: "View-through",
    unit: "count",
    answered: inBothViews(["campaign"]),
    meaning: "Installs attributed to an ad view.",
    of: (sums) => count(sums, "view_through"),
  },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;
export const isOfSpend = (name: MetricName) => "ofSpend" in metrics[name];
export const metricNames = Object.keys(metrics) as [MetricName, ...MetricName[]];
type Field = {
  [Name in MetricName]: (typeof metrics)[Name]["answered"] extends { as: infer As } ? As : Name;
}[MetricName];
/** The figures of a row in the API: text in the form of their unit. */
export type ApiFigures<Text = string | undefined> = Record<Field, Text>;

/** Every metric of some sums. */
export const valuesOf = (sums: Sums) =>
  Object.fromEntries(metricNames.map((name) => [name, metrics[name].of(sums)])) as Record<
    MetricName,
    number | null
  >;

/** The value in the API, whose strings are documented, including zeros. */
export const documented = ({ of, documented = of }: Metric, sums: Sums): number | null => documented(sums);

/** The metrics in rows of a level in the API, by the name of their field. */
export const metricsAnswered = (level: Level, among: readonly View[] = views): [Field, Metric][] =>
  Object.entries<Metric>(metrics)
    .filter(([, { answered }]) => among.some((view) => answered[view].includes(level)))
    .map(([name, metric]) => [(metric.answered.as ?? name) as Field, metric]);

/** The fields that a report can be sorted by, with the value of a row for each. */
export const sortFields = [
  "clicks",
  "installs",
  "signups",
  "revenue",
  "spend",
  "created_at",
  "uninstalls",
  "conversion",
  "suspicious_installs",
  "roas",
] as const;
export type SortField = (typeof sortFields)[number];

/** The installs that are at least so many days old. Without any there is no value for that day yet. */
export const matureInstalls = (sums: Sums, day: number): number =>
  sums.mature.get(`installs  ${day}`)?.count ?? 0;

/** Whole percent of the mature cohort; 0 for an empty cohort. */
export function retentionOn(sums: Sums, measure: "opened_on" | "opened_since", day: number): number {
  const cohort = matureInstalls(sums, day);
  const returned = sums.mature.get(`${measure} ${day} ${day}`)?.count ?? 0;
  return cohort === 0 ? 0 : Math.round((100 * returned) / cohort);
}

/** Revenue of the first days after the install, of installs at least that old, in minor units. */
export const revenueWithin = (sums: Sums, day: number): number =>
  sums.mature.get(`revenue_since  ${day}`)?.amount ?? 0;
