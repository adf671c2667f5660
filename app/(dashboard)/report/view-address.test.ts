import { expect, test } from "vitest";
import { isSameView, savedViewQuery } from "./view-address";

test("views are equal regardless of the order of their parameters and of the page", () => {
  const address = new URLSearchParams("page=3&view=retargeting&columns=clicks%2Croas");
  expect(savedViewQuery(address)).toBe("columns=clicks%2Croas&view=retargeting");
  expect(isSameView("columns=clicks%2Croas&view=retargeting", address)).toBe(true);
  expect(isSameView("columns=roas%2Cclicks&view=retargeting", address)).toBe(false);
  expect(isSameView("", new URLSearchParams("page=2"))).toBe(true);
});
