import { expect, test } from "vitest";
import { campaignValues, isFilled } from "./campaign-form";

test("all options of a new campaign's form are closed, because no setting is filled", () => {
  const values = campaignValues({});
  const names = Object.keys(values) as (keyof typeof values)[];
  expect(names.filter((name) => isFilled(name, values[name]))).toEqual([]);
});

test("a setting with a value counts as filled, and a cleared one does not", () => {
  expect(isFilled("tags", ["launch"])).toBe(true);
  expect(isFilled("open_in_app", true)).toBe(true);
  expect(isFilled("affiliate_id", 7)).toBe(true);
  expect(isFilled("social_title", "")).toBe(false);
  expect(isFilled("click_limit", null)).toBe(false);
});
