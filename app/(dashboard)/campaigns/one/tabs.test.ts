import { expect, test } from "vitest";
import { campaignTabAt } from "./tabs";

const at = (query: string) => campaignTabAt(new URLSearchParams(query));

test("an address opens its tab, and the overview without one", () => {
  expect(at("")).toBe("overview");
  expect(at("range=last-7&figure=revenue")).toBe("overview");
  expect(at("tab=cohorts")).toBe("cohorts");
  expect(at("tab=unknown")).toBe("overview");
});

test("a bookmark from before the tabs opens the tab with the table it describes", () => {
  expect(at("by=country")).toBe("breakdown");
  expect(at("search=anna")).toBe("users");
  expect(at("page=2")).toBe("users");
  expect(at("tab=overview&by=country")).toBe("overview");
});
