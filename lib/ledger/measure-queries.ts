import { type Fragment, sql } from "@/db";
import { type LedgerFact, measuresByAge, measuresOf, measuresRemovedAs } from "@/lib/ledger/measures";
import { projectColumn, type Whose } from "@/lib/ledger/queries";

const texts = new Map<LedgerFact, string>();

/** SQL that counts a row `f` as a row of `m` for each of its measures. */
function textOf(fact: LedgerFact): string {
  const parts = measuresOf(fact).map(([measure, { name, day, count, amount, when, each, ofReturn }]) => {
    const dimensions = ofReturn
      ? "f.return_campaign as campaign_id, f.return_ad_set as ad_set_id, " +
        "f.return_creative as creative_id, f.return_keyword as keyword_id"
      : "f.campaign_id, f.ad_set_id, f.creative_id, f.keyword_id";
    return `
      select '${measure}'::text as measure, ${name ?? "''::text"} as name, ${day ?? "f.day"} as day,
        ${count ?? "1"} as count, (${amount ?? "0"})::bigint as amount, ${dimensions}
      ${each ? `from ${each} as n` : ""} ${when ? `where ${when}` : ""}`;
  });
  return parts.join("\n      union all");
}

/** The facts `f`, each joined with its measures `m`. */
function counted(fact: LedgerFact, facts: Fragment): Fragment {
  const text = texts.get(fact) ?? textOf(fact);
  texts.set(fact, text);
  return sql`
    from (${facts}) f
    cross join lateral (${sql.unsafe(text)}
    ) m
    where f.counted`;
}

/** Counts facts one by one, in the columns of `ledgerColumns` without the project. */
export const countsOf = (fact: LedgerFact, facts: Fragment): Fragment => sql`
  select m.day, m.campaign_id, m.ad_set_id, m.creative_id, m.keyword_id, f.platform, f.country, m.measure, m.name,
    m.count, m.amount
  ${counted(fact, facts)}`;

/** Rows of the ledger for facts that are already summed. */
export const summedLedgerRowsOf = (fact: LedgerFact, facts: Fragment): Fragment => sql`
  select f.project_id, m.day, m.campaign_id, m.ad_set_id, m.creative_id, m.keyword_id, f.platform, f.country, m.measure, m.name,
    m.count, m.amount
  ${counted(fact, facts)}`;

/** Rows of the ledger for facts, in the order of `ledgerColumns`; `sign` -1 subtracts them. */
export const ledgerRowsOf = (
  whose: Whose,
  fact: LedgerFact,
  facts: Fragment,
  sign: Fragment = sql`1`,
): Fragment => sql`
  select ${projectColumn(whose, "f")}, m.day, m.campaign_id, m.ad_set_id, m.creative_id, m.keyword_id, f.platform, f.country, m.measure, m.name,
    sum(${sign} * m.count), sum(${sign} * m.amount)::bigint
  ${counted(fact, facts)}
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(${sign} * m.count) <> 0 or sum(${sign} * m.amount) <> 0`;

const list = (names: string[]) => sql.unsafe(names.map((name) => `'${name}'`).join(", "));

/** True for rows of the ledger that are stored under the day of their install. */
export const isByAge = (measure: string, how?: "on" | "until"): Fragment =>
  sql`${sql(measure)} in (${list(measuresByAge(how))})`;

/** The fact kind of a measure, if old facts of this kind are removed. */
export const removedKindOf = (measure: string): Fragment => sql`
  case when ${sql(measure)} in (${list(measuresRemovedAs("clicks"))}) then 'clicks'
    when ${sql(measure)} in (${list(measuresRemovedAs("events"))}) then 'events' end`;
