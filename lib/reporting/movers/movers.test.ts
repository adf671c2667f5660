import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  figureChange,
  moverFigure,
  type PeriodPair,
  type PeriodSums,
  roundToSum,
  sumOfEffects,
} from "./effects";
import { largestMovers, mainCause, sumOfPairs } from "./rules";

const count = fc.oneof(fc.constant(0), fc.nat(20), fc.nat(50_000));
const money = fc.oneof(fc.constant(0), fc.nat(300), fc.nat(90_000_000));
const volumes = fc.record<PeriodSums>({
  clicks: count,
  installs: count,
  signups: count,
  // Refunds can exceed payments.
  revenue: fc.oneof(
    money,
    money.map((amount) => 0 - amount),
  ),
  spend: money,
});
const pair = fc.record<PeriodPair>({ before: volumes, after: volumes });
const pairs = fc.array(pair, { minLength: 1, maxLength: 40 });
const added = ["clicks", "installs", "signups", "revenue", "spend"] as const;
const divided = ["roas", "cost_per_install"] as const;
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const empty: PeriodSums = { clicks: 0, installs: 0, signups: 0, revenue: 0, spend: 0 };
const of = (before: Partial<PeriodSums>, after: Partial<PeriodSums>): PeriodPair => ({
  before: { ...empty, ...before },
  after: { ...empty, ...after },
});
const rows = (all: readonly PeriodPair[]) =>
  all.map((one, i) => ({ key: `k${i}`, label: `Row ${i}`, pair: one }));

describe("on random data", () => {
  test.each(added)(
    "effects add up to each row's change, and rows to the change of all %s, to the unit",
    (figure) => {
      fc.assert(
        fc.property(pairs, (all) => {
          const whole = sumOfPairs(all);
          const { change, rows } = figureChange(all, whole, figure);
          expect(change).toBe(whole.after[figure] - whole.before[figure]);
          expect(sum(rows.map((row) => row.change))).toBe(change);
          for (const [i, row] of rows.entries()) {
            expect(row.change).toBe(all[i]!.after[figure] - all[i]!.before[figure]);
            expect(sumOfEffects(row.effects!)).toBe(row.change);
            expect(Object.values(row.effects!).every(Number.isInteger)).toBe(true);
          }
        }),
        { numRuns: 300 },
      );
    },
  );

  test.each(divided)("rows add up to the change of %s of all rows, to the cent", (figure) => {
    fc.assert(
      fc.property(pairs, (all) => {
        const whole = sumOfPairs(all);
        const [from, to] = [moverFigure(whole.before, figure), moverFigure(whole.after, figure)];
        const { change, rows } = figureChange(all, whole, figure);
        const expected = from === null || to === null ? null : to - from;
        expect(change).toBe(expected);
        expect(rows.length > 0 ? sum(rows.map((row) => row.change)) : null).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  test("shown movers and the others add up to the total, in changes, values and effects, whatever is noise", () => {
    fc.assert(
      fc.property(pairs, fc.constantFrom(...added), (all, figure) => {
        const whole = sumOfPairs(all);
        const { change, effects, rows: shown } = largestMovers(rows(all), whole, figure);
        expect(sum(shown.map((row) => row.change))).toBe(change);
        expect(sum(shown.map((row) => row.before!))).toBe(whole.before[figure]);
        expect(sum(shown.map((row) => row.rows))).toBe(all.length);
        for (const cause of ["spend", "mix", "price", "yield", "unpaid"] as const)
          expect(sum(shown.map((row) => row.effects![cause]))).toBe(effects![cause]);
        const sizes = shown.filter(({ key }) => key !== null).map((row) => Math.abs(row.change));
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
      }),
      { numRuns: 300 },
    );
  });

  test("parts are rounded by less than a unit", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 }), (parts) => {
        const total = Math.round(sum(parts)) + 0;
        const rounded = roundToSum(parts, total);
        expect(sum(rounded)).toBe(total);
        for (const [i, part] of parts.entries()) expect(Math.abs(rounded[i]! - part)).toBeLessThan(1.001);
      }),
    );
  });
});

describe("causes", () => {
  const only = (pair: PeriodPair, figure: (typeof added)[number]) =>
    figureChange([pair], sumOfPairs([pair]), figure).rows[0]!.effects!;
  const none = { spend: 0, mix: 0, price: 0, yield: 0, unpaid: 0 };

  test("twice the spend at the same price per install is an effect of spend", () => {
    expect(only(of({ spend: 1_000, installs: 10 }, { spend: 2_000, installs: 20 }), "installs")).toEqual({
      ...none,
      spend: 10,
    });
  });

  test("the same spend at twice the price per install is an effect of price", () => {
    expect(only(of({ spend: 1_000, installs: 10 }, { spend: 1_000, installs: 5 }), "installs")).toEqual({
      ...none,
      price: -5,
    });
  });

  test("the same installs with fewer sign-ups is an effect of conversion: sign-ups by installs", () => {
    const pair = of({ spend: 1_000, installs: 10, signups: 6 }, { spend: 1_000, installs: 10, signups: 3 });
    expect(only(pair, "signups")).toEqual({ ...none, yield: -3 });
  });

  test("the same spend moved to the dearer row is an effect of mix: shares of spend by installs per spend", () => {
    const cheap = of({ spend: 800, installs: 80 }, { spend: 200, installs: 20 });
    const dear = of({ spend: 200, installs: 10 }, { spend: 800, installs: 40 });
    const { effects } = largestMovers(rows([cheap, dear]), sumOfPairs([cheap, dear]), "installs");
    expect(effects).toEqual({ ...none, mix: -30 });
  });

  test("installs without spend, before the first or in all periods, are neither price nor mix", () => {
    expect(only(of({ installs: 4 }, { installs: 9 }), "installs")).toEqual({ ...none, unpaid: 5 });
    expect(only(of({ installs: 4 }, { installs: 9, spend: 900 }), "installs")).toEqual({
      ...none,
      spend: 9,
      unpaid: -4,
    });
  });

  test("the main cause is the largest effect in the direction of the change", () => {
    const effects = { ...none, spend: -3, price: 10, mix: 2 };
    expect(mainCause({ change: 9, effects })).toBe("price");
    expect(mainCause({ change: -1, effects: { ...none, spend: -3, mix: 2 } })).toBe("spend");
    expect(mainCause({ change: 0, effects: none })).toBeNull();
  });
});

describe("ranking", () => {
  test("a row with few installs does not lead, however large its change in percent", () => {
    const tiny = of({ installs: 0 }, { installs: 9 });
    const large = of({ installs: 400 }, { installs: 392 });
    const { rows: shown } = largestMovers(rows([tiny, large]), sumOfPairs([tiny, large]), "installs");
    expect(shown.map(({ key, change }) => [key, change])).toEqual([
      ["k1", -8],
      [null, 9],
    ]);
  });

  test("a row with spend and no installs is a mover of cost per install, and of spend", () => {
    const wasted = of({}, { spend: 50_000 });
    const good = of({ spend: 50_000, installs: 100 }, { spend: 50_000, installs: 100 });
    const whole = sumOfPairs([wasted, good]);
    expect(largestMovers(rows([wasted, good]), whole, "cost_per_install").rows[0]).toMatchObject({
      key: "k0",
      change: 500,
      share: 100,
    });
    expect(largestMovers(rows([wasted, good]), whole, "spend").rows[0]).toMatchObject({
      key: "k0",
      change: 50_000,
    });
  });

  test("equal changes are in the order of their keys, and at most five rows are shown before the others", () => {
    const same = Array.from({ length: 8 }, () => of({ installs: 100 }, { installs: 110 }));
    const { rows: shown } = largestMovers(rows(same).reverse(), sumOfPairs(same), "installs");
    expect(shown.map(({ key }) => key)).toEqual(["k0", "k1", "k2", "k3", "k4", null]);
    expect(shown.at(-1)).toMatchObject({ rows: 3, change: 30, before: 300, after: 330, label: "Other" });
  });

  test("a share is a row's change divided by the total's; without a clear total there is none", () => {
    const up = of({ installs: 100 }, { installs: 200 });
    const down = of({ installs: 100 }, { installs: 50 });
    const shares = (all: PeriodPair[]) =>
      largestMovers(rows(all), sumOfPairs(all), "installs").rows.map(({ share }) => share);
    expect(shares([up, down])).toEqual([200, -100]);
    expect(shares([up, of({ installs: 200 }, { installs: 101 })])).toEqual([null, null]);
  });
});
