import { describe, expect, test } from "vitest";
import { candidateSplits, comparisonOf, framesOf } from "./compare";
import type { Panel, Region } from "./panel";

const days = 100;
const at = { history: days, tested: 14 };
const flat = (value: number) => new Array<number>(days).fill(value);
const region = (key: string, all: number, attributed: number): Region => ({
  ...{ key, label: key, all: flat(all), attributed: flat(attributed) },
  ...{ spend: flat(attributed), organic: flat(all - attributed) },
});
const panelOf = (regions: Region[], networks: Panel["networks"] = []): Panel => ({
  days: Array.from({ length: days }, (_, i) => String(i)),
  regions,
  networks,
  spendWithoutCountry: flat(0),
});
const others = ["A", "B", "C", "D"].map((key) => ({ key, label: key, all: flat(10) }));

describe("a pause everywhere", () => {
  const everywhere = { kind: "pause_everywhere", kpi: "installs", countries: [] } as const;

  test("is compared with the countries in which the network never ran", () => {
    const regions = [region("DE", 50, 20), region("US", 90, 0), region("FR", 40, 0), region("IT", 30, 0)];
    const found = comparisonOf(panelOf(regions, others), everywhere, at);
    expect(found.treated.map(({ key }) => key)).toEqual(["DE"]);
    expect(found.controlKind).toBe("countries");
    expect(found.controls.map(({ key }) => key)).toEqual(["US", "FR", "IT"]);
    expect(found.target).toEqual(flat(50));
  });

  test("is compared with other networks if there are too few such countries", () => {
    const regions = [region("DE", 50, 20), region("US", 90, 10), region("FR", 40, 0)];
    const found = comparisonOf(panelOf(regions, others), everywhere, at);
    expect(found.controlKind).toBe("networks");
    expect(found.controls.map(({ key }) => key)).toEqual(["A", "B", "C", "D"]);
    expect(found.target).toEqual(flat(140));
  });
});

test("a country that is too small predicts nothing", () => {
  const regions = [region("DE", 50, 20), region("US", 90, 9), region("MT", 0.5, 0)];
  const split = { kind: "pause_regions", kpi: "installs", countries: ["DE"] } as const;
  expect(comparisonOf(panelOf(regions), split, at).controls.map(({ key }) => key)).toEqual(["US"]);
});

test("a network that began late counts by the days on which weights are fitted", () => {
  const late = { key: "E", label: "E", all: flat(10).map((value, day) => (day < 40 ? 0 : value / 5)) };
  const regions = [region("DE", 50, 20)];
  const everywhere = { kind: "pause_everywhere", kpi: "installs", countries: [] } as const;
  const found = comparisonOf(panelOf(regions, [late, ...others]), everywhere, at);
  expect(found.controls.map(({ key }) => key)).toContain("E");
  const small = { ...late, all: late.all.map((value) => value / 3) };
  expect(
    comparisonOf(panelOf(regions, [small, ...others]), everywhere, at).controls.map(({ key }) => key),
  ).not.toContain("E");
});

test("a suggested split leaves at least three countries, and has only countries with something to pause", () => {
  const regions = [..."ABCDEF"].map((key, i) => region(key, 50 - i, key === "F" ? 0 : 5));
  const splits = candidateSplits(panelOf(regions), "pause_regions", "installs", 14);
  expect(splits.length).toBeGreaterThan(0);
  for (const split of splits) {
    expect(split.length).toBeLessThanOrEqual(3);
    expect(split).not.toContain("F");
  }
  expect(candidateSplits(panelOf(regions.slice(0, 3)), "pause_regions", "installs", 14)).toEqual([]);
});

test("weights are fitted on 28 to 90 days, and at least one earlier test fits before them", () => {
  expect(framesOf(55, 28)).toBeNull();
  expect(framesOf(56, 28)).toEqual({
    test: { start: 28, fitted: 28, tested: 28 },
    earlier: { start: 0, fitted: 28, tested: 28 },
  });
  expect(framesOf(180, 14)!.test).toEqual({ start: 90, fitted: 90, tested: 14 });
});
