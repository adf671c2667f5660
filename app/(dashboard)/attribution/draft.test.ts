import { expect, test } from "vitest";
import { draftByPath, draftChanges, draftFromPaths, type RulesDraft } from "./draft";

const base: RulesDraft = {
  click_days: 3,
  network_click_days: { META: 14 },
  probabilistic: false,
  fraud: { too_fast: { level: "hold", seconds: 4 } },
};

test("a draft that is flattened and restored equals the original", () => {
  expect(draftFromPaths(draftByPath(base))).toEqual(base);
  expect(draftFromPaths(draftByPath({}))).toEqual({});
  expect(draftFromPaths(draftByPath({ fraud: {}, click_days: undefined }))).toEqual({});
});

test("changed, added and removed fields are found by path and can be applied to other rules", () => {
  const draft: RulesDraft = { ...base, click_days: 5, network_click_days: {}, view_through: true };
  const changes = draftChanges(base, draft);
  expect(changes).toEqual({ click_days: 5, "network_click_days\nMETA": undefined, view_through: true });
  const meanwhile: RulesDraft = { ...base, network_click_days: { META: 14, GOOGLE: 7 }, reinstall_days: 30 };
  expect(draftFromPaths({ ...draftByPath(meanwhile), ...changes })).toEqual({
    ...base,
    click_days: 5,
    network_click_days: { GOOGLE: 7 },
    view_through: true,
    reinstall_days: 30,
  });
});
