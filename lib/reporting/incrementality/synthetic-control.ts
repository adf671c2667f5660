/** Predicts a series from untouched ones (synthetic control), and how far such predictions are off. Pure. */
import { simplexWeights } from "@/lib/reporting/incrementality/simplex";

/** Consecutive days of all series: those that the weights are fitted on, and those of the test after them. */
export type Frame = { start: number; fitted: number; tested: number };

export type Prediction = {
  weights: number[];
  /** For every day of the frame. */
  predicted: number[];
  /** Typical error of a fitted day. */
  dailyError: number;
  /** Actual minus predicted, over the days of the test. */
  difference: number;
  /** The predicted sum of the days of the test. */
  expected: number;
};

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;

/**
 * Regions differ in size, so every series is compared as a ratio to its own mean before the test. Null if a series that
 * is needed is zero on all fitted days.
 */
export function predict(
  target: readonly number[],
  donors: readonly (readonly number[])[],
  { start, fitted, tested }: Frame,
): Prediction | null {
  const end = start + fitted + tested;
  const levelOf = (series: readonly number[]) => mean(series.slice(start, start + fitted));
  const level = levelOf(target);
  const levels = donors.map(levelOf);
  const usable = donors.map((_, i) => levels[i]! > 0);
  if (!(level > 0) || !usable.some(Boolean)) return null;
  const ratios = donors.flatMap((series, i) =>
    usable[i] ? [series.slice(start, end).map((value) => value / levels[i]!)] : [],
  );
  const actual = target.slice(start, end);
  const fittedPart = (series: readonly number[]) => series.slice(0, fitted);
  const found = simplexWeights(
    fittedPart(actual).map((value) => value / level),
    ratios.map(fittedPart),
  );
  const predicted = actual.map((_, day) => level * sum(ratios.map((series, i) => found[i]! * series[day]!)));
  const errors = fittedPart(actual).map((value, day) => (value - predicted[day]!) ** 2);
  let place = 0;
  const expected = sum(predicted.slice(fitted));
  return {
    weights: donors.map((_, i) => (usable[i] ? found[place++]! : 0)),
    predicted,
    dailyError: Math.sqrt(mean(errors)),
    difference: sum(actual.slice(fitted)) - expected,
    expected,
  };
}

/** Noise of a whole test grows with the square root of its days. */
export const errorOfTest = ({ dailyError }: Prediction, tested: number) => dailyError * Math.sqrt(tested);

/** The difference of a test without any effect, in units of `errorOfTest`. */
export type Placebo = { score: number; kind: "time" | "region" };

function placeboOf(
  target: readonly number[],
  donors: readonly (readonly number[])[],
  frame: Frame,
  kind: Placebo["kind"],
): Placebo[] {
  const prediction = predict(target, donors, frame);
  if (prediction === null) return [];
  const error = errorOfTest(prediction, frame.tested);
  return error > 0 ? [{ score: prediction.difference / error, kind }] : [];
}

/**
 * Tests that never happened: of the same regions in earlier days, and of each untouched region. `last` is the last frame
 * without an effect; with `regions`, untouched regions are also tested in these days.
 */
export function placebos(
  target: readonly number[],
  donors: readonly (readonly number[])[],
  last: Frame,
  regions: Frame | null,
): Placebo[] {
  // Frames that overlap by half still differ, and give more of them.
  const stride = Math.max(1, Math.ceil(last.tested / 2));
  const inTime: Placebo[] = [];
  for (let start = last.start; start >= 0; start -= stride)
    inTime.push(...placeboOf(target, donors, { ...last, start }, "time"));
  const inSpace = regions
    ? donors.flatMap((series, i) =>
        donors.length < 3
          ? []
          : placeboOf(
              series,
              donors.filter((_, other) => other !== i),
              regions,
              "region",
            ),
      )
    : [];
  return [...inTime, ...inSpace];
}

/**
 * The size that a share `confidence` of placebo scores does not exceed. The test itself counts as one more, so that the
 * share holds for few placebos, too. Null if there are too few of them.
 */
export function placeboBound(scores: readonly Placebo[], confidence: number): number | null {
  const sizes = scores.map(({ score }) => Math.abs(score)).sort((a, b) => a - b);
  const place = Math.ceil(confidence * (sizes.length + 1) - 1e-9);
  return place > sizes.length ? null : sizes[place - 1]!;
}

/** The number of placebos that a confidence needs. */
export const placebosNeeded = (confidence: number) => Math.ceil(confidence / (1 - confidence) - 1e-9);

/** The difference that stands out of the placebo interval with this power, in units of `errorOfTest`. */
export function detectableScore(
  scores: readonly Placebo[],
  confidence: number,
  power: number,
): number | null {
  const bound = placeboBound(scores, confidence);
  if (bound === null) return null;
  // Noise is as likely up as down, so each placebo counts with both signs.
  const signed = scores.flatMap(({ score }) => [score, -score]).sort((a, b) => a - b);
  const place = Math.min(signed.length - 1, Math.max(0, Math.ceil(power * signed.length) - 1));
  return bound + signed[place]!;
}
