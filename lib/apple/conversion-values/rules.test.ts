import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type ConversionRule,
  postbackWindowAt,
  valueToReport,
  type WindowFacts,
  winningRule,
} from "@/lib/apple/conversion-values/rules";

const hour = 3_600_000;
const day = 24 * hour;

const first = (
  when: ConversionRule["when"],
  fine: number,
  coarse: ConversionRule["coarse"] = "low",
  lock = false,
): ConversionRule => ({
  window: 1,
  when,
  fine,
  coarse,
  lock,
});
const later = (
  window: 2 | 3,
  when: ConversionRule["when"],
  coarse: ConversionRule["coarse"],
  lock = false,
): ConversionRule => ({
  window,
  when,
  fine: null,
  coarse,
  lock,
});
const event = (name: string, times = 1): ConversionRule["when"] => ({ kind: "event", name, times });
const revenue = (at_least: number): ConversionRule["when"] => ({ kind: "revenue", at_least });
const facts = (events: Record<string, number> = {}, money = 0): WindowFacts => ({
  events: new Map(Object.entries(events)),
  revenue: money,
});

test.each([
  [-day, 1],
  [0, 1],
  [48 * hour - 1, 1],
  [48 * hour, 2],
  [7 * day - 1, 2],
  [7 * day, 3],
  [35 * day - 1, 3],
  [35 * day, null],
  [400 * day, null],
])("an install of %i ms is in window %j", (age, window) => {
  expect(postbackWindowAt(age)).toBe(window);
});

const rules: ConversionRule[] = [
  first({ kind: "install" }, 0),
  first(event("level_1"), 5),
  first(event("level_1", 3), 9, "medium"),
  first(revenue(0.01), 20, "medium"),
  first(revenue(50), 63, "high", true),
  later(2, event("level_1"), "low"),
  later(2, revenue(10), "high", true),
  later(2, event("invite"), "high"),
  later(3, event("invite"), "medium"),
];

describe("the conversion value of an install", () => {
  test.each([
    ["just installed", 0, {}, { fine: 0, coarse: "low", lock: false }],
    ["an event once", 1, { 1: facts({ level_1: 1 }) }, { fine: 5, coarse: "low", lock: false }],
    [
      "not often enough for the next",
      1,
      { 1: facts({ level_1: 2 }) },
      { fine: 5, coarse: "low", lock: false },
    ],
    ["three times", 1, { 1: facts({ level_1: 3 }) }, { fine: 9, coarse: "medium", lock: false }],
    ["an event that no rule names", 1, { 1: facts({ other: 99 }) }, { fine: 0, coarse: "low", lock: false }],
    [
      "the highest of several",
      1,
      { 1: facts({ level_1: 9 }, 0.01) },
      { fine: 20, coarse: "medium", lock: false },
    ],
    ["just below an amount", 1, { 1: facts({}, 49.99) }, { fine: 20, coarse: "medium", lock: false }],
    ["an amount exactly, which locks", 1, { 1: facts({}, 50) }, { fine: 63, coarse: "high", lock: true }],
    ["money given back", 1, { 1: facts({}, -5) }, { fine: 0, coarse: "low", lock: false }],
    ["nothing in the second window", 3 * day, { 1: facts({ level_1: 3 }) }, null],
    [
      "the second window keeps the fine value of the first",
      3 * day,
      { 1: facts({ level_1: 3 }), 2: facts({ level_1: 1 }) },
      { fine: 9, coarse: "low", lock: false },
    ],
    [
      "the higher coarse value wins, and of two alike the one that locks",
      3 * day,
      { 2: facts({ level_1: 1, invite: 1 }, 10) },
      { fine: 0, coarse: "high", lock: true },
    ],
    ["what was done in the first window does not count in the second", 3 * day, { 1: facts({}, 100) }, null],
    [
      "the third window",
      8 * day,
      { 1: facts({}, 50), 3: facts({ invite: 1 }) },
      { fine: 63, coarse: "medium", lock: false },
    ],
    ["after all windows", 35 * day, { 1: facts({}, 50), 3: facts({ invite: 1 }) }, null],
  ] as const)("%s", (_name, age, known, value) => {
    expect(valueToReport(rules, age, known)).toEqual(value);
  });

  test("without rules there is no value", () => {
    expect(valueToReport([], 0, { 1: facts({ a: 1 }, 9) })).toBeNull();
  });
});

const anyRule: fc.Arbitrary<ConversionRule> = fc.record({
  window: fc.constant(1 as const),
  when: fc.oneof(
    fc.constant({ kind: "install" as const }),
    fc.record({
      kind: fc.constant("event" as const),
      name: fc.constantFrom("a", "b"),
      times: fc.integer({ min: 1, max: 5 }),
    }),
    fc.record({ kind: fc.constant("revenue" as const), at_least: fc.integer({ min: 0, max: 50 }) }),
  ),
  fine: fc.integer({ min: 0, max: 63 }),
  coarse: fc.constantFrom("low" as const, "medium" as const, "high" as const),
  lock: fc.boolean(),
});
const anyFacts = fc
  .record({
    a: fc.integer({ min: 0, max: 6 }),
    b: fc.integer({ min: 0, max: 6 }),
    money: fc.integer({ min: 0, max: 60 }),
  })
  .map(({ a, b, money }) => facts({ a, b }, money));

test("the fine value never decreases while more events happen", () => {
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 12 }), anyFacts, anyFacts, (some, less, add) => {
      const more: WindowFacts = {
        events: new Map(
          ["a", "b"].map((name) => [name, (less.events.get(name) ?? 0) + (add.events.get(name) ?? 0)]),
        ),
        revenue: less.revenue + add.revenue,
      };
      const before = valueToReport(some, 0, { 1: less });
      const after = valueToReport(some, 0, { 1: more });
      expect(after?.fine ?? -1).toBeGreaterThanOrEqual(before?.fine ?? -1);
    }),
  );
});

test("the order of rules only decides between rules with the same value", () => {
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 12 }), anyFacts, (some, done) => {
      const turned = [...some].reverse();
      expect(valueToReport(turned, 0, { 1: done })).toEqual(valueToReport(some, 0, { 1: done }));
      expect(winningRule(some, 2, done)).toBe(-1);
    }),
  );
});
