import { describe, expect, test } from "vitest";
import { readContext, writeContext } from "@/lib/base/traces/context";
import { samplerOf } from "@/lib/base/traces/sampler";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";

test("trace context is read and written as in W3C Trace Context", () => {
  const read = readContext(`00-${traceId}-${spanId}-01`, ["a=1", "b=2"]);
  expect(read).toEqual({ traceId, spanId, isSampled: true, state: "a=1,b=2" });
  expect(writeContext(read!)).toEqual({ traceparent: `00-${traceId}-${spanId}-01`, tracestate: "a=1,b=2" });
  expect(readContext(`00-${traceId}-${spanId}-02`, null)).toMatchObject({ isSampled: false, state: "" });
  // In a later format version, the known fields are read.
  expect(readContext(`cc-${traceId}-${spanId}-01-more`, undefined)).toMatchObject({ isSampled: true });
});

test.each([
  undefined,
  "",
  "nonsense",
  `00-${traceId}-${spanId}`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${"0".repeat(32)}-${spanId}-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `00-${traceId}-${spanId}-01-more`,
  `ff-${traceId}-${spanId}-01`,
])("%s has no trace", (header) => {
  expect(readContext(header, undefined)).toBeNull();
});

describe("samplers", () => {
  const [yes, no] = [{ isSampled: true }, { isSampled: false }];

  test("parent-based ones follow the caller, and their own rule without one", () => {
    for (const name of ["parentbased_always_on", "parentbased_always_off"] as const) {
      expect(samplerOf(name, 1)(traceId, yes)).toBe(true);
      expect(samplerOf(name, 1)(traceId, no)).toBe(false);
      expect(samplerOf(name, 1)(traceId, null)).toBe(name === "parentbased_always_on");
    }
    expect(samplerOf("always_on", 1)(traceId, no)).toBe(true);
    expect(samplerOf("always_off", 1)(traceId, yes)).toBe(false);
  });

  test("ratio-based ones select about their ratio, the same traces everywhere, including all of a smaller ratio", () => {
    const ids = Array.from({ length: 4_000 }, () => crypto.randomUUID().replaceAll("-", ""));
    const taken = (ratio: number) => ids.filter((id) => samplerOf("traceidratio", ratio)(id, null));
    const quarter = taken(0.25);
    expect(quarter.length / ids.length).toBeGreaterThan(0.2);
    expect(quarter.length / ids.length).toBeLessThan(0.3);
    const half = new Set(taken(0.5));
    expect(quarter.every((id) => half.has(id))).toBe(true);
    expect([taken(0).length, taken(1).length]).toEqual([0, ids.length]);
    expect(ids.filter((id) => samplerOf("parentbased_traceidratio", 0)(id, yes)).length).toBe(ids.length);
  });
});
