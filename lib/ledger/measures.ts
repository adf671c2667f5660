import { paymentTypes, revenueSign } from "@/lib/ledger/payment-types";

/** Events whose names are over the limit of a project are counted under this name. */
export const otherNames = "(other)";

/** A kind of fact. Each kind has rows `f` with the columns listed below. */
export type LedgerFact =
  | "decision"
  | "visits"
  | "probe"
  | "payer"
  | "signup"
  | "event"
  | "user_day"
  | "payment"
  | "ad_revenue"
  | "open"
  | "click"
  | "spend";

/** The kinds of facts that retention removes. */
export const removedKinds = ["clicks", "events", "ad_revenue"] as const;
export type RemovedKind = (typeof removedKinds)[number];

/** Expressions of SQL over a row `f` of the fact. */
type Measure = {
  of: LedgerFact;
  /** Distinguishes rows within a measure; empty by default. */
  name?: string;
  /** The fact's own day by default. */
  day?: string;
  /** One by default. */
  count?: string;
  /** None by default. */
  amount?: string;
  when?: string;
  /** A fact counts once for each `n` of these values. */
  each?: string;
  /** Uses the ad that brought the user back (`return_campaign` …) instead of the install's ad. */
  ofReturn?: true;
  /** Its amounts are in millionths of a minor unit. */
  inMillionths?: true;
  /** The fact kind, if old facts are removed: their counts cannot be computed again. */
  removedAs?: RemovedKind;
  /**
   * Stored under the day of the install: `name` is the number of days after it, exactly or at most. Only reports by
   * cohort read a measure "in" cohorts, whose name begins with the age.
   */
  byAge?: "on" | "until" | "in";
  /**
   * The measure with the same counts and amounts in whose rows this one is stored, with the day of the install and the
   * age in two more columns, until compaction writes rows of its own. So a fact is one row instead of two.
   */
  storedIn?: { measure: string; age: string };
};

/** Days of rolling retention: the app was opened on that day or later. */
const retentionDays = [1, 7, 14, 30];

/** Revenue is counted by day up to this age. Then it is counted up to each later age, and after that in one sum. */
const lastDailyAge = 30;
const laterAges = [60, 90, 180];
/** The age of all that comes later. A number like the others, and larger than any age. */
export const lifetimeAge = 100_000;

/** The names of revenue by age. */
export const ledgerAges: readonly number[] = [
  ...Array.from({ length: lastDailyAge + 1 }, (_, age) => age),
  ...laterAges,
  lifetimeAge,
];

const stepsOf = (ages: readonly number[]) =>
  `${ages.map((age) => `when f.age <= ${age} then ${age} `).join("")}else ${lifetimeAge} end`;
const revenueAge = `case when f.age <= ${lastDailyAge} then f.age ${stepsOf(laterAges)}`;
/** The ages of the cohort report, of a row `f` with an `age`. */
export const cohortAge = `case ${stepsOf([0, 1, 3, 7, 14, lastDailyAge, ...laterAges])}`;

/** The name of a measure by age that has names. */
export const nameWithAge = (age: string, name: string) => `(${age})::text || ' ' || ${name}`;

const quoted = (types: readonly string[]) => types.map((type) => `'${type}'`).join(", ");
const typesOfSign = (sign: number) => quoted(paymentTypes.filter((type) => revenueSign(type) === sign));

/** The SQL expression of `revenueSign`. */
export const revenueSignText = (type: string) =>
  `case when ${type} in (${typesOfSign(-1)}) then -1 when ${type} in (${typesOfSign(0)}) then 0 else 1 end`;

const completed = "f.status = 'PAYMENT_COMPLETED'";
const revenue = `${revenueSignText("f.type")} * f.amount`;

const reportsCounts = "f.network_impressions is not null and f.network_clicks is not null";

/**
 * The age of a payment or event is in whole 24 hours since the install. Opens count by calendar day.
 *
 * All that the ledger counts. Every row has `project_id`, `day`, `platform`, the dimensions (`campaign_id`,
 * `ad_set_id`, `creative_id`, `keyword_id`, `publisher_id`, `country`, none of them null) and whether it is `counted`; besides:
 *
 * - decision: `kind`, `touch`, `suspicious`; by the install's own dimensions
 * - visits, on the day of the install: `kind`, `opened_on` (a bit for each day), and `age_before` and `age`, the days
 *   of the last open before and of the last
 * - probe, on the day of the install: `probed`, and `gone_day`, null unless the app was uninstalled
 * - signup: `is_signup`, false for later users of the same install
 * - payer, on the day of the install: `kind`, `age` at the first payment
 * - event: `name`, `amount`, `install_day`, `age` (null without a first install), and of returns the same as a payment
 * - user_day, the last day on which a user sent an event: `name`
 * - payment: `type`, `status`, `amount`, `install_day`, `age` (null without a first install), `returned_by`, and
 *   `return_campaign`, `return_ad_set`, `return_creative`, `return_keyword`,
 *   `return_publisher`
 * - ad_revenue: `impressions`, `amount` in millionths of a minor unit, and of the install and returns the same as a
 *   payment
 * - open, of a deep link: `is_ours`, `reengaged`, and the same of the link
 * - click: `kind`, `count`, `is_scan`
 * - spend: `amount`, and the network's counts `network_impressions` and `network_clicks`, null if not reported
 */
const measures: Record<string, Measure> = {
  installs: { of: "decision", when: "f.kind <> 'REINSTALL'" },
  reinstalls: { of: "decision", when: "f.kind = 'REINSTALL'" },
  click_through: { of: "decision", when: "f.kind = 'INSTALL' and f.touch = 'CLICK'" },
  view_through: { of: "decision", when: "f.kind = 'INSTALL' and f.touch = 'VIEW'" },
  suspicious: { of: "decision", when: "f.kind = 'INSTALL' and f.suspicious" },
  opened_on: {
    of: "visits",
    each: "generate_series(1, 30)",
    name: "n::text",
    when: "f.kind = 'INSTALL' and f.opened_on & (1 << n) <> 0",
    byAge: "on",
  },
  opened_since: {
    of: "visits",
    each: `unnest(array[${retentionDays}])`,
    name: "n::text",
    when: "f.kind = 'INSTALL' and n > f.age_before and n <= f.age",
    byAge: "on",
  },
  probed: { of: "probe", when: "f.probed" },
  uninstalls: { of: "probe", day: "f.gone_day", when: "f.gone_day is not null" },
  // Counted again by install day, so that the share of uninstalled installs is a ratio of two sums.
  uninstalled: { of: "probe", when: "f.gone_day is not null" },
  signups: { of: "signup", when: "f.is_signup" },
  attributed_users: { of: "signup", day: "'-infinity'::date", when: "f.campaign_id <> 0" },
  event: { of: "event", name: "f.name", amount: "coalesce(f.amount, 0)", removedAs: "events" },
  return_event: {
    of: "event",
    name: "f.name",
    amount: "coalesce(f.amount, 0)",
    when: "f.returned_by is not null",
    ofReturn: true,
    removedAs: "events",
  },
  // Counted again by age, so that a cohort's events up to an age are a sum.
  event_since: {
    of: "event",
    day: "f.install_day",
    name: nameWithAge(cohortAge, "f.name"),
    amount: "coalesce(f.amount, 0)",
    when: "f.age >= 0",
    byAge: "in",
    storedIn: { measure: "event", age: cohortAge },
    removedAs: "events",
  },
  payers: {
    of: "payer",
    name: `(${cohortAge})::text`,
    when: "f.kind = 'INSTALL' and f.age >= 0",
    byAge: "in",
  },
  event_users: { of: "user_day", name: "f.name" },
  payment: { of: "payment", name: "f.type", amount: "f.amount", when: completed },
  // Counted again by age, so that the revenue of a cohort up to an age is a sum.
  revenue_since: {
    of: "payment",
    day: "f.install_day",
    name: `(${revenueAge})::text`,
    count: "0",
    amount: revenue,
    when: `${completed} and f.age >= 0 and ${revenue} <> 0`,
    byAge: "until",
  },
  return_payment: {
    of: "payment",
    name: "f.type",
    amount: "f.amount",
    when: `${completed} and f.returned_by is not null`,
    ofReturn: true,
  },
  ad_revenue: {
    of: "ad_revenue",
    count: "f.impressions",
    amount: "f.amount",
    inMillionths: true,
    removedAs: "ad_revenue",
  },
  ad_revenue_since: {
    of: "ad_revenue",
    day: "f.install_day",
    name: `(${revenueAge})::text`,
    count: "0",
    amount: "f.amount",
    when: "f.age >= 0 and f.amount <> 0",
    byAge: "until",
    inMillionths: true,
    removedAs: "ad_revenue",
  },
  return_ad_revenue: {
    of: "ad_revenue",
    count: "f.impressions",
    amount: "f.amount",
    when: "f.returned_by is not null",
    ofReturn: true,
    inMillionths: true,
    removedAs: "ad_revenue",
  },
  deeplink_opens: { of: "open", when: "f.is_ours" },
  reengagements: { of: "open", when: "f.reengaged", ofReturn: true },
  clicks: { of: "click", count: "f.count", when: "f.kind <> 'view'", removedAs: "clicks" },
  scans: { of: "click", count: "f.count", when: "f.kind <> 'view' and f.is_scan", removedAs: "clicks" },
  impressions: { of: "click", count: "f.count", when: "f.kind = 'view'", removedAs: "clicks" },
  spend: { of: "spend", count: "0", amount: "f.amount" },
  // With the spend for which the network reports both counts, so that every ratio is of the same ads.
  network_impressions: {
    of: "spend",
    count: "f.network_impressions",
    amount: "f.amount",
    when: reportsCounts,
  },
  network_clicks: { of: "spend", count: "f.network_clicks", when: reportsCounts },
};

const entries = Object.entries(measures);

export const measuresOf = (fact: LedgerFact): [string, Measure][] =>
  entries.filter(([, { of }]) => of === fact);

/** The measure that is stored in the rows of this one, if there is one. */
export const storedInRowsOf = (measure: string): [string, Measure] | undefined =>
  entries.find(([, { storedIn }]) => storedIn?.measure === measure);

/** The measures that are stored in rows `l` of another one: the name there, and which rows these are. */
export const storedInRows = entries.flatMap(([measure, { storedIn }]) =>
  storedIn
    ? {
        measure,
        name: nameWithAge("l.cohort_age", "l.name"),
        isStored: `l.measure = '${storedIn.measure}' and l.cohort_day is not null`,
      }
    : [],
);

/** The measures by age, of one kind or all. */
export const measuresByAge = (how?: Measure["byAge"]): string[] =>
  entries.filter(([, { byAge }]) => byAge && (!how || byAge === how)).map(([name]) => name);

/** The measures with amounts in millionths of a minor unit. */
export const measuresInMillionths = entries.flatMap(([name, { inMillionths }]) => (inMillionths ? name : []));

/** Clicks and spend happen before an install, so they have no version of the app. */
export const hasVersion = (fact: LedgerFact): boolean => fact !== "click" && fact !== "spend";

/** Networks report spend without the publisher. */
export const hasPublisher = (fact: LedgerFact): boolean => fact !== "spend";

/** Spend, and the counts that networks report with it. */
export const measuresOfSpend = entries.flatMap(([name, { of }]) => (of === "spend" ? name : []));

export const measuresBeforeInstalls = entries.flatMap(([name, { of }]) => (hasVersion(of) ? [] : name));

/**
 * The measures that compaction also sums up by day and campaign only, for cohorts. The same list is the condition of the
 * index `ledger_cohorts` (db/schema.ts).
 */
export const summedMeasures: readonly string[] = [
  "installs",
  "spend",
  "opened_on",
  "revenue_since",
  "ad_revenue_since",
  "payers",
  "event_since",
];

export const measuresRemovedAs = (kind: RemovedKind): string[] =>
  entries.filter(([, { removedAs }]) => removedAs === kind).map(([name]) => name);
