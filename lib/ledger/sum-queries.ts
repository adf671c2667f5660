import { type Fragment, readSql, sql } from "@/db";
import { type WeekStart, weekDays } from "@/lib/base/days";
import type { ProjectId } from "@/lib/base/ids";
import { millionths } from "@/lib/base/money";
import { notBrokenDownPublisher } from "@/lib/ledger/ad-ids/publishers";
import { notBrokenDownVersion } from "@/lib/ledger/ad-ids/versions";
import { notBrokenDownCountry } from "@/lib/ledger/country";
import { eventInstallRows, eventInstalls } from "@/lib/ledger/event-installs-queries";
import { countsStoredIn, isMeasureByAge } from "@/lib/ledger/measure-queries";
import {
  measuresBeforeInstalls,
  measuresByAge,
  measuresInMillionths,
  storedInRows,
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
    value: `case when l.measure = 'spend' then '${notBrokenDownPublisher}' else l.publisher_id end`,
  },
  platform: { value: "l.platform" },
  country: {
    value: `case when l.measure = 'spend' and l.country = '' then '${notBrokenDownCountry}' else l.country end`,
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

/** Both days are included; null for no limit. A fragment refers to other tables of the statement. */
export type LedgerDays = { from: string | Fragment | null; to: string | Fragment | null };

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
  names?: Readonly<Record<string, readonly string[]>>;
  /** False leaves out organic traffic. */
  organic?: boolean;
  ads?: ListedAds;
  weekStart?: WeekStart;
  /** Adds `…_label` columns. */
  labels?: boolean;
};

const isList = (measures: Measures): measures is readonly string[] => Array.isArray(measures);

/** A fragment is a query that has not run, and queries are promises. */
const isFragment = (value: unknown): value is Fragment => value instanceof Promise;

const dayOf = (day: LedgerDays["from"], open: string) =>
  isFragment(day) ? day : sql`${day ?? open}::text::date`;
const firstOf = ({ from }: LedgerDays) => dayOf(from, "0001-01-01");
const lastOf = ({ to }: LedgerDays) => dayOf(to, "9999-12-31");

const isIn = (days: LedgerDays | "none") =>
  days === "none" ? sql`l.day = '-infinity'` : sql`l.day >= ${firstOf(days)} and l.day <= ${lastOf(days)}`;

type Named = NonNullable<SumRequest<never>["names"]>;

/** The dimensions that a row has in the index of cohorts, or that follow from these. */
const inCohortIndex = new Set<LedgerDimension>([
  "day",
  "week",
  "month",
  "campaign_id",
  "network",
  "affiliate",
  "tag",
  "measure",
  "name",
]);

type RowsOf = {
  measures: readonly string[];
  names: Named;
  days: LedgerDays | "none";
  /** True if only dimensions of `inCohortIndex` are needed. */
  isNarrow: boolean;
};

/**
 * Rows of these measures. Each part has its own rows and conditions, so that an index by measure and name finds them,
 * and one part has the counts that are still stored in the rows of another measure. A narrow part is summed up in the
 * order of the index, because a hash table of all rows together takes several times as long.
 */
function rowsOf(project: Project, { measures, names, days, isNarrow }: RowsOf) {
  const others = measures.filter((measure) => !names[measure]);
  const named = measures.flatMap((measure) => {
    const of = names[measure];
    return of ? { measure, of } : [];
  });
  const stored = storedInRows.filter(({ measure }) => measures.includes(measure));
  if (named.length === 0 && stored.length === 0) return sql`ledger`;
  const inIndex = sql`l.project_id, l.measure, l.name, l.day, l.campaign_id`;
  const columns = isNarrow
    ? sql`${inIndex}, l.count, l.amount`
    : sql`${inIndex}, l.platform, l.country, l.install_version, l.ad_set_id, l.creative_id, l.keyword_id, l.publisher_id, l.count, l.amount`;
  const own = (condition: Fragment) =>
    isNarrow
      ? sql`
        select ${inIndex}, sum(l.count)::bigint as count, sum(l.amount)::bigint as amount from ledger l
        where l.project_id = ${project} and ${condition} group by ${inIndex}`
      : sql`select ${columns} from ledger l where l.project_id = ${project} and ${condition}`;
  const since = days === "none" ? sql`` : sql`and l.day >= ${firstOf(days)}`;
  const parts = [
    ...(others.length === 0 ? [] : [own(sql`l.measure = any(${others})`)]),
    ...named.map(({ measure, of }) =>
      measure === eventInstalls
        ? sql`select ${columns} from (${eventInstallRows(
            project,
            of,
            days === "none" ? null : { from: firstOf(days), to: lastOf(days) },
          )}) l`
        : own(sql`l.measure = ${measure} and l.name = any(${of}::text[])`),
    ),
    ...(stored.length === 0
      ? []
      : [
          sql`select ${columns} from (${countsStoredIn(sql`from ledger l where l.project_id = ${project} ${since}`)}) l
            where l.measure = any(${measures}) ${named.map(
              ({ measure, of }) => sql` and (l.measure <> ${measure} or l.name = any(${of}::text[]))`,
            )}`,
        ]),
  ];
  return sql`(${parts.reduce((all, part) => sql`${all} union all ${part}`)})`;
}

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

/**
 * A sum of amounts in minor units. That of measures in millionths is a fraction, so it is no integer; all other sums
 * are exact.
 */
function amountText(measures: Measures): string {
  if (isList(measures) && !measures.some((one) => measuresInMillionths.includes(one)))
    return "coalesce(sum(l.amount), 0)::bigint";
  const isFraction = `l.measure = any('{${measuresInMillionths}}')`;
  return `(coalesce(sum(l.amount) filter (where not ${isFraction}), 0)
        + coalesce(sum(l.amount) filter (where ${isFraction}), 0) / ${millionths}.0)::float8`;
}

/** Sums of the ledger, as a statement or a part of one. Empty sums have no row. */
export function ledgerSums<By extends LedgerDimension>(
  project: Project,
  {
    by,
    measures,
    days,
    where = {},
    names = {},
    organic = true,
    ads = null,
    weekStart = "monday",
    labels = false,
  }: SumRequest<By>,
): Fragment {
  const matureOn = typeof measures === "object" && "matureOn" in measures ? measures.matureOn : null;
  const definition = (name: LedgerDimension): Definition => dimensions[name];
  const text = (name: LedgerDimension) => {
    const { value } = definition(name);
    return typeof value === "string" ? value : value({ ads, weekStart, isMature: matureOn !== null });
  };
  const labelled = labels
    ? by.flatMap((name) => {
        const { label } = definition(name);
        return label ? [{ ...label, name }] : [];
      })
    : [];
  const columns = [
    ...by.map((name) => `(${text(name)})${definition(name).isDate ? "::text" : ""} as ${name}, `),
    ...labelled.map(({ name, value }) => `${value} as ${name}_label, `),
  ];
  const filtered = (Object.entries(where) as [LedgerDimension, Filter | null | undefined][]).flatMap(
    ([name, values]) => (values === null || values === undefined ? [] : [{ name, values }]),
  );
  const isNarrow =
    ads === null && [...by, ...filtered.map(({ name }) => name)].every((name) => inCohortIndex.has(name));
  const joined = new Set([
    ...[...by, ...filtered.map(({ name }) => name)].flatMap((name) => definition(name).joins ?? []),
    ...labelled.flatMap((label) => label.joins),
  ]);
  return sql`
    select ${sql.unsafe(columns.join(""))}
      coalesce(sum(l.count), 0)::bigint as count, ${sql.unsafe(amountText(measures))} as amount
    from ${isList(measures) ? rowsOf(project, { measures, names, days, isNarrow }) : sql`ledger`} l ${isShownAd(ads)}
    ${[sql``, ...[...joined].map((name) => joins[name](project))]}
    ${
      matureOn === null
        ? sql``
        : sql`
      join (values (0), (1), (3), (7), (14), (30)) as a(age) on l.day <= ${matureOn}::text::date - a.age`
    }
    where l.project_id = ${project} and ${isIn(days)} and ${isOf(measures)}
      ${[sql``, ...filtered.map(({ name, values }) => isAmong(name, values, text(name)))]}
      ${organic ? sql`` : sql`and l.campaign_id <> 0`}
    ${
      by.length === 0
        ? sql``
        : sql`
      group by ${sql.unsafe(by.map(text).join(", "))} having sum(l.count) <> 0 or sum(l.amount) <> 0`
    }`;
}

/** The sums as rows, at most `max` of them, in no particular order. */
export const sumLedger = <By extends LedgerDimension>(
  projectId: ProjectId,
  request: SumRequest<By> & { max?: number | null },
): Promise<LedgerSum<By>[]> =>
  readSql<LedgerSum<By>[]>`
    ${ledgerSums(projectId, request)} ${request.max === undefined ? sql`` : sql`limit ${request.max}::int`}`;
