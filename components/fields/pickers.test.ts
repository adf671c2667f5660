import { expect, test } from "vitest";
import { type ComboboxOption, rankOption, searchTexts } from "./combobox";
import { currencyOptions } from "./currency-select";
import { timeZoneOptions } from "./time-zone-select";
import { citiesByZone } from "./zone-cities";

/** The listed options, best first. */
const found = (options: readonly ComboboxOption[], text: string) =>
  options
    .map((option) => ({ value: option.value, score: rankOption(option.value, text, searchTexts(option)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ value }) => value);

const zones = timeZoneOptions(new Date("2026-01-01T00:00:00Z"));
const currencies = currencyOptions();

test("a time zone is found by large cities that it is not named after", () => {
  for (const search of ["mumbai", "Delhi", "bengal"]) expect(found(zones, search)).toEqual(["Asia/Kolkata"]);
  expect(found(zones, "san fran")).toEqual(["America/Los_Angeles"]);
  expect(found(zones, "kolkata")).toEqual(["Asia/Kolkata"]);
});

test("every zone with listed cities can be chosen", () => {
  const values = zones.map(({ value }) => value);
  expect(Object.keys(citiesByZone).filter((zone) => !values.includes(zone))).toEqual([]);
});

test("a currency is found by its symbol, name and code", () => {
  expect(found(currencies, "₹")).toEqual(["INR"]);
  expect(found(currencies, "rupee")).toContain("INR");
  expect(found(currencies, "$")[0]).toBe("USD");
  expect(found(currencies, "€")).toEqual(["EUR"]);
  expect(found(currencies, "inr")[0]).toBe("INR");
});
