import { expect, test } from "vitest";
import { urlOf } from "@/app/(dashboard)/shell/api";
import { dimensionNames } from "@/lib/reporting/groups/dimensions";
import { adLevels, reportSqlQuery } from "@/lib/reporting/shown-sql/schema";
import { spendSqlQuery } from "@/lib/spend/list/schema";
import { spendSqlChoices, storedSpendSqlChoices } from "./spend-levels";

test("the SQL of spend has the days, rows and columns of the screen, for paid traffic", () => {
  const queries = spendSqlChoices(7, { from: "2026-06-01", to: "2026-06-30" }).map(({ request }) => {
    const url = new URL(urlOf(request), "https://cairn.example");
    expect(url.pathname).toBe("/api/dashboard/projects/7/report/sql");
    return reportSqlQuery.parse(Object.fromEntries(url.searchParams));
  });
  for (const query of queries)
    expect(query).toMatchObject({ from: "2026-06-01", to: "2026-06-30", traffic: "paid" });
  const shown = ["spend", "installs", "cost_per_install", "roas"];
  expect(queries.map(({ by, columns }) => [by, columns])).toEqual([
    [["campaign"], shown],
    ["total", shown],
    ...adLevels.map((level) => [level, shown]),
    [["day", "network"], ["spend"]],
  ]);
  expect(dimensionNames).toEqual(expect.arrayContaining(["campaign", "day", "network"]));
});

test("the SQL of days, sources and rows has the filters of the screen", () => {
  for (const view of ["day", "source", "row"] as const) {
    const filters = { from: "2026-06-01", campaign: "network:META", country: "none", ad_set: "a&b" };
    const queries = storedSpendSqlChoices(7, view, filters).map(({ request }) => {
      const url = new URL(urlOf(request), "https://cairn.example");
      expect(url.pathname).toBe("/api/dashboard/projects/7/spend/sql");
      return spendSqlQuery.parse(Object.fromEntries(url.searchParams));
    });
    const { campaign: _, ...same } = filters;
    expect(queries).toMatchObject([
      { ...same, by: view },
      { ...same, by: "total" },
    ]);
    for (const query of queries) expect(query.campaign).toEqual({ by: "network", value: "META" });
  }
});
