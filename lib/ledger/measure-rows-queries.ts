import { type Fragment, sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { countsStoredIn, isSummedMeasure } from "@/lib/ledger/measure-queries";
import { cohortAge, lifetimeAge, nameWithAge, storedInRows, summedMeasures } from "@/lib/ledger/measures";
import { dimensionsOfInstall } from "@/lib/ledger/queries";

/**
 * A measure that only cohorts have: installs with at least one event of a name, by the age at the first one. It is
 * counted from the days of events when it is read, because the ledger has no row for the first event of each name.
 * These days stay when events are removed, but have no time, so the age is in calendar days.
 */
export const eventInstalls = "event_installs";

/**
 * Postgres knows that the key of a table determines them, and then leaves them out. It does not know it of a view, which
 * a shown statement reads.
 */
const columnsOfInstall = () => sql`
  s.platform, s.installed_at, s.campaign_id, s.ad_set_id, s.creative_id, s.keyword_id, s.publisher_id, s.country,
  s.install_version, s.decision_version, s.is_test`;

/** Names of measures, and the age at which their rows count. */
type AgedNames = readonly { measure: string; name: string; age: number }[];

/** The first of these ages that includes each name. A name begins with its age, if it has one. */
export const agedNames = (
  names: Readonly<Record<string, readonly string[]>>,
  ages: readonly number[],
): AgedNames =>
  Object.entries(names).flatMap(([measure, of]) =>
    measure === eventInstalls
      ? []
      : of.map((name) => ({
          measure,
          name,
          age: ages.find((age) => age >= Number(name.split(" ")[0])) ?? lifetimeAge,
        })),
  );

/** The days whose sums do not count, because a process of an earlier version has compacted them. Usually none. */
const daysWithoutMark = (project: ProjectId | Fragment) => sql`array(
        select d.day from cohort_sums d where d.project_id = ${project} and d.measure = '' and d.name = '' and not exists (
          select from ledger m where m.project_id = ${project} and m.day = d.day and m.sum_mark = 2))`;

/**
 * Rows by day and campaign of these names: the sums of compaction, and the rows that it has not summed up yet, one name
 * after the other in the order of their indexes. Amounts are summed as floating-point numbers: exact up to 2^53, like
 * every number of a screen, and without an upper limit that absurd amounts could exceed.
 */
export function cohortRows(
  project: ProjectId | Fragment,
  names: AgedNames,
  days: { from: Fragment; to: Fragment },
): Fragment {
  const isOfName = (of: "c" | "l") => sql`
    ${sql(of)}.project_id = ${project} and ${sql(of)}.measure = n.measure and ${sql(of)}.name = n.name
        and ${sql(of)}.day >= ${days.from} and ${sql(of)}.day <= ${days.to}`;
  return sql`
    select ${project}::bigint as project_id, g.day, g.campaign_id, n.measure, n.age, g.count, g.amount
    from unnest(${names.map(({ measure }) => measure)}::text[], ${names.map(({ name }) => name)}::text[],
      ${names.map(({ age }) => age)}::int[]) as n(measure, name, age)
    cross join lateral (
      select c.day, c.campaign_id, c.count::float8 as count, c.amount::float8 as amount from cohort_sums c
      where ${isOfName("c")} and c.day <> all(${daysWithoutMark(project)})
      union all
      select l.day, l.campaign_id, sum(l.count::float8), sum(l.amount::float8) from ledger l
      where ${isOfName("l")} and l.sum_mark = 0 and ${isSummedMeasure("l.measure")}
      group by l.day, l.campaign_id
    ) g`;
}

/** Rows like those of the ledger, of names that begin with the age, for the installs of these days. */
export function eventInstallRows(
  project: ProjectId | Fragment,
  names: readonly string[],
  days: { from: Fragment; to: Fragment } | null,
): Fragment {
  const events = [...new Set(names.map((name) => name.slice(name.indexOf(" ") + 1)))];
  const day = sql`(s.installed_at at time zone home.time_zone)::date`;
  const startOf = (text: Fragment) => sql`(${text})::timestamp at time zone home.time_zone`;
  // Conditions on the day of a row would make the planner expect a few installs, and look up the days of each.
  return sql`
    select l.* from (
    select ${project}::bigint as project_id, f.day, f.campaign_id, ${eventInstalls}::text as measure,
      ${sql.unsafe(nameWithAge(cohortAge, "f.name"))} as name, f.platform, f.country, f.install_version, f.ad_set_id,
      f.creative_id, f.keyword_id, f.publisher_id, 1::bigint as count, 0::bigint as amount
    from (
      select ${day} as day, s.platform, u.name, ${dimensionsOfInstall()},
        min(case when u.first_day >= ${day} then u.first_day - ${day}
          else nullif(position(B'1' in substring(u.days from ${day} - u.first_day + 1)), 0) - 1 end) as age
      from projects home
      join installs s on s.project_id = ${project} and s.kind = 'INSTALL' and s.decision_version > 0
        ${days === null ? sql`` : sql`and s.installed_at >= ${startOf(days.from)} and s.installed_at < ${startOf(sql`${days.to} + 1`)}`}
      join user_days u on u.project_id = ${project} and u.name = any(${events}::text[])
        and u.install_instance_id = s.install_instance_id
      where home.id = ${project}
      group by s.project_id, s.id, u.name, home.time_zone, ${columnsOfInstall()}
      offset 0
    ) f
    where f.counted and f.age is not null
    ) l where l.name = any(${[...names]}::text[])`;
}

/** Both days are included; null for no limit. A fragment refers to other tables of the statement. */
export type LedgerDays = { from: string | Fragment | null; to: string | Fragment | null };

/** A fragment is a query that has not run, and queries are promises. */
export const isFragment = (value: unknown): value is Fragment => value instanceof Promise;

const dayOf = (day: LedgerDays["from"], open: string) =>
  isFragment(day) ? day : sql`${day ?? open}::text::date`;
export const firstOf = ({ from }: LedgerDays) => dayOf(from, "0001-01-01");
export const lastOf = ({ to }: LedgerDays) => dayOf(to, "9999-12-31");

/** The names of some measures; all names of the others. */
export type NamesOfMeasures = Readonly<Record<string, readonly string[]>>;

type RowsOf = {
  measures: readonly string[];
  names: NamesOfMeasures;
  days: LedgerDays | "none";
  /** True if only dimensions of the indexes of cohorts are needed. */
  isNarrow: boolean;
};

const indexed = () => sql`l.project_id, l.measure, l.name, l.day, l.campaign_id`;
const wide = () =>
  sql`${indexed()}, l.platform, l.country, l.install_version, l.ad_set_id, l.creative_id, l.keyword_id, l.publisher_id`;
export const unionOf = (parts: readonly Fragment[]) =>
  parts.reduce((all, part) => sql`${all} union all ${part}`);

/** Rows that the ledger does not have under these measures: computed ones, and counts in rows of another measure. */
export function otherRows(
  project: ProjectId | Fragment,
  { measures, names, days, isNarrow }: RowsOf,
): Fragment[] {
  const columns = sql`${isNarrow ? indexed() : wide()}, l.count, l.amount`;
  const since = days === "none" ? sql`` : sql`and l.day >= ${firstOf(days)}`;
  const inDays = days === "none" ? null : { from: firstOf(days), to: lastOf(days) };
  const ofInstalls = measures.includes(eventInstalls) ? (names[eventInstalls] ?? []) : [];
  return [
    ...(ofInstalls.length === 0
      ? []
      : [sql`select ${columns} from (${eventInstallRows(project, ofInstalls, inDays)}) l`]),
    ...(storedInRows.some(({ measure }) => measures.includes(measure))
      ? [
          sql`select ${columns} from (${countsStoredIn(sql`from ledger l where l.project_id = ${project} ${since}`)}) l
            where l.measure = any(${measures}) ${Object.entries(names).map(
              ([measure, of]) => sql` and (l.measure <> ${measure} or l.name = any(${of}::text[]))`,
            )}`,
        ]
      : []),
  ];
}

/** The same counts as in the ledger, in the fewest rows by day and campaign. */
const summedRows = (project: ProjectId | Fragment) => sql`(
        select ${indexed()}, l.count, l.amount from ledger l
        where l.project_id = ${project} and l.sum_mark = 0 and ${isSummedMeasure("l.measure")}
        union all
        select ${indexed()}, l.count, l.amount from cohort_sums l
        where l.project_id = ${project} and l.day <> all(${daysWithoutMark(project)}))`;

/**
 * Rows of these measures. Each part has its own rows and conditions, so that an index by measure and name finds them. A
 * narrow part is summed up in the order of the index, because a hash table of all rows together takes several times as
 * long.
 */
export function rowsOf(project: ProjectId | Fragment, request: RowsOf): Fragment {
  const { measures, names, isNarrow } = request;
  const unnamed = measures.filter((measure) => !names[measure]);
  const named = measures.filter((measure) => names[measure] && measure !== eventInstalls);
  const others = otherRows(project, request);
  if (named.length === 0 && others.length === 0) return sql`ledger`;
  const own = (condition: Fragment, of = sql`ledger`) =>
    isNarrow
      ? sql`
        select ${indexed()}, sum(l.count)::bigint as count, sum(l.amount) as amount from ${of} l
        where l.project_id = ${project} and ${condition} group by ${indexed()}`
      : sql`select ${wide()}, l.count, l.amount from ledger l where l.project_id = ${project} and ${condition}`;
  return sql`(${unionOf([
    ...(unnamed.length === 0 ? [] : [own(sql`l.measure = any(${unnamed})`)]),
    ...named.map((measure) =>
      own(
        sql`l.measure = ${measure} and l.name = any(${names[measure]!}::text[])`,
        summedMeasures.includes(measure) ? summedRows(project) : sql`ledger`,
      ),
    ),
    ...others,
  ])})`;
}
