import { readSql, sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { lifetimeAge } from "@/lib/ledger/measures";
import { type LedgerDimension, ledgerSums, type SumRequest } from "@/lib/ledger/sum-queries";
import { cohortAges } from "@/lib/reporting/metrics/cohort-ages";

const days = cohortAges.flatMap((age) => (age.days === null ? [] : [age.days]));

/** Maps an age of the ledger, with which a name begins, to the first of the report's ages that includes it. */
const ageText = `case ${days.map((age) => `when split_part(p.name, ' ', 1)::int <= ${age} then ${age} `).join("")}else ${lifetimeAge} end`;

/** The sums of a cohort by the age at which they count. */
export type ForecastSum<By extends LedgerDimension = never> = {
  measure: string;
  /** 0 for measures without an age. */
  age: number;
  count: number;
  amount: number;
} & { [D in By]: D extends "campaign_id" ? number : string };

export type ForecastScope<By extends LedgerDimension> = Pick<
  SumRequest<By>,
  "by" | "where" | "organic" | "weekStart"
> & { days: { from: string | null; to: string | null } };

const columns = (by: readonly LedgerDimension[]) => sql.unsafe(by.map((column) => `p.${column}, `).join(""));

/** What cohorts spent and earned; at most `max` rows. */
export const findForecastSums = <By extends LedgerDimension>(
  projectId: ProjectId,
  { by, ...scope }: ForecastScope<By>,
  max: number,
): Promise<ForecastSum<By>[]> =>
  readSql<ForecastSum<By>[]>`
    select ${columns(by)} p.measure, p.age, sum(p.count)::bigint as count, sum(p.amount)::float8 as amount
    from (
      select ${columns(by)} p.measure, case when p.name = '' then 0 else ${sql.unsafe(ageText)} end as age,
        p.count, p.amount
      from (
        ${ledgerSums(projectId, {
          ...scope,
          by: [...by, "measure", "name"],
          measures: ["installs", "spend", "revenue_since", "payers"],
        })}
      ) p
    ) p
    group by ${columns(by)} p.measure, p.age
    limit ${max}::int`;
