import { describe, expect, test } from "vitest";
import { simplexWeights } from "./simplex";
import {
  detectableScore,
  errorOfTest,
  type Frame,
  type Placebo,
  placeboBound,
  placebos,
  placebosNeeded,
  predict,
} from "./synthetic-control";

/** Numbers between 0 and 1 from a seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const days = 150;

/** Countries of different sizes with a shared season, weekdays, and noise of their own as of counts. */
function world(seed: number, sizes: readonly number[]): number[][] {
  const random = randomOf(seed);
  const shared = Array.from(
    { length: days },
    (_, day) => 1 + 0.3 * Math.sin(day / 17) + 0.15 * Math.cos((2 * Math.PI * day) / 7),
  );
  return sizes.map((size) => {
    const own = 0.1 * normal(random);
    return shared.map((level) => {
      const expected = size * (level + own * 0.5);
      return Math.max(0, Math.round(expected + Math.sqrt(expected) * normal(random)));
    });
  });
}
const sizes = [120, 80, 60, 200, 40, 90, 150, 30, 70, 55, 110];
const last: Frame = { start: days - 56 - 21, fitted: 56, tested: 21 };
const earlier: Frame = { ...last, start: last.start - last.tested };

describe("weights", () => {
  test("a known mix is found", () => {
    const series = world(3, [100, 100, 100, 100]);
    const target = series[0]!.map((value, day) => 0.6 * value + 0.4 * series[2]![day]!);
    const weights = simplexWeights(target, series);
    expect(weights.map((weight) => Math.round(weight * 1_000) / 1_000)).toEqual([0.6, 0, 0.4, 0]);
  });

  test("they are never negative and add up to 1, and no pair of them can improve the fit", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const [target, ...series] = world(seed, sizes) as [number[], ...number[][]];
      const weights = simplexWeights(target, series);
      expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
      const errorOf = (mix: readonly number[]) =>
        target.reduce(
          (sum, value, day) => sum + (value - mix.reduce((all, w, i) => all + w * series[i]![day]!, 0)) ** 2,
          0,
        );
      const best = errorOf(weights);
      for (const [i, weight] of weights.entries())
        for (const j of weights.keys()) {
          const moved = Math.min(weight, 0.01);
          const other = weights.map((each, k) => each - (k === i ? moved : 0) + (k === j ? moved : 0));
          expect(errorOf(other)).toBeGreaterThanOrEqual(best * (1 - 1e-9));
        }
    }
  });

  test("one series has all the weight; none has none", () => {
    expect(simplexWeights([1, 2], [[5, 5]])).toEqual([1]);
    expect(simplexWeights([1, 2], [])).toEqual([]);
  });
});

test("regions of another size predict a region whose days have the same shape", () => {
  const small = Array.from({ length: 40 }, (_, day) => 10 + (day % 7));
  const prediction = predict(
    small.map((value) => value * 9),
    [small, small.map(() => 3)],
    { start: 0, fitted: 28, tested: 12 },
  )!;
  expect(prediction.weights[0]).toBeCloseTo(1, 6);
  expect(prediction.dailyError).toBeCloseTo(0, 4);
  expect(prediction.difference).toBeCloseTo(0, 3);
});

test("a series without anything before the test predicts nothing", () => {
  const zero = new Array(40).fill(0);
  const some = new Array(40).fill(2);
  const frame = { start: 0, fitted: 28, tested: 12 };
  expect(predict(zero, [some], frame)).toBeNull();
  expect(predict(some, [zero], frame)).toBeNull();
  expect(predict(some, [zero, some], frame)!.weights).toEqual([0, 1]);
});

describe("placebos", () => {
  test("a confidence needs a number of placebos; with fewer there is no interval", () => {
    const scores = (count: number): Placebo[] =>
      Array.from({ length: count }, (_, i) => ({ score: (i % 2 ? 1 : -1) * (i + 1), kind: "time" }));
    expect([0.8, 0.9, 0.95].map(placebosNeeded)).toEqual([4, 9, 19]);
    for (const confidence of [0.8, 0.9, 0.95]) {
      const needed = placebosNeeded(confidence);
      expect(placeboBound(scores(needed), confidence)).toBe(needed);
      expect(placeboBound(scores(needed - 1), confidence)).toBeNull();
      expect(detectableScore(scores(needed - 1), confidence, 0.8)).toBeNull();
    }
    expect(placeboBound(scores(19), 0.8)).toBe(16);
  });

  /** The measured difference of one test, its bound, and the effect that it can detect. */
  function measured(seed: number, confidence: number, effectOf: (detectable: number) => number) {
    const [target, ...donors] = world(seed, sizes) as [number[], ...number[][]];
    const bound = (target: number[]) => {
      const scores = placebos(target, donors, earlier, last);
      const prediction = predict(target, donors, last)!;
      const error = errorOfTest(prediction, last.tested);
      return {
        difference: prediction.difference,
        bound: placeboBound(scores, confidence)! * error,
        detectable: detectableScore(scores, confidence, 0.8)! * error,
      };
    };
    const effect = effectOf(bound(target).detectable) / last.tested;
    return bound(target.map((value, day) => (day >= days - last.tested ? value + effect : value)));
  }
  const seeds = Array.from({ length: 150 }, (_, i) => i + 1);
  const share = (found: readonly boolean[]) => found.filter(Boolean).length / found.length;

  test.each([0.8, 0.9])(
    "without an effect, the interval of %d contains 0 in about its share of tests",
    (confidence) => {
      const covered = share(
        seeds.map((seed) => {
          const { difference, bound } = measured(seed, confidence, () => 0);
          return Math.abs(difference) <= bound;
        }),
      );
      expect(covered).toBeGreaterThan(confidence - 0.07);
      expect(covered).toBeLessThan(confidence + 0.07);
    },
  );

  test("an effect of the detectable size is found in about 80 % of tests, and half of it rarely", () => {
    const foundWith = (factor: number) =>
      share(
        seeds.map((seed) => {
          const { difference, bound } = measured(seed, 0.9, (detectable) => -factor * detectable);
          return Math.abs(difference) > bound;
        }),
      );
    expect(foundWith(1)).toBeGreaterThan(0.7);
    expect(foundWith(1)).toBeLessThan(0.93);
    expect(foundWith(0.5)).toBeLessThan(0.5);
  });
});
