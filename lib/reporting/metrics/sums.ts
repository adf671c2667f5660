/** Sums of ledger measures of a campaign, ad set, creative or keyword, and ratios of them. */
import { revenueSignText } from "@/lib/ledger/measures";
import { type PaymentType, revenueSign } from "@/lib/ledger/payment-types";

export type Sum = { count: number; amount: number };
export type Sums = {
  measures: Map<string, Sum>;
  events: Map<string, Sum>;
  payments: Map<string, Sum>;
  /** By event: the users and their installs, on each user's last day. */
  users: Map<string, Sum>;
  /** Sums over install days that are at least N days old, by "measure name N". */
  mature: Map<string, Sum>;
  /** Sums of cohorts up to an age, by `cohortSumKey`. */
  cohorts: Map<string, Sum>;
  /** In the retargeting view, the part of campaigns for retargeting; null in the other view. */
  retargeting: Sums | null;
};

type View = keyof typeof paymentMeasures;

export const noSums = (view: View = "user_acquisition"): Sums => ({
  measures: new Map(),
  events: new Map(),
  payments: new Map(),
  users: new Map(),
  mature: new Map(),
  cohorts: new Map(),
  retargeting: view === "retargeting" ? noSums() : null,
});

export const measuredCount = (sums: Sums, measure: string) => sums.measures.get(measure)?.count ?? 0;
const amount = (sums: Sums, measure: string) => sums.measures.get(measure)?.amount ?? 0;

function revenue(sums: Sums): number {
  let total = 0;
  for (const [type, sum] of sums.payments) total += revenueSign(type as PaymentType) * sum.amount;
  return total;
}

export function revenueCount(sums: Sums): number {
  let total = 0;
  for (const [type, sum] of sums.payments) if (revenueSign(type as PaymentType) > 0) total += sum.count;
  return total;
}

/** The measure of payments: all payments of installs, or payments soon after returns. */
export const paymentMeasures = { user_acquisition: "payment", retargeting: "return_payment" } as const;
export type PaymentMeasure = (typeof paymentMeasures)[keyof typeof paymentMeasures];
/** The same for events. */
export const eventMeasures = { user_acquisition: "event", retargeting: "return_event" } as const;

/** The same for ad revenue. */
export const adRevenueMeasures = {
  user_acquisition: "ad_revenue",
  retargeting: "return_ad_revenue",
} as const;

/** Measures of ads, which do not say whether an ad was for new or for returning users. The purpose of its campaign does. */
const adMeasures = ["clicks", "scans", "impressions", "spend", "network_impressions", "network_clicks"];
export const isOfAds = (measures: readonly string[]) => measures.some((one) => adMeasures.includes(one));

/** A row with one of these of a campaign for retargeting has figures of ads in the retargeting view. */
export const retargetingMeasures: readonly string[] = [
  ...adMeasures,
  ...["reengagements", "reinstalls", paymentMeasures.retargeting, adRevenueMeasures.retargeting],
];

/** The sums whose ads brought users back, in the view of the sums; null without a campaign for retargeting. */
export function sumsOfAds(sums: Sums): Sums | null {
  const { retargeting: part } = sums;
  if (part === null) return sums;
  const isMeasured = [...part.measures.keys()].some(
    (one) => retargetingMeasures.includes(one) || one === adRevenueMeasures.user_acquisition,
  );
  return isMeasured || part.payments.size > 0 ? part : null;
}

/** The rows `s` that a figure in SQL sums. */
export type TextScope = {
  payments: PaymentMeasure;
  /** A further condition; null for all rows. */
  only: string | null;
};

export const isForRetargetingText = "s.purpose = 'retargeting'";

/** `sumsOfAds` is not null. */
export const hasSumsOfAdsText = `count(*) filter (where ${isForRetargetingText} and s.measure = any('{${retargetingMeasures}}')) > 0`;

/** A sum, with its ledger measures. `text` is the same sum in SQL, over rows `s` with measure, name, count and amount. */
type Term = {
  measures: readonly string[];
  of(sums: Sums): number;
  text(scope: TextScope): string;
};

/** SQL of a sum over the rows `s` that match a condition. */
export const sumText = (column: string, where: string, { only }: Pick<TextScope, "only"> = { only: null }) =>
  `coalesce(sum(${column}) filter (where ${where}${only === null ? "" : ` and ${only}`}), 0)`;
const measureText = (column: "count" | "amount", measure: string, scope: TextScope) =>
  sumText(`s.${column}`, `s.measure = '${measure}'`, scope);

/** The same in SQL. */
export const revenueCountText = (scope: TextScope) =>
  sumText("s.count", `s.measure = '${scope.payments}' and ${revenueSignText("s.name")} > 0`, scope);

export const countTerm = (measure: string): Term => ({
  measures: [measure],
  of: (sums) => measuredCount(sums, measure),
  text: (scope) => measureText("count", measure, scope),
});

const revenueText = (scope: TextScope) =>
  sumText(`${revenueSignText("s.name")} * s.amount`, `s.measure = '${scope.payments}'`, scope);
const adRevenueText = (scope: TextScope) =>
  measureText(
    "amount",
    adRevenueMeasures[scope.payments === "payment" ? "user_acquisition" : "retargeting"],
    scope,
  );

/** The sums that a ratio divides. */
export const sumTerms = {
  clicks: countTerm("clicks"),
  impressions: countTerm("impressions"),
  signups: countTerm("signups"),
  installs: countTerm("installs"),
  reinstalls: countTerm("reinstalls"),
  reengagements: countTerm("reengagements"),
  suspicious: countTerm("suspicious"),
  uninstalled: countTerm("uninstalled"),
  probed: countTerm("probed"),
  revenue: {
    measures: ["payment", "return_payment"],
    of: revenue,
    text: revenueText,
  },
  ad_revenue: {
    measures: Object.values(adRevenueMeasures),
    of: (sums) => amount(sums, adRevenueMeasures.user_acquisition),
    text: adRevenueText,
  },
  total_revenue: {
    measures: [...Object.values(paymentMeasures), ...Object.values(adRevenueMeasures)],
    of: (sums) => revenue(sums) + amount(sums, adRevenueMeasures.user_acquisition),
    text: (scope) => `(${revenueText(scope)} + ${adRevenueText(scope)})`,
  },
  spend: {
    measures: ["spend"],
    of: (sums) => amount(sums, "spend"),
    text: (scope) => measureText("amount", "spend", scope),
  },
  network_impressions: countTerm("network_impressions"),
  network_clicks: countTerm("network_clicks"),
  /** The spend for which the network reports counts. */
  counted_spend: {
    measures: ["network_impressions"],
    of: (sums) => amount(sums, "network_impressions"),
    text: (scope) => measureText("amount", "network_impressions", scope),
  },
} satisfies Record<string, Term>;

/** One sum divided by another, times 100 for a percentage and 1,000 for a cost per thousand. */
export type Ratio = { top: keyof typeof sumTerms; bottom: keyof typeof sumTerms; times: 1 | 100 | 1_000 };

const isCost = (top: Ratio["top"]) => top === "spend" || top === "counted_spend";

/** Null without a denominator, and for a cost without spend. */
export const divideRatio = ({ top, times }: Ratio, above: number, below: number): number | null =>
  below === 0 || (isCost(top) && above === 0) ? null : (times * above) / below;

/** The same in SQL. */
const dividedByText = ({ top, times }: Pick<Ratio, "top" | "times">, above: string, below: string) =>
  `${times}.0 * ${isCost(top) ? `nullif(${above}, 0)` : above} / nullif(${below}, 0)`;

/** Numerator and denominator of a ratio. */
export const partsOfRatio = ({ top, bottom }: Ratio, sums: Sums) => ({
  top: sumTerms[top].of(sums),
  bottom: sumTerms[bottom].of(sums),
});

export const ratioOf = <Top extends Ratio["top"], Bottom extends Ratio["bottom"]>(
  top: Top,
  bottom: Bottom,
  times: Ratio["times"] = 1,
) => {
  const ratio = { top, bottom, times };
  return {
    ratio,
    measures: [...sumTerms[top].measures, ...sumTerms[bottom].measures],
    of: (sums: Sums) => divideRatio(ratio, sumTerms[top].of(sums), sumTerms[bottom].of(sums)),
    text: (scope: TextScope) => dividedByText(ratio, sumTerms[top].text(scope), sumTerms[bottom].text(scope)),
  };
};

/** Spend per count, which the API documents as zero without spend. */
export const costPer = <Measure extends Exclude<Ratio["bottom"], "spend" | "counted_spend">>(
  measure: Measure,
  times: Ratio["times"] = 1,
) => ({
  ofSpend: true as const,
  isNeutral: true as const,
  ...ratioOf("spend", measure, times),
  documented: (sums: Sums) =>
    sumTerms[measure].of(sums) === 0 ? null : sumTerms.spend.of(sums) / sumTerms[measure].of(sums),
});

/** The installs of at least this age in days. Without any, that day has no value yet. */
export const matureInstalls = (sums: Sums, day: number): number =>
  sums.mature.get(`installs  ${day}`)?.count ?? 0;

/** Whole percent of the mature cohort; 0 for an empty cohort. */
export function retentionOnDay(sums: Sums, measure: "opened_on" | "opened_since", day: number): number {
  const cohort = matureInstalls(sums, day);
  const returned = sums.mature.get(`${measure} ${day} ${day}`)?.count ?? 0;
  return cohort === 0 ? 0 : Math.round((100 * returned) / cohort);
}

/** Revenue of the first days after the install, from installs of at least that age, in minor units. */
export const revenueWithin = (sums: Sums, day: number): number =>
  sums.mature.get(`revenue_since  ${day}`)?.amount ?? 0;
