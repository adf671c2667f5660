/** What a finished test shows. It is computed from the ledger each time, and never stored. */
import type { Project } from "@/lib/accounts/access/project";
import { dayCount, eachDay } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import { networkLabel } from "@/lib/campaigns/networks";
import { findFirstDay } from "@/lib/ledger/day-queries";
import {
  comparisonOf,
  comparisonRefusal,
  fewPlacebosText,
  framesOf,
  sumOf,
  type TestComparison,
} from "@/lib/reporting/incrementality/compare";
import { type Panel, readPanel } from "@/lib/reporting/incrementality/panel";
import { historyBefore, shownControls } from "@/lib/reporting/incrementality/plan";
import {
  type Interval,
  isPause,
  type ResultData,
  type ShownTest,
  type TestKpi,
} from "@/lib/reporting/incrementality/schema";
import {
  errorOfTest,
  placeboBound,
  placebos,
  predict,
} from "@/lib/reporting/incrementality/synthetic-control";
import { missingData } from "@/lib/reporting/mix-model/gaps";
import { syncedUntil } from "@/lib/reporting/mix-model/synced";

/** During a pause, less spend than this share of the days before counts as paused. */
const pausedShare = 0.1;
/** In untouched countries, the network's spend should not change by more than this. */
const steadyShare = 0.5;

const runningText =
  "The test is running. Do not read it yet: an effect that is looked for every day is found by chance.";
const plannedText = "The test has not started.";

const scaled = ({ value, low, high }: Interval, factor: number): Interval => ({
  value: value * factor,
  low: low * factor,
  high: high * factor,
});

type Figures = Pick<ResultData, "refused" | "controls" | "series" | "effect">;

function figuresOf(
  panel: Panel,
  comparison: TestComparison,
  test: ShownTest,
  kpi: TestKpi,
  history: number,
): Figures {
  const none = { controls: [], series: [], effect: null };
  const tested = panel.days.length - history;
  const network = networkLabel(test.network);
  const question = { kind: test.kind, kpi, confidence: test.confidence, tested, network };
  const refused = comparisonRefusal(comparison, history, question);
  if (refused !== null) return { ...none, refused };
  const { test: frame, earlier } = framesOf(history, tested)!;
  const controls = comparison.controls.map(({ all }) => all);
  const prediction = predict(comparison.target, controls, frame);
  if (prediction === null) return { ...none, refused: "The countries of the test have no days to compare." };
  const scores = placebos(comparison.target, controls, earlier, frame);
  const bound = placeboBound(scores, test.confidence / 100);
  const shown = {
    controls: shownControls(comparison.controls, prediction.weights),
    series: prediction.predicted.map((predicted, i) => ({
      day: panel.days[frame.start + i]!,
      actual: comparison.target[frame.start + i]!,
      predicted,
    })),
  };
  if (bound === null)
    return { ...shown, effect: null, refused: fewPlacebosText(scores.length, test.confidence) };
  const half = bound * errorOfTest(prediction, tested);
  // A pause shows what is missing, a start what is added.
  const value = isPause(test.kind) ? 0 - prediction.difference : prediction.difference;
  const total = { value, low: value - half, high: value + half };
  return {
    ...shown,
    refused: null,
    effect: {
      total,
      per_day: scaled(total, 1 / tested),
      percent: scaled(total, 100 / prediction.expected),
      is_clear: total.low > 0 || total.high < 0,
      placebos: scores.length,
    },
  };
}

const emptyResult = (test: ShownTest, kpi: TestKpi, currency: string): ResultData => ({
  test,
  kpi,
  currency,
  countries: test.countries,
  controls: [],
  control_kind: "countries",
  refused: null,
  warnings: [],
  series: [],
  effect: null,
  attributed: { before: 0, during: 0, change: 0 },
  spend: { before: 0, during: 0, change: 0, without_country: 0 },
  incremental_per_attributed: null,
  cost_per_incremental: null,
  incremental_roas: null,
  organic: [],
});

export async function testResult(
  project: Project,
  test: ShownTest,
  now: Date,
  kpi: TestKpi = test.kpi,
): Promise<ResultData> {
  const empty = emptyResult(test, kpi, project.currency);
  if (test.state === "planned") return { ...empty, refused: plannedText };
  const firstDay = await findFirstDay(project.id);
  const before = historyBefore(test.starts_on, firstDay);
  if (before === null)
    return { ...empty, refused: "There are no days of data before the test to compare with." };
  const today = dayIn(project.timeZone, now);
  const days = { from: before.from, to: test.ends_on < today ? test.ends_on : today };
  const isEverywhere = test.kind === "pause_everywhere";
  const subject = { network: test.network, campaigns: test.campaigns };
  const [panel, synced] = await Promise.all([
    readPanel(project, subject, kpi, days, { named: test.countries, withNetworks: isEverywhere }),
    syncedUntil(project, days),
  ]);
  const history = dayCount(before.from, before.to);
  const tested = panel.days.length - history;
  const comparison = comparisonOf(panel, { ...test, kpi }, { history, tested });
  const isRunning = test.state === "running";
  const figures = isRunning
    ? { refused: runningText, controls: [], series: [], effect: null }
    : figuresOf(panel, comparison, test, kpi, history);

  const periods = (series: readonly number[]) => ({
    before: sumOf(series.slice(Math.max(0, history - tested), history)),
    during: sumOf(series.slice(history)),
  });
  const total = (pick: "attributed" | "spend") => {
    const all = comparison.treated.map((region) => periods(region[pick]));
    return { before: sumOf(all.map((one) => one.before)), during: sumOf(all.map((one) => one.during)) };
  };
  const without = periods(panel.spendWithoutCountry);
  const [attributed, spend] = [total("attributed"), total("spend")];
  if (isEverywhere) {
    spend.before += without.before;
    spend.during += without.during;
  }
  const changeOf = ({ before, during }: { before: number; during: number }) =>
    isPause(test.kind) ? before - during : during - before;
  const [attributedChange, spendChange] = [changeOf(attributed), changeOf(spend)];
  // A ratio of a difference that may be chance would look like a finding.
  const incremental = figures.effect?.is_clear ? figures.effect.total.value : null;
  const ofNetwork = synced.filter(({ network }) => network === test.network);
  const missing = missingData({ from: test.starts_on, to: days.to }, firstDay, ofNetwork, () => "spend");
  const spendText = { spend, withoutCountry: isEverywhere ? 0 : without.before + without.during };
  return {
    ...empty,
    ...figures,
    control_kind: comparison.controlKind,
    warnings: [
      ...spendWarnings(test, panel, comparison, history, spendText),
      ...(missing.length > 0
        ? [`The spend of ${networkLabel(test.network)} was not synced on all days of the test.`]
        : []),
      ...(comparison.controlKind === "networks"
        ? ["No untouched countries: other networks predict the days, and may have gained from the pause."]
        : []),
    ],
    attributed: { ...attributed, change: attributedChange },
    spend: {
      ...spend,
      change: spendChange,
      without_country: isEverywhere ? 0 : without.before + without.during,
    },
    incremental_per_attributed:
      incremental !== null && attributedChange > 0 ? incremental / attributedChange : null,
    cost_per_incremental:
      incremental !== null && incremental > 0 && spendChange > 0 ? spendChange / incremental : null,
    incremental_roas:
      kpi === "revenue" && incremental !== null && spendChange > 0 ? incremental / spendChange : null,
    organic: eachDay(panel.days[Math.max(0, history - Math.max(28, tested))]!, days.to).map((day) => {
      const place = panel.days.indexOf(day);
      const of = (pick: "organic" | "spend") =>
        sumOf(comparison.treated.map((region) => region[pick][place]!));
      return {
        day,
        organic: of("organic"),
        spend: of("spend") + (isEverywhere ? panel.spendWithoutCountry[place]! : 0),
      };
    }),
  };
}

/** Signs that the network was not really paused or started, or not only in the countries of the test. */
function spendWarnings(
  test: ShownTest,
  panel: Panel,
  { treated, controlKind }: TestComparison,
  history: number,
  { spend, withoutCountry }: { spend: { before: number; during: number }; withoutCountry: number },
): string[] {
  const network = networkLabel(test.network);
  const tested = panel.days.length - history;
  if (spend.before === 0 && spend.during === 0)
    return withoutCountry > 0
      ? [
          `The spend of ${network} is not broken down by country, so Cairn cannot check the ${isPause(test.kind) ? "pause" : "start"}, nor compute costs.`,
        ]
      : [];
  const spent = treated.filter((region) => sumOf(region.spend.slice(history)) > 0);
  const spentDays = panel.days
    .slice(history)
    .filter((_, i) => treated.some((region) => region.spend[history + i]! > 0));
  const wrong = isPause(test.kind)
    ? spend.during > pausedShare * spend.before
      ? [
          `${network} was not paused: it spent on ${spentDays.length} of ${tested} days${test.kind === "pause_everywhere" ? "" : `, in ${spent.map(({ label }) => label).join(", ")}`}.`,
        ]
      : []
    : spend.during <= spend.before
      ? [`${network} did not start: it spent no more than in the same number of days before.`]
      : [];
  if (controlKind === "networks") return wrong;
  const touched = new Set(treated);
  const controls = panel.regions.filter((region) => !touched.has(region));
  const before = sumOf(
    controls.map((region) => sumOf(region.spend.slice(Math.max(0, history - tested), history))),
  );
  const during = sumOf(controls.map((region) => sumOf(region.spend.slice(history))));
  const isSteady = before === 0 ? during === 0 : Math.abs(during - before) <= steadyShare * before;
  return isSteady
    ? wrong
    : [
        ...wrong,
        `The spend of ${network} also changed in untouched countries, so these predict the days badly.`,
      ];
}
