import { expect, test } from "vitest";
import type { ConversionRule } from "@/lib/apple/conversion-values/rules";
import {
  crowdTierOf,
  decodeConversion,
  estimatedInstallInterval,
  valueRangeOf,
  widestRange,
} from "@/lib/apple/postbacks/rules";
import { likelyDomain, networkNameOf } from "@/lib/apple/postbacks/settings";

const hour = 3_600_000;
const at = new Date("2026-06-30T12:00:00Z");
const ago = (date: Date) => (at.getTime() - date.getTime()) / hour;

test.each([
  ["4.0", 0, 96, 72],
  ["4.0", 1, 13 * 24, 8 * 24],
  ["4.0", 2, 41 * 24, 36 * 24],
  [null, 0, 96, 72],
  ["3.0", 0, 48, 24],
])(
  "a postback of version %s about window %i began %i to %i hours earlier",
  (version, sequence, from, until) => {
    const begun = estimatedInstallInterval(at, { version, sequence });
    expect([ago(begun.from), ago(begun.until)]).toEqual([from, until]);
  },
);

const rule = (
  window: 1 | 2 | 3,
  when: ConversionRule["when"],
  fine: number | null,
  coarse: ConversionRule["coarse"] = "low",
): ConversionRule => ({ window, when, fine, coarse, lock: false });
const paid = (at_least: number): ConversionRule["when"] => ({ kind: "revenue", at_least });
const rules = [
  rule(1, { kind: "install" }, 0),
  rule(1, { kind: "event", name: "hike", times: 1 }, 5),
  rule(1, paid(1), 20, "medium"),
  rule(1, paid(10), 40, "high"),
  rule(1, { kind: "event", name: "guide", times: 1 }, 41, "high"),
  rule(1, paid(50), 63, "high"),
  rule(2, paid(5), null, "medium"),
  rule(2, paid(20), null, "high"),
];
const fine = (value: number) => decodeConversion(rules, { sequence: 0, fine: value, coarse: null });
const coarse = (sequence: number, value: ConversionRule["coarse"]) =>
  decodeConversion(rules, { sequence, fine: null, coarse: value });

test("a missing value is not the value 0", () => {
  expect(decodeConversion(rules, { sequence: 0, fine: null, coarse: null })).toEqual({
    is: "none",
    rules: [],
    revenue: null,
  });
  expect(fine(0)).toEqual({ is: "value", rules: [rules[0]], revenue: null });
});

test("a value without a rule is unknown", () => {
  expect(fine(7).is).toBe("unknown");
  expect(coarse(2, "low").is).toBe("unknown");
});

test("the revenue range of a value ends at the next higher value", () => {
  expect(fine(20).revenue).toEqual({ low: 1, high: 10 });
  expect(fine(40).revenue).toEqual({ low: 10, high: 50 });
  expect(fine(63).revenue).toEqual({ low: 50, high: null });
});

test("the value of an event has no revenue", () => {
  expect(fine(5)).toMatchObject({ is: "value", revenue: null });
});

test("a coarse value has the meaning of its own window", () => {
  expect(coarse(0, "medium").revenue).toEqual({ low: 1, high: 10 });
  expect(coarse(1, "medium").revenue).toEqual({ low: 5, high: 20 });
  expect(coarse(1, "high").revenue).toEqual({ low: 20, high: null });
});

test("if an event has the same value the revenue range begins at 0", () => {
  expect(coarse(0, "high").revenue).toEqual({ low: 0, high: null });
});

test("the middle of a range is its midpoint, and without an upper end its lower end", () => {
  expect(valueRangeOf({ low: 10, high: 50 })).toEqual({ low: 10, mid: 30, high: 50 });
  expect(valueRangeOf({ low: 50, high: null })).toEqual({ low: 50, mid: 50, high: 50 });
});

test("of two schemas the wider range is used", () => {
  const [one, other] = [valueRangeOf({ low: 1, high: 3 }), valueRangeOf({ low: 2, high: 8 })];
  expect(widestRange(one, other)).toEqual({ low: 1, mid: 3.5, high: 8 });
});

test.each([
  [{ fine: true, coarse: false, detailed: true }, 3],
  [{ fine: true, coarse: false, detailed: false }, 2],
  [{ fine: false, coarse: true, detailed: false }, 1],
  [{ fine: false, coarse: false, detailed: false }, 0],
])("%j looks like tier %i", (seen, tier) => {
  expect(crowdTierOf(seen)).toBe(tier);
});

test.each([
  ["go.example.com", "example.com"],
  ["example.com", "example.com"],
  ["go.example.co.uk", "example.co.uk"],
  ["go.example.com.au", "example.com.au"],
  ["example.io", "example.io"],
  ["10.0.0.5", null],
  ["trailhead.localhost", null],
  ["", null],
])("the links of %j suggest %j", (host, domain) => {
  expect(likelyDomain(host)).toBe(domain);
});

test("a project's own network name precedes the default one, and an unknown ID is unchanged", () => {
  const settings = { domain: null, networks: { v9wttpbfk9: "Our Meta" } };
  expect(networkNameOf(settings, "v9wttpbfk9.skadnetwork")).toBe("Our Meta");
  expect(networkNameOf(settings, "CSTR6SUWN9.adattributionkit")).toBe("Google Ads");
  expect(networkNameOf(settings, "abc123")).toBe("abc123");
  for (const id of ["constructor", "__proto__"]) expect(networkNameOf(settings, id)).toBe(id);
});
