/** Which countries are compared with which, and over how many days. Pure. */
import type { Panel, Region } from "@/lib/reporting/incrementality/panel";
import { isPause, type TestKind, type TestKpi } from "@/lib/reporting/incrementality/schema";
import { type Frame, placebosNeeded } from "@/lib/reporting/incrementality/synthetic-control";

/** Weights are fitted on at least so many days, and at most so many. */
const fitted = { min: 28, max: 90 };
/** The longest history that is read. Older days say less about the next weeks. */
export const maxHistory = 180;
const minControls = 3;
/** Below this, a day of the countries is mostly chance. */
const minPerDay = { treated: 5, control: 1 };

const sum = (series: readonly number[]) => series.reduce((total, each) => total + each, 0);
const mean = (series: readonly number[]) => (series.length === 0 ? 0 : sum(series) / series.length);
export const sumOf = sum;

const addUp = (series: readonly (readonly number[])[], length: number): number[] =>
  Array.from({ length }, (_, day) => series.reduce((total, each) => total + each[day]!, 0));

export type Control = { key: string; label: string; all: number[] };
export type TestComparison = {
  treated: Region[];
  target: number[];
  controls: Control[];
  controlKind: "countries" | "networks";
};

/** The days on which weights are fitted are the last ones of the history. */
const fittedDays = (history: number, tested: number) =>
  Math.min(history, Math.min(fitted.max, Math.max(fitted.min, history - 4 * tested)));

/** Large enough on the days that count. Money has no scale, so only days without any count against it. */
function isUsable(series: readonly number[], history: number, tested: number, kpi: TestKpi): boolean {
  const before = series.slice(history - fittedDays(history, tested), history);
  if (kpi === "revenue") return before.filter((value) => value > 0).length >= 0.8 * before.length;
  return mean(before) >= minPerDay.control;
}

/** The countries of the test, and all that can predict them. */
export function comparisonOf(
  panel: Panel,
  { kind, kpi, countries }: { kind: TestKind; kpi: TestKpi; countries: readonly string[] },
  /** The number of days before the test, and of the test. */
  { history, tested }: { history: number; tested: number },
): TestComparison {
  const { regions } = panel;
  const isTouched = ({ attributed, spend }: Region) =>
    sum(attributed.slice(0, history)) > 0 || sum(spend.slice(0, history)) > 0;
  const isTreated = (region: Region) =>
    kind === "pause_everywhere" ? isTouched(region) : countries.includes(region.key);
  const treated = regions.filter(isTreated);
  const usable = regions.filter((region) => !isTreated(region) && isUsable(region.all, history, tested, kpi));
  const networks = panel.networks.filter(({ all }) => isUsable(all, history, tested, kpi));
  const byNetwork =
    kind === "pause_everywhere" && usable.length < minControls && networks.length > usable.length;
  return {
    treated,
    target: addUp(
      treated.map(({ all }) => all),
      panel.days.length,
    ),
    controls: byNetwork ? networks : usable.map(({ key, label, all }) => ({ key, label, all })),
    controlKind: byNetwork ? "networks" : "countries",
  };
}

/** The days of a test after `history` days, and the last one before it, which had no effect; null if there are too few. */
export function framesOf(history: number, tested: number): { test: Frame; earlier: Frame } | null {
  // Earlier tests need their own days, and more of them give a better interval than a longer fit.
  const length = Math.max(fitted.min, fittedDays(history, tested));
  const start = history - length;
  if (start - tested < 0) return null;
  return {
    test: { start, fitted: length, tested },
    earlier: { start: start - tested, fitted: length, tested },
  };
}

const daysNeeded = (tested: number) => fitted.min + tested;

const names: Record<TestKpi, string> = { installs: "installs", signups: "sign-ups", revenue: "revenue" };

type TestQuestion = { kind: TestKind; kpi: TestKpi; confidence: number; tested: number; network: string };

/** Why a comparison says nothing; null if it does. */
export function comparisonRefusal(
  { treated, target, controls, controlKind }: TestComparison,
  history: number,
  { kind, kpi, tested, network }: TestQuestion,
): string | null {
  const name = names[kpi];
  const before = (series: readonly number[]) => sum(series.slice(0, history));
  if (
    isPause(kind) &&
    treated.every(({ attributed, spend }) => before(attributed) === 0 && before(spend) === 0)
  )
    return `${network} has no spend and no attributed ${name} there, so a pause changes nothing.`;
  if (framesOf(history, tested) === null)
    return `There are ${history} days of data before the test. A test of ${tested} days needs at least ${daysNeeded(tested)}.`;
  const perDay = mean(target.slice(0, history));
  if (kpi === "revenue" ? perDay <= 0 : perDay < minPerDay.treated)
    return kpi === "revenue"
      ? "The countries of the test have no revenue."
      : `The countries of the test have ${perDay.toFixed(1)} ${name} a day. At least ${minPerDay.treated} are needed: add countries.`;
  if (controls.length < minControls)
    return controlKind === "networks" || kind === "pause_everywhere"
      ? `Nothing else is large enough to compare with: at least ${minControls} other networks, or countries without ${network}, with ${minPerDay.control} a day are needed. Test in some countries instead.`
      : `Only ${controls.length} untouched ${controls.length === 1 ? "country is" : "countries are"} large enough to compare with. At least ${minControls} are needed: choose fewer countries.`;
  return null;
}

export const fewPlacebosText = (placebos: number, confidence: number) =>
  `${confidence}% confidence needs ${placebosNeeded(confidence / 100)} comparisons without an effect, and this history has ${placebos}. Choose a lower confidence or a shorter test.`;

/** How alike two series are, from -1 to 1. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const [ma, mb] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]! - ma, b[i]! - mb];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : ab / Math.sqrt(aa * bb);
}

const maxSuggested = 5;
const maxCandidates = 12;

/**
 * Sets of countries worth testing: those whose history is most like that of all others, alone and together. Countries
 * with nothing to pause, or too small, are not candidates.
 */
export function candidateSplits(panel: Panel, kind: TestKind, kpi: TestKpi, tested: number): string[][] {
  const days = panel.days.length;
  const usable = panel.regions.filter(({ all }) => isUsable(all, days, tested, kpi));
  const whole = addUp(
    usable.map(({ all }) => all),
    days,
  );
  const alike = usable
    .filter(({ attributed, spend }) => !isPause(kind) || sum(attributed) > 0 || sum(spend) > 0)
    .slice(0, maxCandidates)
    .map(({ key, all }) => ({
      key,
      alike: correlation(
        all,
        whole.map((value, day) => value - all[day]!),
      ),
    }))
    .sort((a, b) => b.alike - a.alike || (a.key < b.key ? -1 : 1))
    .map(({ key }) => key);
  const largest = Math.min(maxSuggested, usable.length - minControls);
  if (largest <= 0) return [];
  return Array.from({ length: largest }, (_, i) => alike.slice(0, i + 1))
    .filter((split, i) => split.length === i + 1)
    .concat(alike.slice(1, 4).map((key) => [key]))
    .map((split) => split.sort());
}
