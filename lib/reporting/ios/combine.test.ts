import { expect, test } from "vitest";
import { type IosParts, iosFiguresOf } from "@/lib/reporting/ios/combine";

const parts: IosParts = {
  known: { by_id: 40, by_token: 0, by_likelihood: 0 },
  eligible: 40,
  apple: 0,
  revenue: 9_000,
  worth: { reported: { low: 0, mid: 0, high: 0 }, shared: { low: 0, mid: 0, high: 0 } } as IosParts["worth"],
  missing: { missing: 0, unshared: 0 },
  spend: { ios: 6_000, notBrokenDown: 0 },
};

test("Apple's raw cost and ROAS have no value without postbacks, which is not zero: spend by Apple's count, revenue by spend", () => {
  expect(iosFiguresOf(parts)).toMatchObject({
    raw: { cost_per_install: null, roas: null },
    roas: { mid: 1.5 },
  });
  const amounts = { low: 600, mid: 1_200, high: 1_800 };
  const counted = { ...parts, apple: 30, worth: { ...parts.worth!, reported: amounts } };
  expect(iosFiguresOf(counted).raw).toEqual({
    cost_per_install: 200,
    roas: { low: 0.1, mid: 0.2, high: 0.3 },
  });
});
