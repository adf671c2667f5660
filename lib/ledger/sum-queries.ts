import { type Fragment, readSql, sql } from "@/db";
import { type WeekStart, weekDays } from "@/lib/base/days";
import type { ProjectId } from "@/lib/base/ids";
import { millionths } from "@/lib/base/money";
import { notBrokenDownPublisher } from "@/lib/ledger/ad-ids/publishers";
import { notBrokenDownVersion } from "@/lib/ledger/ad-ids/versions";
import { notBrokenDownCountry } from "@/lib/ledger/country";
import { isMeasureByAge } from "@/lib/ledger/measure-queries";
import {
  agedNames,
  cohortRows,
  firstOf,
  isFragment,
  type LedgerDays,
  lastOf,
  type NamesOfMeasures,
  otherRows,
  rowsOf,
  unionOf,
} from "@/lib/ledger/measure-rows-queries";
import {
  measuresBeforeInstalls,
  measuresByAge,
  measuresInMillionths,
  measuresOfSpend,
} from "@/lib/ledger/measures";
import { isShownAd, type ListedAds, shownAdColumn } from "@/lib/ledger/shown-ads-queries";

type Project = ProjectId | Fragment;
type Options = { ads: ListedAds; weekStart: WeekStart; isMature: boolean };

/** Expressions of SQL over a row `l` of the ledger. */
type Definition = {
  value: string | ((options: Options) => string);
  isDate?: true;
  joins?: readonly (keyof typeof joins)[];
  /** A readable name of the value. */
  label?: { value: string; joins: readonly (keyof typeof joins)[] };
};

const joins = {
  campaigns: (project: Project) =>
    sql`left join campaigns c on c.project_id = ${project} and c.id = l.campaign_id`,
  affiliates: (project: Project) =>
    sql`left join affiliates a on a.project_id = ${project} and a.id = c.affiliate_id`,
  tags: () => sql`left join lateral unnest(c.tags) as t(tag) on true`,
};

/** All dimensions for grouping and filtering. A row has a column of the same name. */
const dimensions = {
  day: { value: "l.day", isDate: true },
  week: {
    value: ({ weekStart }) => `l.day - (extract(isodow from l.day)::int - ${weekDays[weekStart]} + 7) % 7`,
    isDate: true,
  },
  month: { value: "to_char(l.day, 'YYYY-MM')" },
  campaign_id: { value: "l.campaign_id", label: { value: "max(c.name)", joins: ["campaigns"] } },
  ad_set_id: { value: ({ ads }) => shownAdColumn("ad_set_id", ads) },
  creative_id: { value: ({ ads }) => shownAdColumn("creative_id", ads) },
  keyword_id: { value: ({ ads }) => shownAdColumn("keyword_id", ads) },
  network: {
    value: "case when l.campaign_id = 0 then 'organic' else coalesce(c.network, '') end",
    joins: ["campaigns"],
  },
  /** Empty for organic traffic. */
  purpose: { value: "coalesce(c.purpose, '')", joins: ["campaigns"] },
  affiliate: {
    value: "coalesce(c.affiliate_id::text, '')",
    joins: ["campaigns"],
    label: { value: "max(a.name)", joins: ["affiliates"] },
  },
  tag: {
    value: "coalesce(lower(t.tag), '')",
    joins: ["campaigns", "tags"],
    label: { value: "max(t.tag)", joins: [] },
  },
  publisher: {
    value: `case when l.measure = any('{${measuresOfSpend}}') then '${notBrokenDownPublisher}' else l.publisher_id end`,
  },
  platform: { value: "l.platform" },
  country: {
    value: `case when l.country = '' and l.measure = any('{${measuresOfSpend}}') then '${notBrokenDownCountry}' else l.country end`,
  },
  app_version: {
    value: `case when l.measure = any('{${measuresBeforeInstalls}}') then '${notBrokenDownVersion}' else l.install_version end`,
  },
  measure: { value: "l.measure" },
  // Up to an age, values of all days share one sum.
  name: {
    value: ({ isMature }) =>
      isMature
        ? `case when l.measure = any('{${measuresByAge("until")}}') then '' else l.name end`
        : "l.name",
  },
  /** Days since the install, for mature measures. */
  age: { value: "a.age" },
} satisfies Record<string, Definition>;

export type LedgerDimension = keyof typeof dimensions;
export const isLabelled = (name: LedgerDimension): boolean => "label" in dimensions[name];
type ValueOf<D extends LedgerDimension> = D extends "campaign_id" | "age" ? number : string;

export type LedgerSum<By extends LedgerDimension> = { [D in By]: ValueOf<D> } & {
  [D in By as `${D}_label`]?: string | null;
} & { count: number; amount: number };

/** A value, several, or the right side of a comparison; null for all. */
type Filters = {
  [D in LedgerDimension]?: ValueOf<D> | readonly ValueOf<D>[] | Fragment | null;
};
type Filter = NonNullable<Filters[LedgerDimension]>;

/** Measures by install day are only included by name or if mature. */
type Measures =
  | readonly string[]
  | "all"
  /** All measures except events. */
  | "without events"
  /** All measures; users only of these events. */
  | { usersOf: readonly string[] }
  /** Installs of at least this age on this day, with the measures up to or on that age. */
  | { matureOn: string };

export type SumRequest<By extends LedgerDimension> = {
  by: readonly By[];
  measures: Measures;
  /** "none" for figures without a day. */
  days: LedgerDays | "none";
  where?: Filters;
  /** The names of some measures of the list; all names by default. */
  names?: NamesOfMeasures;
  /** False leaves out organic traffic. */
  organic?: boolean;
  ads?: ListedAds;
  weekStart?: WeekStart;
  /** Adds `…_label` columns. */
  labels?: boolean;
};

const isList = (measures: Measures): measures is readonly string[] => Array.isArray(measures);

const isIn = (days: LedgerDays | "none") =>
  days === "none" ? sql`l.day = '-infinity'` : sql`l.day >= ${firstOf(days)} and l.day <= ${lastOf(days)}`;

/** The dimensions that a row has in the index of cohorts, or that follow from these. */
const inCohortIndex = new Set<LedgerDimension>([
  "day",
  "week",
  "month",
  "campaign_id",
  "network",
  "purpose",
  "affiliate",
  "tag",
  "measure",
  "name",
]);

const isOf = (measures: Measures) => {
  if (measures === "all") return sql`true`;
  if (measures === "without events")
    return sql`not ${isMeasureByAge("l.measure")} and l.measure not in ('event', 'return_event', 'event_users')`;
  if ("usersOf" in measures)
    return sql`not ${isMeasureByAge("l.measure")} and (l.measure <> 'event_users' or l.name = any(${measures.usersOf}))`;
  if ("matureOn" in measures)
    return sql`
      (l.measure = 'installs' or ${isMeasureByAge("l.measure")}) and (l.measure = 'installs'
        or (${isMeasureByAge("l.measure", "on")} and l.name = a.age::text)
        or (${isMeasureByAge("l.measure", "until")} and l.name::int <= a.age))`;
  return sql`l.measure = any(${measures})`;
};

const isAmong = (name: LedgerDimension, values: Filter, text: string) => {
  const { isDate }: Definition = dimensions[name];
  const right = Array.isArray(values)
    ? sql`any(${values})`
    : isFragment(values)
      ? values
      : sql`${values as string}`;
  return sql`and ${sql.unsafe(isDate ? `(${text})::text` : text)} = ${right}`;
};

/** A sum of absurd amounts may not fit into a column. */
const upToBigint = (sum: string) => `least(greatest(${sum}, -9223372036854775807), 9223372036854775807)`;

/**
 * A sum of amounts in minor units. That of measures in millionths is a fraction, so it is no integer; all other sums
 * are exact.
 */
function amountText(measures: Measures): string {
  if (isList(measures) && !measures.some((one) => measuresInMillionths.includes(one)))
    return `${upToBigint("coalesce(sum(l.amount), 0)")}::bigint`;
  const isFraction = `l.measure = any('{${measuresInMillionths}}')`;
  return `(coalesce(sum(l.amount) filter (where not ${isFraction}), 0)
        + coalesce(sum(l.amount) filter (where ${isFraction}), 0) / ${millionths}.0)::float8`;
}

type Dimensions = Pick<
  SumRequest<LedgerDimension>,
  "by" | "where" | "organic" | "ads" | "weekStart" | "labels"
>;

/** The parts of a statement for these dimensions and filters, over rows `l`. */
function partsOf(
  project: Project,
  { by, where = {}, organic = true, ads = null, weekStart = "monday", labels = false }: Dimensions,
  isMature = false,
) {
  const definition = (name: LedgerDimension): Definition => dimensions[name];
  const text = (name: LedgerDimension) => {
    const { value } = definition(name);
    return typeof value === "string" ? value : value({ ads, weekStart, isMature });
  };
  const labelled = by.flatMap((name) => {
    const { label } = definition(name);
    return labels && label ? [{ ...label, name }] : [];
  });
  const filtered = (Object.entries(where) as [LedgerDimension, Filter | null | undefined][]).flatMap(
    ([name, values]) => (values === null || values === undefined ? [] : [{ name, values }]),
  );
  const used = [...by, ...filtered.map(({ name }) => name)];
  const joined = new Set([
    ...used.flatMap((name) => definition(name).joins ?? []),
    ...labelled.flatMap((label) => label.joins),
  ]);
  return {
    text,
    isDate: (name: LedgerDimension) => definition(name).isDate === true,
    labelled,
    isNarrow: ads === null && used.every((name) => inCohortIndex.has(name)),
    joined: [sql``, ...[...joined].map((name) => joins[name](project))],
    filters: sql`${[sql``, ...filtered.map(({ name, values }) => isAmong(name, values, text(name)))]}
      ${organic ? sql`` : sql`and l.campaign_id <> 0`}`,
  };
}

/** Sums of the ledger, as a statement or a part of one. Empty sums have no row. */
export function ledgerSums<By extends LedgerDimension>(
  project: Project,
  { measures, days, names = {}, ...request }: SumRequest<By>,
): Fragment {
  const { by, ads = null } = request;
  const matureOn = typeof measures === "object" && "matureOn" in measures ? measures.matureOn : null;
  const { text, isDate, labelled, isNarrow, joined, filters } = partsOf(project, request, matureOn !== null);
  const columns = [
    ...by.map((name) => `(${text(name)})${isDate(name) ? "::text" : ""} as ${name}, `),
    ...labelled.map(({ name, value }) => `${value} as ${name}_label, `),
  ];
  return sql`
    select ${sql.unsafe(columns.join(""))}
      coalesce(sum(l.count), 0)::bigint as count, ${sql.unsafe(amountText(measures))} as amount
    from ${isList(measures) ? rowsOf(project, { measures, names, days, isNarrow }) : sql`ledger`} l ${isShownAd(ads)}
    ${joined}
    ${
      matureOn === null
        ? sql``
        : sql`
      join (values (0), (1), (3), (7), (14), (30)) as a(age) on l.day <= ${matureOn}::text::date - a.age`
    }
    where l.project_id = ${project} and ${isIn(days)} and ${isOf(measures)} ${filters}
    ${
      by.length === 0
        ? sql``
        : sql`
      group by ${sql.unsafe(by.map(text).join(", "))} having sum(l.count) <> 0 or sum(l.amount) <> 0`
    }`;
}

type AgedRequest<By extends LedgerDimension> = Pick<
  SumRequest<By>,
  "by" | "where" | "organic" | "weekStart"
> & {
  /** The names of each measure; their rows count at the first of the ages that includes them. */
  names: NamesOfMeasures;
  ages: readonly number[];
  days: LedgerDays;
};

/**
 * Rows of cohorts by their dimensions, with a measure, an age, a count and an amount, which are not summed: a statement
 * that needs fewer dimensions than the ledger's sums them once. Days are dates.
 */
export function agedRows<By extends LedgerDimension>(
  project: Project,
  { names, ages, days, ...request }: AgedRequest<By>,
): Fragment {
  const { text, isNarrow, joined, filters } = partsOf(project, request);
  const measures = Object.keys(names);
  const inDays = { from: firstOf(days), to: lastOf(days) };
  const age = sql`(${[...ages]}::int[])[1 + width_bucket(coalesce(nullif(split_part(l.name, ' ', 1), '')::int, 0),
    ${ages.slice(0, -1).map((one) => one + 1)}::int[])]`;
  const others = otherRows(project, { measures, names, days, isNarrow });
  const rows = isNarrow
    ? unionOf([
        cohortRows(project, agedNames(names, ages), inDays),
        ...others.map(
          (part) => sql`
            select l.project_id, l.day, l.campaign_id, l.measure, ${age}, l.count, l.amount from (${part}) l
            where ${isIn(days)}`,
        ),
      ])
    : sql`
        select l.*, ${age} as age from ${rowsOf(project, { measures, names, days, isNarrow })} l where ${isIn(days)}`;
  return sql`
    select ${sql.unsafe(request.by.map((name) => `(${text(name)}) as ${name}, `).join(""))}
      l.measure, l.age, l.count, l.amount
    from (${rows}) l ${joined}
    where l.project_id = ${project} ${filters}`;
}

/** The sums as rows, at most `max` of them, in no particular order. */
export const sumLedger = <By extends LedgerDimension>(
  projectId: ProjectId,
  request: SumRequest<By> & { max?: number | null },
): Promise<LedgerSum<By>[]> =>
  readSql<LedgerSum<By>[]>`
    ${ledgerSums(projectId, request)} ${request.max === undefined ? sql`` : sql`limit ${request.max}::int`}`;
