import fc from "fast-check";
import { expect, test } from "vitest";
import { ratioText } from "@/lib/base/ratio";
import { roundTo } from "@/lib/base/rounding";

test("a half is rounded away from zero, whatever its binary value", () => {
  const halves: [number, number, number][] = [
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [280.705, 2, 280.71],
    [280.70499999, 2, 280.7],
    [2.5, 0, 3],
    [0.5, 3, 0.5],
    [1e-7, 2, 0],
    [-0.001, 2, 0],
    [1e22, 2, 1e22],
  ];
  for (const [value, digits, rounded] of halves)
    expect([value, roundTo(value, digits)]).toEqual([value, rounded]);
  expect(ratioText(1.005)).toBe("1.01");
  expect(ratioText(-0.001)).toBe("0.00");
});

test("files, the API and screens show the same digits", () => {
  const onScreens = new Intl.NumberFormat("en", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: false,
    signDisplay: "negative",
  });
  fc.assert(
    fc.property(
      fc.integer({ min: -10_000_000, max: 10_000_000 }),
      fc.integer({ min: 1, max: 9_999 }),
      (a, b) => {
        for (const value of [a / b, a / 1_000])
          expect(roundTo(value, 2).toFixed(2)).toBe(onScreens.format(value));
      },
    ),
  );
});
