import { type Fragment, sql } from "@/db";
import {
  hasPublisher,
  hasVersion,
  type LedgerFact,
  measuresByAge,
  measuresOf,
  measuresRemovedAs,
  removedKinds,
  storedInRows,
  storedInRowsOf,
  summedMeasures,
} from "@/lib/ledger/measures";
import { type LedgerScope, projectColumn } from "@/lib/ledger/queries";

/** Counts as the facts have them, or in as few rows as the ledger needs. */
type Shape = "counts" | "rows";
const texts = new Map<string, string>();

/** SQL that counts a row `f` as a row of `m` for each of its measures. */
function textOf(fact: LedgerFact, shape: Shape): string {
  const measures = measuresOf(fact).filter(([, { storedIn }]) => shape === "counts" || !storedIn);
  const parts = measures.map(([measure, { name, day, count, amount, when, each, ofReturn }]) => {
    const dimensions = ofReturn
      ? "f.return_campaign as campaign_id, f.return_ad_set as ad_set_id, " +
        "f.return_creative as creative_id, f.return_keyword as keyword_id, f.return_publisher as publisher_id"
      : `f.campaign_id, f.ad_set_id, f.creative_id, f.keyword_id, ${hasPublisher(fact) ? "f.publisher_id" : "''::text as publisher_id"}`;
    return `
      select '${measure}'::text as measure, ${name ?? "''::text"} as name, ${day ?? "f.day"} as day,
        ${count ?? "1"} as count, (${amount ?? "0"})::bigint as amount, ${dimensions}
        ${shape === "rows" ? `, ${cohortText(measure)}` : ""}
      ${each ? `from ${each} as n` : ""} ${when ? `where ${when}` : ""}`;
  });
  return parts.join("\n      union all");
}

/** The columns of the measure that is stored in the rows of this one. */
function cohortText(measure: string): string {
  const [, stored] = storedInRowsOf(measure) ?? [];
  if (!stored?.storedIn) return "null::date as cohort_day, null::int as cohort_age";
  const of = (text: string) => `case when ${stored.when} then ${text} end`;
  return `${of(stored.day ?? "f.day")} as cohort_day, ${of(stored.storedIn.age)} as cohort_age`;
}

const versionOf = (fact: LedgerFact): Fragment => (hasVersion(fact) ? sql`f.install_version` : sql`''::text`);

/** The facts `f`, each joined with its measures `m`. */
function counted(fact: LedgerFact, facts: Fragment, shape: Shape): Fragment {
  const key = `${fact} ${shape}`;
  const text = texts.get(key) ?? textOf(fact, shape);
  texts.set(key, text);
  return sql`
    from (${facts}) f
    cross join lateral (${sql.unsafe(text)}
    ) m
    where f.counted`;
}

/** Counts facts one by one, in the columns of `ledgerColumns` without the project and the two of cohorts. */
export const countsOfFacts = (fact: LedgerFact, facts: Fragment): Fragment => sql`
  select m.day, m.campaign_id, m.ad_set_id, m.creative_id, m.keyword_id, m.publisher_id, f.platform, f.country,
    ${versionOf(fact)} as install_version, m.measure, m.name, m.count, m.amount
  ${counted(fact, facts, "counts")}`;

/** Rows of the ledger for facts that are already summed. */
export const summedLedgerRowsOf = (fact: LedgerFact, facts: Fragment): Fragment => sql`
  select f.project_id, m.day, m.campaign_id, m.ad_set_id, m.creative_id, m.keyword_id, m.publisher_id, f.platform, f.country,
    ${versionOf(fact)}, m.measure, m.name, m.count, m.amount, m.cohort_day, m.cohort_age
  ${counted(fact, facts, "rows")}`;

/** Rows of the ledger for facts, in the order of `ledgerColumns`; `sign` -1 subtracts them. */
export const ledgerRowsOf = (
  whose: LedgerScope,
  fact: LedgerFact,
  facts: Fragment,
  sign: Fragment = sql`1`,
): Fragment => sql`
  select ${projectColumn(whose, "f")}, m.day, m.campaign_id, m.ad_set_id, m.creative_id, m.keyword_id, m.publisher_id, f.platform, f.country,
    ${versionOf(fact)}, m.measure, m.name, sum(${sign} * m.count), sum(${sign} * m.amount)::bigint, m.cohort_day, m.cohort_age
  ${counted(fact, facts, "rows")}
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16 having sum(${sign} * m.count) <> 0 or sum(${sign} * m.amount) <> 0`;

/** The counts of measures that are stored in rows `l` of another one, as rows of their own. */
export const countsStoredIn = (rows: Fragment): Fragment =>
  storedInRows
    .map(
      ({ measure, name, isStored }) => sql`
    select l.project_id, l.cohort_day as day, l.campaign_id, ${sql.unsafe(`'${measure}'::text`)} as measure,
      ${sql.unsafe(name)} as name, l.platform, l.country, l.install_version, l.ad_set_id, l.creative_id, l.keyword_id, l.publisher_id,
      l.count, l.amount
    ${rows} and ${sql.unsafe(isStored)}`,
    )
    .reduce((all, one) => sql`${all} union all ${one}`);

const list = (names: string[]) => sql.unsafe(names.map((name) => `'${name}'`).join(", "));

/** True for rows of the ledger that are stored under the day of their install. */
export const isMeasureByAge = (measure: string, how?: "on" | "until"): Fragment =>
  sql`${sql(measure)} in (${list(measuresByAge(how))})`;

/** True for the measures of `cohort_sums`, in the words of the condition of the index `ledger_cohorts`. */
export const isSummedMeasure = (measure: string): Fragment =>
  sql`${sql(measure)} in (${list([...summedMeasures])})`;

/** The fact kind of a measure, if old facts of this kind are removed. */
export const removedKindOf = (measure: string): Fragment => sql`
  case ${removedKinds.map(
    (kind) => sql`when ${sql(measure)} in (${list(measuresRemovedAs(kind))}) then ${kind} `,
  )} end`;
