import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonInSteps } from "@/lib/platform/json-in-steps";
import { runInSteps } from "@/lib/platform/steps";

test("the text equals that of JSON.stringify, for any response", async () => {
  const leaf = fc.oneof(
    fc.jsonValue(),
    fc.constant(undefined),
    fc.date({ noInvalidDate: true }),
    fc.constant(Object.create(null)),
  );
  const rows = fc.array(
    fc.dictionary(fc.string(), fc.oneof(leaf, fc.array(fc.dictionary(fc.string(), leaf)))),
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(leaf, rows, fc.record({ rows, more: leaf })), async (value) => {
      expect(await runInSteps(jsonInSteps(value))).toBe(JSON.stringify(value) ?? "null");
    }),
  );
});

test("a long response is written in many steps", () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => ({ id: i, name: "x".repeat(100) }));
  expect([...jsonInSteps({ data: { rows } })].length).toBeGreaterThan(9);
});
