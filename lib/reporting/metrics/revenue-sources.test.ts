import { expect, test } from "vitest";
import { cohortMetricNames } from "@/lib/reporting/metrics/cohort-metrics";
import { metricNames } from "@/lib/reporting/metrics/metrics";
import {
  columnsOfSource,
  revenueSourceOf,
  revenueSourceOfAll,
  revenueSources,
  withRevenueSource,
} from "@/lib/reporting/metrics/revenue-sources";
import { reportColumn } from "@/lib/reporting/table/columns";

test("every column of revenue, ROAS and LTV exists for purchases, ads and both, and leads back", () => {
  const ids = [...metricNames, ...cohortMetricNames.map((name) => `cohort:d7:${name}`)].filter((id) =>
    reportColumn(id),
  );
  const ofPurchases = ids.filter((id) => revenueSourceOf(id) === "purchases");
  expect(ofPurchases).toEqual(["revenue", "roas", "cohort:d7:revenue", "cohort:d7:ltv", "cohort:d7:roas"]);
  for (const id of ofPurchases)
    for (const source of revenueSources) {
      const other = withRevenueSource(id, source);
      expect(reportColumn(other), other).not.toBeNull();
      expect(revenueSourceOf(other)).toBe(source);
      expect(withRevenueSource(other, "purchases")).toBe(id);
    }
});

test("other columns stay, and columns that become the same appear once", () => {
  const before = ["installs", "revenue_d7", "revenue", "ad_revenue", "event:revenue:count", "cohort:d7:roas"];
  expect(revenueSourceOfAll(before)).toBeNull();
  const after = columnsOfSource(before, "both");
  expect(after).toEqual([
    "installs",
    "revenue_d7",
    "total_revenue",
    "event:revenue:count",
    "cohort:d7:total_roas",
  ]);
  expect(revenueSourceOfAll(after)).toBe("both");
  expect(revenueSourceOfAll(["installs"])).toBeNull();
});
