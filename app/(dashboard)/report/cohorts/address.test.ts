import { expect, test } from "vitest";
import { cohortBreakdowns } from "@/lib/reporting/cohorts/breakdowns";
import { cohortMetricNames } from "@/lib/reporting/metrics/cohort-metrics";
import {
  type CohortAddress,
  cohortsQueryOf,
  cohortWindow,
  installsHref,
  lacksSpend,
  withBreakdown,
} from "./address";

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

test("a preset begins with the whole week or month that contains its first day; chosen days stay", () => {
  // Sunday.
  const today = "2026-11-29";
  const of = (more: Partial<CohortAddress>) =>
    cohortWindow(
      { range: "90d", from: "", to: "", granularity: "day", ...more } as CohortAddress,
      today,
      "monday",
    );
  expect(of({})).toEqual({ from: "2026-09-01", to: today });
  expect(of({ granularity: "month", range: "30d" })).toEqual({ from: "2026-10-01", to: today });
  expect(of({ granularity: "week" })).toEqual({ from: "2026-08-31", to: today });
  const chosen = { range: "custom", from: "2026-08-30", to: "2026-09-30" } as const;
  expect(of({ ...chosen, granularity: "month" })).toEqual({ from: "2026-08-30", to: "2026-09-30" });
});

test("a figure opens the installs of its value and days, and the total those of all values", () => {
  const address = { by: "country", traffic: "paid", status: "all", search: "", network: "", affiliate: "" };
  const rest = { platform: "", country: "", publisher: "" };
  const days = { from: "2026-06-01", to: "2026-06-07" };
  const href = (line: { key?: string | null }) =>
    installsHref(3, { ...address, ...rest } as CohortAddress, { ...days, ...line });
  expect(href({ key: "DE" })).toContain("country=DE");
  expect(href({ key: "DE" })).toContain("from=2026-06-01&to=2026-06-07");
  expect(href({})).not.toContain("country=");
  expect(href({})).toContain("campaign=inorganic");
  // The sum of unlisted values has no list.
  expect(href({ key: null })).toBeUndefined();
});
