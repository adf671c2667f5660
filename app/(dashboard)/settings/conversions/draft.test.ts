import { describe, expect, test } from "vitest";
import type { ConversionRule } from "@/lib/apple/conversion-values/rules";
import { draftRules, initialDraftRules, newDraftRule, parseDraft } from "./draft";

test("rules are unchanged after conversion to a draft and back", () => {
  const rules: ConversionRule[] = [
    { window: 1, when: { kind: "install" }, fine: 0, coarse: "low", lock: false },
    { window: 1, when: { kind: "event", name: "a", times: 3 }, fine: 9, coarse: "medium", lock: true },
    { window: 2, when: { kind: "revenue", at_least: 0.5 }, fine: null, coarse: "high", lock: false },
  ];
  expect(parseDraft(draftRules(rules)).rules).toEqual(rules);
});

describe("errors are reported at their row and field", () => {
  test.each([
    [{ name: "" }, "name", "Event is required."],
    [{ name: "a", times: undefined }, "times", "The number of times must be a number."],
    [{ name: "a", times: 0 }, "times", "The number of times must be at least 1."],
    [{ kind: "revenue" as const }, "atLeast", "Revenue must be a number."],
    [{ name: "a", fine: undefined }, "fine", "The first window needs a fine value."],
    [{ name: "a", fine: 99 }, "fine", "The fine value must be 0 to 63."],
  ])("%j", (of, field, message) => {
    const right = newDraftRule({ window: 1, kind: "install", fine: 1 });
    const wrong = newDraftRule({ window: 1, fine: 1, ...of });
    expect(parseDraft([right, wrong])).toEqual({
      rules: null,
      problems: new Map([[wrong.key, { field, message }]]),
    });
  });
});

test("the first draft is a valid schema, whatever events exist", () => {
  for (const events of [[], [{ name: "a" }], [{ name: "a" }, { name: "b" }, { name: "c" }]])
    expect(parseDraft(initialDraftRules(events)).rules).not.toBeNull();
});
