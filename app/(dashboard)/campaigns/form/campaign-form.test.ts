import { expect, test } from "vitest";
import { campaignValues, isFilled } from "./campaign-form";

test("no setting of a new campaign is filled, so that all of its options begin closed", () => {
  const values = campaignValues({});
  const names = Object.keys(values) as (keyof typeof values)[];
  expect(names.filter((name) => isFilled(name, values[name]))).toEqual([]);
});

test("what a campaign has set is filled, and what was cleared is not", () => {
  expect(isFilled("tags", ["launch"])).toBe(true);
  expect(isFilled("open_in_app", true)).toBe(true);
  expect(isFilled("affiliate_id", 7)).toBe(true);
  expect(isFilled("social_title", "")).toBe(false);
  expect(isFilled("click_limit", null)).toBe(false);
});
