import { type Fragment, readSql, sql } from "@/db";
import type { Project } from "@/lib/accounts/access/project";
import { addDays } from "@/lib/base/days";
import type { ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { eventInstalls } from "@/lib/ledger/measure-rows-queries";
import { isLabelled, type LedgerDimension, ledgerSums, type SumRequest } from "@/lib/ledger/sum-queries";
import { cohortAges, firstImmatureDay, hasRetention } from "@/lib/reporting/metrics/cohort-ages";
import {
  type CohortAge,
  type CohortFigure,
  type CohortScope,
  scopeOfCohorts,
} from "@/lib/reporting/metrics/cohort-columns";
import { checkCountedInstalls } from "@/lib/reporting/tree/counted-installs";

export type CohortRequest = CohortScope & {
  /** The project's time zone, and the present. */
  timeZone: string;
  now: Date;
};

type Scope<By extends LedgerDimension> = Omit<SumRequest<By>, "measures" | "names" | "days"> & {
  days: { from: string | null; to: string | null };
};

export type CohortSum = {
  /** The age up to which the sum counts; for opens, the exact age. */
  at: CohortAge;
  measure: string;
  /** The event; empty for other measures. */
  name: string;
  count: number;
  amount: number;
};
export type CohortSumBy<By extends LedgerDimension> = CohortSum & {
  [D in By]: D extends "campaign_id" ? number : string;
};

const ages = cohortAges.flatMap(({ days }) => (days === null ? [] : [days]));

/** The sums up to an age, over the install days that have completed it. */
function sumsAt<By extends LedgerDimension>(
  projectId: ProjectId,
  at: CohortAge,
  { events, usersOf, ...present }: CohortRequest,
  { days: { from, to }, by, ...scope }: Scope<By>,
): Fragment {
  const days = cohortAges.find(({ name }) => name === at)!.days!;
  const last = addDays(firstImmatureDay(days, present)!, -1);
  // The ledger has some of these ages.
  const until = Array.from({ length: days + 1 }, (_, age) => String(age));
  const upTo = (of: readonly string[]) =>
    ages.filter((age) => age <= days).flatMap((age) => of.map((name) => `${age} ${name}`));
  const names = {
    revenue_since: until,
    ad_revenue_since: until,
    payers: until,
    ...(hasRetention(days) && { opened_on: [String(days)] }),
    ...(events.length > 0 && { event_since: upTo(events) }),
    ...(usersOf.length > 0 && { [eventInstalls]: upTo(usersOf) }),
  };
  const labels = scope.labels ? by.filter((column) => isLabelled(column)) : [];
  const columns = sql.unsafe(
    [...by, ...labels.map((column) => `${column}_label`)].map((column) => `p.${column}, `).join(""),
  );
  return sql`
    select ${at}::text as at, ${columns} p.measure,
      case when p.measure in ('event_since', ${eventInstalls}) then substr(p.name, strpos(p.name, ' ') + 1) else '' end as name,
      sum(p.count)::bigint as count, sum(p.amount)::float8 as amount
    from (
      ${ledgerSums(projectId, {
        ...scope,
        by: [...by, "measure", "name"],
        measures: [...Object.keys(names), "installs", "spend"],
        names,
        days: { from, to: to !== null && to < last ? to : last },
      })}
    ) p
    group by ${columns} p.measure, ${sql.unsafe(String(3 + by.length + labels.length))}`;
}

/** The sums at each of the requested ages, as a part of a statement; there must be an age. */
export function cohortSums<By extends LedgerDimension>(
  projectId: ProjectId,
  request: CohortRequest,
  scope: Scope<By>,
): Fragment {
  const [first, ...others] = request.ages.map((at) => sumsAt(projectId, at, request, scope));
  return others.reduce((all, next) => sql`${all} union all ${next}`, first!);
}

/** More events would make a statement of any size. */
const maxEvents = 20;

/** The sums that these figures are computed from. */
export function cohortRequestOf(
  { timeZone }: Pick<Project, "timeZone">,
  figures: readonly CohortFigure[],
  now: Date,
): CohortRequest {
  const scope = scopeOfCohorts(figures);
  if (scope.events.length > maxEvents) {
    const message = `Choose at most ${maxEvents} events for columns of cohorts.`;
    throw new Refusal("invalid_request", message, { status: 422, fields: { columns: message } });
  }
  return { ...scope, timeZone, now };
}

/** The sums of cohorts as rows; none without ages. */
export async function sumCohorts<By extends LedgerDimension>(
  projectId: ProjectId,
  request: CohortRequest,
  scope: Scope<By>,
  max: number | null = null,
): Promise<CohortSumBy<By>[]> {
  const { ages, usersOf } = request;
  if (ages.length === 0) return [];
  if (usersOf.length > 0) await checkCountedInstalls(projectId, scope.days, ages.length);
  return readSql<CohortSumBy<By>[]>`${cohortSums(projectId, request, scope)} limit ${max}::int`;
}
