import { expect, test } from "vitest";
import { parseNamedDay } from "@/lib/campaigns/sheet/named-day";

test.each([
  ["1 Dec", "2026-12-01"],
  ["Dec 1", "2026-12-01"],
  ["1st December", "2026-12-01"],
  ["1. Dec", "2026-12-01"],
  ["1-Dec-2027", "2027-12-01"],
  ["December 1, 2027", "2027-12-01"],
  ["23 Nov", "2026-11-23"],
  ["22 Nov", "2027-11-22"],
  ["Sept 3", "2027-09-03"],
  ["29 Feb", "2028-02-29"],
  ["31 Jun", null],
  ["1 Decade", null],
  ["01/12/2026", null],
  ["2026-12-01", null],
  ["soon", null],
])("%j is %s on 23 November 2026", (text, day) => {
  expect(parseNamedDay(text, "2026-11-23")).toBe(day);
});
