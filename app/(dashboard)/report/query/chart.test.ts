import { expect, test } from "vitest";
import type { ColumnKind } from "@/lib/data-access/query/schema";
import { chartOf } from "./chart";

const columns = (...kinds: [string, ColumnKind][]) => kinds.map(([name, kind]) => ({ name, kind }));

test("rows by day become a line for each numeric column, with gaps for missing values", () => {
  const chart = chartOf({
    columns: columns(["day", "day"], ["installs", "number"], ["network", "text"], ["cost", "number"]),
    rows: [
      ["2026-03-02", "5", "x", "1.50"],
      ["2026-03-01", "3", "x", null],
    ],
  });
  expect(chart).toEqual({
    kind: "lines",
    x: ["2026-03-01", "2026-03-02"],
    lines: [
      { label: "installs", values: [3, 5] },
      { label: "cost", values: [null, 1.5] },
    ],
    left: 0,
  });
});

test("a text between the day and the number makes a line of each value, the largest six", () => {
  const networks = Array.from({ length: 8 }, (_, i) => `n${i}`);
  const rows = networks.flatMap((network, i) => [
    ["2026-03-01", network, String(i)],
    ["2026-03-02", network, String(i)],
  ]);
  const chart = chartOf({
    columns: columns(["day", "day"], ["network", "text"], ["installs", "number"]),
    rows,
  });
  if (chart?.kind !== "lines") throw new Error("no lines");
  expect(chart.lines.map(({ label }) => label)).toEqual(["n7", "n6", "n5", "n4", "n3", "n2"]);
  expect(chart.left).toBe(2);
});

test("rows by text become bars in order of the number", () => {
  const chart = chartOf({
    columns: columns(["country", "text"], ["installs", "number"]),
    rows: [
      ["DE", "2"],
      [null, "9"],
      ["FR", "-1"],
    ],
  });
  expect(chart).toEqual({
    kind: "bars",
    label: "installs",
    rows: [
      { label: "No value", value: 9 },
      { label: "DE", value: 2 },
    ],
    left: 1,
  });
});

test.each([
  [
    "one row",
    [
      ["day", "day"],
      ["n", "number"],
    ],
    [["2026-03-01", "1"]],
  ],
  [
    "no number",
    [
      ["day", "day"],
      ["t", "text"],
    ],
    [
      ["2026-03-01", "a"],
      ["2026-03-02", "b"],
    ],
  ],
  [
    "two rows of a day",
    [
      ["day", "day"],
      ["n", "number"],
    ],
    [
      ["2026-03-01", "1"],
      ["2026-03-01", "2"],
    ],
  ],
  [
    "numbers by number",
    [
      ["n", "number"],
      ["m", "number"],
    ],
    [
      ["1", "1"],
      ["2", "2"],
    ],
  ],
] as const)("no chart of %s", (_title, named, rows) => {
  expect(
    chartOf({
      columns: columns(...(named as unknown as [string, ColumnKind][])),
      rows: rows as unknown as string[][],
    }),
  ).toBeNull();
});
