import fc from "fast-check";
import { expect, test } from "vitest";
import { compareSides, minJoined, minPaid } from "@/lib/outbound/audiences/outcome/rules";

const side = (paid: number, joined: number) => ({ paid, joined });

test("the interval is Newcombe's, as in a worked example of both sides", () => {
  // Wilson's intervals of 560/700 and 480/800 are 0.7688 to 0.8280, and 0.5656 to 0.6334.
  const { difference, low, high } = compareSides(side(560, 700), side(480, 800))!;
  expect(difference).toBeCloseTo(0.2, 10);
  expect(low).toBeCloseTo(0.2 - Math.hypot(0.8 - 0.76878, 0.63341 - 0.6), 3);
  expect(high).toBeCloseTo(0.2 + Math.hypot(0.82797 - 0.8, 0.6 - 0.56563), 3);
});

test("with too few installs or payments there is no comparison", () => {
  expect(compareSides(side(50, minJoined - 1), side(50, 1_000))).toBeNull();
  expect(compareSides(side(50, 1_000), side(0, minJoined - 1))).toBeNull();
  expect(compareSides(side(minPaid - 1, 1_000), side(0, 1_000))).toBeNull();
  expect(compareSides(side(minPaid, minJoined), side(0, minJoined))).not.toBeNull();
});

test("the difference is in its interval, and the other way round it has the other sign", () => {
  const anySide = fc
    .record({
      joined: fc.integer({ min: minJoined, max: 100_000 }),
      share: fc.double({ min: 0.05, max: 1, noNaN: true }),
    })
    .map(({ joined, share }) => side(Math.round(joined * share), joined));
  fc.assert(
    fc.property(anySide, anySide, (a, b) => {
      const one = compareSides(a, b)!;
      const other = compareSides(b, a)!;
      expect(one.low).toBeLessThanOrEqual(one.difference + 1e-12);
      expect(one.high).toBeGreaterThanOrEqual(one.difference - 1e-12);
      expect(other.difference).toBeCloseTo(-one.difference, 10);
      expect(other.low).toBeCloseTo(-one.high, 10);
    }),
  );
});
