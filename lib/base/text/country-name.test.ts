import { expect, test } from "vitest";
import { countryCodeOf, isCountryCode } from "@/lib/base/text/country-name";

test.each([
  ["DE", "DE"],
  ["de", "DE"],
  ["Germany", "DE"],
  ["united states", "US"],
  ["Türkiye", "TR"],
  ["St. Lucia", "LC"],
  ["Bosnia and Herzegovina", "BA"],
  ["DEU", null],
  ["EU", null],
  ["UK", null],
  ["ZZ", null],
  ["Atlantis", null],
])("the country of %s is %s", (text, code) => {
  expect(countryCodeOf(text)).toBe(code);
});

test("ISO 3166 codes are countries, in capitals only", () => {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountryCode);
  // The 249 of ISO 3166-1, and XK, which IP databases use for Kosovo.
  expect(codes).toHaveLength(250);
  expect(["de", "D", "DEU", ""].some(isCountryCode)).toBe(false);
});
