import { describe, expect, test } from "vitest";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import type { MoversPeriod, ShownMover } from "@/lib/reporting/movers/schema";
import {
  changeReason,
  changeText,
  changeTone,
  focusOfRow,
  isCostlierAndWeaker,
  reportOfRow,
} from "./mover-text";

const format = figureFormat("EUR");
const row: ShownMover = {
  key: "7",
  label: "Alps",
  before: 100,
  after: 60,
  change: -40,
  share: 80,
  effects: { spend: 0, mix: -10, price: -30, yield: 0, unpaid: 0 },
  cause: "price",
  rows: 1,
  earlier: { spend: 20_000, cost_per_install: 200 },
  later: { spend: 18_000, cost_per_install: 300 },
  is_active: true,
};
const digits = (text: string) => text.replace(/[^\d.,+−→ ]/g, "").trim();

test("a change has its sign; ratios come in hundredths", () => {
  expect(changeText(format, "installs", -40)).toBe("−40");
  expect(digits(changeText(format, "cost_per_install", 125))).toBe("+1.25");
  expect(digits(changeText(format, "roas", 7))).toBe("+0.07");
  expect(changeText(format, "installs", 0)).toBe("0");
});

test("more installs are good, higher costs are bad, and more spend is neither", () => {
  expect([changeTone("installs", 3), changeTone("installs", -3)]).toEqual(["good", "bad"]);
  expect([changeTone("cost_per_install", 3), changeTone("cost_per_install", -3)]).toEqual(["bad", "good"]);
  expect([changeTone("spend", 3), changeTone("roas", 0)]).toEqual(["neutral", "neutral"]);
});

test("the reason of a row is its main cause, with the figures before and after", () => {
  expect(changeReason(format, "installs", row)).toMatch(/^Cost per install .*2\.00 → .*3\.00$/);
  expect(changeReason(format, "installs", { ...row, cause: "mix" })).toMatch(/^Spend .*200\.00 → .*180\.00$/);
  expect(changeReason(format, "signups", { ...row, cause: "yield" })).toBe("Lower conversion");
  expect(changeReason(format, "roas", { ...row, effects: null, cause: null })).toMatch(
    /^Spend .*, cost per install /,
  );
});

describe("the action of a row", () => {
  test("only an active campaign whose installs cost a fifth more, or that has none, can be paused here", () => {
    expect(isCostlierAndWeaker(row)).toBe(true);
    expect(isCostlierAndWeaker({ ...row, is_active: false })).toBe(false);
    expect(isCostlierAndWeaker({ ...row, later: { spend: 18_000, cost_per_install: 235 } })).toBe(false);
    expect(isCostlierAndWeaker({ ...row, later: { spend: 18_000, cost_per_install: null } })).toBe(true);
    expect(isCostlierAndWeaker({ ...row, later: { spend: 0, cost_per_install: null } })).toBe(false);
  });

  test("a row filters the page by its value, if there is a filter for it", () => {
    expect(focusOfRow("campaign", "7")).toEqual({ campaign: "7" });
    expect(focusOfRow("campaign", "0")).toEqual({ network: "organic" });
    expect(focusOfRow("network", "")).toEqual({ network: "none" });
    expect(focusOfRow("country", "")).toEqual({ country: "none" });
    expect(focusOfRow("country", "-")).toBeNull();
    expect(focusOfRow("creative", "")).toBeNull();
    expect(focusOfRow("creative", null)).toBeNull();
  });

  test("the report of a network or country has its filter and the days of the change", () => {
    const days = { from: "2026-06-13", to: "2026-06-19" };
    const period = { name: "week", days } as MoversPeriod;
    const of = { figure: "installs", traffic: "paid", period } as const;
    const href = reportOfRow(3, "network", { ...row, key: "META" }, of);
    expect(href).toMatch(/^\/p\/3\/report\?/);
    expect(href).toContain("network=META");
    expect(href).toContain("from=2026-06-13");
  });

  test("a row that the page cannot filter opens a report of all its values", () => {
    const period = { name: "week", days: { from: "2026-06-13", to: "2026-06-19" } } as MoversPeriod;
    const of = { figure: "installs", traffic: "paid", period } as const;
    for (const [dimension, keys] of [
      ["campaign", [null, "0", "7"]],
      ["network", [null, "", "META"]],
      ["country", [null, "", "-", "DE"]],
      ["creative", [null, "", "c1"]],
    ] as const)
      for (const key of keys) {
        // A campaign has a page of its own.
        const isCampaign = dimension === "campaign" && key === "7";
        const action = reportOfRow(3, dimension, { ...row, key }, of) ?? focusOfRow(dimension, key);
        expect(isCampaign || action !== null, `${dimension} ${key}`).toBe(true);
      }
    expect(reportOfRow(3, "country", { ...row, key: "-" }, of)).toContain("by=country");
  });
});
