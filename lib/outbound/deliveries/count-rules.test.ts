import { expect, test } from "vitest";
import { comparedCounts } from "@/lib/outbound/deliveries/count-rules";

const of = (fact: string, sent_as: string, sent: number, accepted = sent) => ({
  fact,
  sent_as,
  sent,
  accepted,
});

test("counts with the same name on both sides are in one row, others in their own", () => {
  const sent = [of("install", "first_open", 10, 8), of("payment", "Purchase", 3), of("event", "77", 9)];
  const totals = { installs: 12, conversions: { fb_mobile_purchase: 2.5, other: 1 } };
  expect(comparedCounts(sent, totals, true)).toEqual([
    { name: "", sent: 10, accepted: 8, network: 12 },
    { name: "Purchase", sent: 3, accepted: 3, network: 2.5 },
    { name: "77", sent: 9, accepted: 9, network: null },
    { name: "other", sent: null, accepted: null, network: 1 },
  ]);
});

test("if conversions have numbers, rows are matched by number", () => {
  const sent = [of("install", "55", 4), of("payment", "Purchase", 3), of("event", "77", 9)];
  const conversions = { "Imported install (55)": 3, "Bought (34)": 2, "Purchase (99)": 8, Tutorial: 1 };
  const numberOf = (sends: string) => (sends === "Purchase" ? "34" : sends);
  expect(comparedCounts(sent, { installs: 20, conversions }, false, numberOf)).toEqual([
    { name: "", sent: 4, accepted: null, network: 3 },
    { name: "Bought (34)", sent: 3, accepted: null, network: 2 },
    { name: "77", sent: 9, accepted: null, network: null },
    { name: "Purchase (99)", sent: null, accepted: null, network: 8 },
    { name: "Tutorial", sent: null, accepted: null, network: 1 },
  ]);
});

test("a missing count is not zero", () => {
  expect(comparedCounts([of("install", "x", 4)], { installs: null, conversions: {} }, false)).toEqual([
    { name: "", sent: 4, accepted: null, network: null },
  ]);
  expect(comparedCounts([], { installs: null, conversions: {} }, false)).toEqual([]);
});
