import type { z } from "zod";
import { currencyDigits } from "@/lib/base/money";
import { ratioText } from "@/lib/base/ratio";
import type { WorkSteps } from "@/lib/platform/steps";
import type { cohortsAnswer } from "@/lib/reporting/cohorts/answer-schema";
import type { CohortLine, CohortsData } from "@/lib/reporting/cohorts/schema";
import type { CohortProjection, ProjectedCell } from "@/lib/reporting/forecast/schema";
import { cohortAges } from "@/lib/reporting/metrics/cohort-ages";
import type { CohortCell } from "@/lib/reporting/metrics/cohort-metrics";
import { cohortMetrics, projectedCell } from "@/lib/reporting/metrics/cohort-metrics";

type Answer = z.output<typeof cohortsAnswer>;

/** About a few milliseconds of work. */
const linesPerStep = 50;

/** The report, with its figures in the API's documented format. */
export function* presentCohorts(data: CohortsData): WorkSteps<Answer> {
  const { currency, by } = data;
  const scale = 10 ** currencyDigits(currency);
  const whole = new Intl.NumberFormat("en-US");
  const money = new Intl.NumberFormat("en-US", { style: "currency", currency });
  const percent = (value: number) => (value === 0 ? "0%" : `${ratioText(value)}%`);
  const moneyText = (minor: number | null) => (minor === null ? null : money.format(minor / scale || 0));
  const agesOf = (cells: readonly (CohortCell | null)[]) =>
    Object.fromEntries(
      cohortAges.map(({ name }, i) => [name, cells[i] ? ageOf(cells[i]) : null]),
    ) as Answer["total"]["ages"];
  const ageOf = (cell: CohortCell) => {
    const ratioOf = (ratio: number | null) => (ratio === null ? null : ratioText(ratio));
    const retention = cohortMetrics.retention.of(cell);
    const share = cohortMetrics.paying_share.of(cell);
    const userShare = cohortMetrics.event_share.of(cell);
    const perInstall = cohortMetrics.events.of(cell);
    return {
      installs: whole.format(cell.installs),
      revenue: moneyText(cell.revenue)!,
      ltv: moneyText(cohortMetrics.ltv.of(cell)),
      spend: moneyText(cell.spend),
      roas: ratioOf(cohortMetrics.roas.of(cell)),
      ad_revenue: moneyText(cell.ad_revenue)!,
      ad_ltv: moneyText(cohortMetrics.ad_ltv.of(cell)),
      ad_roas: ratioOf(cohortMetrics.ad_roas.of(cell)),
      total_revenue: moneyText(cohortMetrics.total_revenue.of(cell))!,
      total_ltv: moneyText(cohortMetrics.total_ltv.of(cell)),
      total_roas: ratioOf(cohortMetrics.total_roas.of(cell)),
      retention: retention === null ? null : percent(retention),
      payers: whole.format(cell.payers),
      paying_share: share === null ? null : percent(share),
      arppu: moneyText(cohortMetrics.arppu.of(cell)),
      ...(cell.events && {
        event: {
          count: whole.format(cell.events.count),
          amount: moneyText(cell.events.amount)!,
          per_install: perInstall === null ? null : ratioText(perInstall),
          cost: moneyText(cohortMetrics.cost_per_event.of(cell)),
          ...(cell.users !== null && {
            users: whole.format(cell.users),
            share: userShare === null ? null : percent(userShare),
          }),
        },
      }),
    };
  };
  const projectedAge = (cell: ProjectedCell) => {
    const roas = cohortMetrics.roas.of(projectedCell(cell));
    return {
      installs: whole.format(cell.installs),
      revenue: moneyText(cell.revenue)!,
      low: moneyText(cell.low)!,
      high: moneyText(cell.high)!,
      ltv: moneyText(cohortMetrics.ltv.of(projectedCell(cell))),
      roas: roas === null ? null : ratioText(roas),
      error: cell.error === null ? null : percent(100 * cell.error),
    };
  };
  const projectionOf = ({ cells, break_even_day, refused }: CohortProjection) => ({
    break_even_day,
    refused,
    ages: Object.fromEntries(
      cohortAges.map(({ name }, i) => [name, cells[i] ? projectedAge(cells[i]) : null]),
    ) as NonNullable<Answer["total"]["projection"]>["ages"],
  });
  const figuresOf = ({ installs, spend, payback, cells, projection }: CohortLine) => ({
    installs: whole.format(installs),
    spend: moneyText(spend),
    payback,
    ages: agesOf(cells),
    ...(projection && { projection: projectionOf(projection) }),
  });
  const named = ({ key, label }: CohortLine) =>
    by === null ? {} : { id: key === null ? label : key, name: label };
  const cohorts: Answer["cohorts"] = [];
  for (const [i, row] of data.rows.entries()) {
    if (i % linesPerStep === linesPerStep - 1) yield;
    cohorts.push({ from: row.from, to: row.to, ...named(row), ...figuresOf(row) });
  }
  return {
    cohorts,
    values: data.values.map((line) => ({ id: line.key ?? line.label, name: line.label, ...figuresOf(line) })),
    total: figuresOf(data.total),
    from: data.from,
    to: data.to,
    granularity: data.granularity,
    by,
    spend_left_out: moneyText(data.spend_left_out)!,
    display_currency: currency,
  };
}
