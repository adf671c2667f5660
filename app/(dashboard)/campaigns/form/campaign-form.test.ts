import { expect, test } from "vitest";
import { campaignValues, isSettingFilled } from "./campaign-form";

test("all options of a new campaign's form are closed, because no setting is filled", () => {
  const values = campaignValues({});
  const names = Object.keys(values) as (keyof typeof values)[];
  expect(names.filter((name) => isSettingFilled(name, values[name]))).toEqual([]);
});

test("a setting with a value counts as filled, and a cleared one does not", () => {
  expect(isSettingFilled("tags", ["launch"])).toBe(true);
  expect(isSettingFilled("open_in_app", true)).toBe(true);
  expect(isSettingFilled("affiliate_id", 7)).toBe(true);
  expect(isSettingFilled("social_title", "")).toBe(false);
  expect(isSettingFilled("click_limit", null)).toBe(false);
});
