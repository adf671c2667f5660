import { describe, expect, test } from "vitest";
import {
  countedTwice,
  minDeliveredShare,
  rangeCoverage,
  sumEstimates,
  unionEstimate,
} from "@/lib/reporting/ios/counted-twice";

/** A reproducible generator of numbers between 0 and 1 (mulberry32). */
function generator(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Truth = { known: number; eligible: number; apple: number; twice: number };

/** Installs of a campaign with everything that nobody sees: which known installs Apple counted, too. */
function aCampaign(next: () => number, delivered: number, largest: number): Truth {
  const known = 1 + Math.floor(next() * largest);
  const eligible = Math.round(known * (0.3 + 0.7 * next()));
  let twice = 0;
  for (let n = 0; n < eligible; n++) if (next() < delivered) twice++;
  return { known, eligible, twice, apple: twice + Math.floor(next() * 2 * largest) };
}

const delivered = (next: () => number) => minDeliveredShare + next() * (1 - minDeliveredShare);

describe("installs counted twice", () => {
  test.each([
    ["small campaigns", 30],
    ["campaigns of some hundred installs", 600],
    ["large campaigns", 3_000],
  ])("in %s, the range holds the truth as often as it claims", (_, largest) => {
    const next = generator(largest);
    const rounds = 800;
    let covered = 0;
    let above = 0;
    for (let round = 0; round < rounds; round++) {
      const { known, eligible, apple, twice } = aCampaign(next, delivered(next), largest);
      const { low, mid, high } = unionEstimate(known, apple, countedTwice({ eligible, apple }));
      const truth = known + apple - twice;
      if (truth >= low && truth <= high) covered++;
      above += mid > truth ? 1 : mid === truth ? 0.5 : 0;
    }
    expect(covered / rounds).toBeGreaterThanOrEqual(rangeCoverage - 0.03);
    // A range of few whole installs has to cover more than it claims.
    if (largest > 100) expect(covered / rounds).toBeLessThanOrEqual(rangeCoverage + 0.05);
    expect(above / rounds).toBeGreaterThan(0.38);
    expect(above / rounds).toBeLessThan(0.62);
  });

  test("the sum of campaigns with the same share of postbacks is covered at least as often", () => {
    const next = generator(7);
    const rounds = 250;
    let covered = 0;
    for (let round = 0; round < rounds; round++) {
      const share = delivered(next);
      const campaigns = Array.from({ length: 8 }, () => aCampaign(next, share, 300));
      const { low, high } = sumEstimates(
        campaigns.map(({ known, eligible, apple }) =>
          unionEstimate(known, apple, countedTwice({ eligible, apple })),
        ),
      );
      const truth = campaigns.reduce((sum, { known, apple, twice }) => sum + known + apple - twice, 0);
      if (truth >= low && truth <= high) covered++;
    }
    expect(covered / rounds).toBeGreaterThanOrEqual(rangeCoverage - 0.04);
  });

  test("no more installs are counted twice than Apple counted, and than should have sent a postback", () => {
    for (const eligible of [0, 1, 5, 80, 400, 401, 3_000])
      for (const apple of [0, 1, 7, 90, 5_000]) {
        const { low, mid, high } = countedTwice({ eligible, apple });
        expect(low).toBeLessThanOrEqual(mid);
        expect(mid).toBeLessThanOrEqual(high);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(Math.min(eligible, apple));
      }
  });

  test("a campaign whose installs send no postbacks is added in full", () => {
    expect(unionEstimate(40, 25, countedTwice({ eligible: 0, apple: 25 }))).toEqual({
      low: 65,
      mid: 65,
      high: 65,
    });
  });

  test("if far more known installs should have sent postbacks than arrived, Apple's are all known", () => {
    expect(unionEstimate(1_000, 100, countedTwice({ eligible: 1_000, apple: 100 }))).toEqual({
      low: 1_000,
      mid: 1_000,
      high: 1_000,
    });
  });

  test("the exact and the approximate distribution agree where they meet", () => {
    const [exact, approximate] = [400, 401].map((eligible) => countedTwice({ eligible, apple: 1_000 }));
    for (const end of ["low", "mid", "high"] as const)
      expect(Math.abs(exact![end] - approximate![end])).toBeLessThanOrEqual(2);
  });
});
