import { expect, test } from "vitest";
import { cohortBreakdowns } from "@/lib/reporting/cohorts/schema";
import { cohortMetricNames } from "@/lib/reporting/metrics/cohort-metrics";
import { cohortsQueryOf, lacksSpend, withBreakdown } from "./address";

test("grouping by app version or publisher leaves metrics that need spend, which neither has", () => {
  expect(withBreakdown("app_version", { metric: "roas" })).toEqual({ by: "app_version", metric: "ltv" });
  expect(withBreakdown("app_version", { metric: "retention" })).toEqual({ by: "app_version" });
  for (const by of ["", ...Object.keys(cohortBreakdowns)] as ("" | keyof typeof cohortBreakdowns)[])
    expect(cohortMetricNames.filter((name) => lacksSpend(by, name))).toEqual(
      by === "app_version" || by === "publisher" ? ["roas", "ad_roas", "total_roas", "cost_per_event"] : [],
    );
});

test("users of an event are only requested for the metrics that show them", () => {
  const address = { search: "", event: "level up", status: "all" } as never as Parameters<
    typeof cohortsQueryOf
  >[0];
  const window = { from: "2026-06-01", to: "2026-06-30" };
  const requested = (metric: "event_share" | "events", event = "level up") =>
    cohortsQueryOf({ ...address, metric, event }, window).event_users;
  expect(requested("event_share")).toBe("true");
  expect(requested("events")).toBeUndefined();
  // Without an event, the screen shows ROAS.
  expect(requested("event_share", "")).toBeUndefined();
});
