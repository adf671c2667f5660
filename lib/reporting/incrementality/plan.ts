/** What a test of some countries and days could find out, from the days so far. */
import type { Project } from "@/lib/accounts/access/project";
import { addDays, dayCount } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import { knownNetworkCode } from "@/lib/campaigns/known-network";
import { networkLabel } from "@/lib/campaigns/networks";
import { findFirstDay } from "@/lib/ledger/day-queries";
import {
  candidateSplits,
  comparisonOf,
  comparisonRefusal,
  fewPlacebosText,
  framesOf,
  maxHistory,
  sumOf,
  type TestComparison,
} from "@/lib/reporting/incrementality/compare";
import { type Panel, readPanel } from "@/lib/reporting/incrementality/panel";
import type { PlanData, PlanQuery } from "@/lib/reporting/incrementality/schema";
import {
  detectableScore,
  errorOfTest,
  placeboBound,
  placebos,
  predict,
} from "@/lib/reporting/incrementality/synthetic-control";
import type { DateRange } from "@/lib/reporting/metrics/compare";

/** The days before a test that are read, from the project's first day on; null without any. */
export function historyBefore(day: string, firstDay: string | null): DateRange | null {
  const to = addDays(day, -1);
  const earliest = addDays(day, -maxHistory);
  if (firstDay === null || firstDay > to) return null;
  return { from: firstDay > earliest ? firstDay : earliest, to };
}

/** The controls with a share in the prediction, the largest first. */
export const shownControls = (
  controls: TestComparison["controls"],
  weights: readonly number[],
): PlanData["controls"] =>
  controls
    .map(({ key, label }, i) => ({ key, label, weight: weights[i] ?? 0 }))
    .filter(({ weight }) => weight > 0.000_5)
    .sort((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1));

const median = (values: readonly number[]): number | null => {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return Number.isInteger(middle) ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[Math.floor(middle)]!;
};

type Estimate = Pick<
  PlanData,
  "refused" | "controls" | "fit" | "unseen_from" | "error_percent" | "placebos" | "detectable"
>;

const none: Omit<Estimate, "refused"> = {
  controls: [],
  fit: [],
  unseen_from: null,
  error_percent: null,
  placebos: 0,
  detectable: null,
};

/** Treats the last days of the history as a test, in which nothing happened. */
function estimate(panel: Panel, comparison: TestComparison, query: PlanQuery, network: string): Estimate {
  const { days: tested, confidence, power } = query;
  const history = panel.days.length;
  const refused = comparisonRefusal(comparison, history, { ...query, tested, network });
  if (refused !== null) return { ...none, refused };
  const { target, treated } = comparison;
  const controls = comparison.controls.map(({ all }) => all);
  // The last days of the history, in which nothing happened, are the first of the comparisons.
  const { fitted } = framesOf(history, tested)!.test;
  const newest = { start: history - fitted - tested, fitted, tested };
  const prediction = predict(target, controls, newest);
  if (prediction === null) return { ...none, refused: "The countries of the test have no days to compare." };
  const scores = placebos(target, controls, newest, newest);
  const error = errorOfTest(prediction, tested);
  const score = detectableScore(scores, confidence / 100, power / 100);
  const value = score === null ? null : score * error;
  const attributed = sumOf(treated.flatMap((region) => region.attributed.slice(-tested)));
  const typical = median(scores.filter(({ kind }) => kind === "time").map(({ score }) => Math.abs(score)));
  return {
    refused:
      placeboBound(scores, confidence / 100) === null ? fewPlacebosText(scores.length, confidence) : null,
    controls: shownControls(comparison.controls, prediction.weights),
    fit: prediction.predicted.map((predicted, i) => ({
      day: panel.days[newest.start + i]!,
      actual: target[newest.start + i]!,
      predicted,
    })),
    unseen_from: panel.days[newest.start + fitted]!,
    error_percent:
      typical !== null && prediction.expected > 0 ? (100 * typical * error) / prediction.expected : null,
    placebos: scores.length,
    detectable:
      value === null
        ? null
        : {
            value,
            percent: (100 * value) / prediction.expected,
            percent_of_attributed: attributed > 0 ? (100 * value) / attributed : null,
          },
  };
}

/** The better of two: the smaller the detectable part of the attributed KPI, or of all of it. */
const qualityOf = ({ refused, detectable }: Estimate) =>
  refused !== null || detectable === null
    ? Number.POSITIVE_INFINITY
    : (detectable.percent_of_attributed ?? detectable.percent);

export async function planTest(project: Project, query: PlanQuery, now: Date): Promise<PlanData> {
  const network = await knownNetworkCode(project.id, query.network);
  const today = dayIn(project.timeZone, now);
  const history = historyBefore(today, await findFirstDay(project.id));
  const isEverywhere = query.kind === "pause_everywhere";
  const subject = { network, campaigns: query.campaigns ?? [] };
  const days = history ?? { from: addDays(today, -1), to: addDays(today, -1) };
  const panel = await readPanel(project, subject, query.kpi, days, {
    named: query.countries,
    withNetworks: isEverywhere,
  });
  const isSuggested = !isEverywhere && query.countries.length === 0;
  const splits = isSuggested ? candidateSplits(panel, query.kind, query.kpi, query.days) : [query.countries];
  const label = networkLabel(network);
  const tried = splits.map((countries) => {
    const comparison = comparisonOf(
      panel,
      { ...query, countries },
      { history: panel.days.length, tested: query.days },
    );
    return { countries, comparison, found: estimate(panel, comparison, query, label) };
  });
  const best = tried.reduce<(typeof tried)[number] | undefined>(
    (found, next) => (found && qualityOf(found.found) <= qualityOf(next.found) ? found : next),
    undefined,
  );
  const treated = best?.comparison.treated ?? [];
  const last = (series: readonly number[]) => sumOf(series.slice(-query.days));
  const at_stake = {
    spend: sumOf(treated.map(({ spend }) => last(spend))),
    attributed: sumOf(treated.map(({ attributed }) => last(attributed))),
    spend_without_country: last(panel.spendWithoutCountry),
  };
  if (isEverywhere) at_stake.spend += at_stake.spend_without_country;
  const base = {
    kpi: query.kpi,
    currency: project.currency,
    history: days,
    days: query.days,
    is_suggested: isSuggested,
    at_stake,
  };
  if (!best)
    return {
      ...base,
      ...none,
      refused: `No split of countries is possible: ${label} needs countries with enough volume, and at least 3 others to compare with.`,
      countries: [],
      control_kind: "countries",
      warnings: [],
    };
  return {
    ...base,
    ...best.found,
    countries: isEverywhere ? [] : best.countries,
    control_kind: best.comparison.controlKind,
    warnings: warningsOf(best.found, best.comparison, label, dayCount(days.from, days.to)),
  };
}

function warningsOf(
  { detectable, error_percent }: Estimate,
  { controlKind }: TestComparison,
  network: string,
  history: number,
): string[] {
  const share = detectable?.percent_of_attributed ?? null;
  return [
    ...(share !== null && share > 100
      ? [
          `Even if everything attributed to ${network} were lost, such a test would probably not show it. Test longer, or in more countries.`,
        ]
      : []),
    ...(error_percent !== null && error_percent > 20
      ? ["The other countries predict these countries badly. Choose countries whose days are more alike."]
      : []),
    ...(controlKind === "networks"
      ? [
          `No untouched countries: other networks predict the days. If ${network} takes installs from them, the effect looks smaller than it is.`,
        ]
      : []),
    ...(history < 84
      ? [`There are only ${history} days of history. The error may be larger than it seems.`]
      : []),
  ];
}
