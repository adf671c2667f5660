import { expect, test } from "vitest";
import { figureFormat } from "./figure-format";

test("percentages in one column have the same number of decimals; whole percentages have none", () => {
  const { full } = figureFormat("EUR");
  const shown = [88.3, 83.92, 100, 0].map((value) => full("percent", value).replace(/[\s ]/g, ""));
  expect(shown).toEqual(["88.30%", "83.92%", "100%", "0%"]);
  const even = [88.3, 100, 0, null].map((value) => figureFormat("EUR").even("percent", value));
  expect(even.map((text) => text.replace(/\s/g, ""))).toEqual(["88.30%", "100.00%", "0.00%", "–"]);
});

test("an unknown value is shown as a dash, never as zero", () => {
  const { full } = figureFormat("EUR");
  expect([full("money", null), full("percent", null), full("count", 0)]).toEqual(["–", "–", "0"]);
});

test("short amounts have all decimals below a hundred, and none above", () => {
  const { short } = figureFormat("EUR");
  const written = [68.1, 6_810, 2_000, 999, 9_999, 10_000, 12_345, 99_960, 123_450, -6_810].map((minor) =>
    short("money", minor),
  );
  expect(written).toEqual([
    "€0.68",
    "€68.10",
    "€20",
    "€9.99",
    "€99.99",
    "€100",
    "€123",
    "€1,000",
    "€1.2k",
    "-€68.10",
  ]);
  expect(figureFormat("JPY").short("money", 68)).toBe("JP¥68");
});
