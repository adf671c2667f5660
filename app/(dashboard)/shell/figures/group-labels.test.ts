import { expect, test } from "vitest";
import type { Dimension } from "@/lib/reporting/groups/dimensions";
import { daysOfCalendarKey, isPartialPeriod } from "@/lib/reporting/groups/key-days";
import { drillDownOfGroup, groupLabel } from "./group-labels";

const filter = { from: "2026-06-03", to: "2026-06-20", campaign: "inorganic", platform: "", filtered: false };

test("calendar days, weeks and months are written in the usual way", () => {
  expect(groupLabel("day", "2026-06-03", "2026-06-03")).toBe("Wed, 3 Jun 2026");
  // Ranges have thin spaces around their dash.
  expect(groupLabel("week", "2025-12-29", "2025-12-29").replaceAll(/\s/g, " ")).toBe(
    "29 Dec 2025 – 4 Jan 2026",
  );
  expect(groupLabel("month", "2026-02", "2026-02")).toBe("February 2026");
  expect(groupLabel("network", "META", "Meta")).toBe("Meta");
});

test("a month ends with its last day", () => {
  expect(daysOfCalendarKey("month", "2024-02")).toEqual({ from: "2024-02-01", to: "2024-02-29" });
  expect(daysOfCalendarKey("month", "2026-12")).toEqual({ from: "2026-12-01", to: "2026-12-31" });
});

test("a row links to its days within the chosen range", () => {
  expect(drillDownOfGroup(["week"], { keys: ["2026-06-01"] }, filter)).toMatchObject({
    from: "2026-06-03",
    to: "2026-06-07",
    campaign: "inorganic",
  });
  expect(drillDownOfGroup(["month", "platform"], { keys: ["2026-06", "IOS"] }, filter)).toMatchObject({
    from: "2026-06-03",
    to: "2026-06-20",
    platform: "IOS",
  });
});

test("a row of spend without a platform or country links to that spend", () => {
  expect(drillDownOfGroup(["platform", "country"], { keys: ["", "-"] }, filter)).toMatchObject({
    platform: "NONE",
    country: "-",
  });
});

test("a row of an app version links to its installs, also with a campaign", () => {
  expect(drillDownOfGroup(["app_version"], { keys: ["2.0"] }, filter)).toMatchObject({ version: "2.0" });
  expect(drillDownOfGroup(["campaign", "app_version"], { keys: ["7", ""] }, filter)).toMatchObject({
    campaign: "7",
    version: "none",
  });
});

test("a row has no link if lists cannot be filtered by it", () => {
  expect(drillDownOfGroup(["network", "tag"], { keys: ["META", "brand"] }, filter)).toBeNull();
  expect(drillDownOfGroup(["platform"], { keys: ["DESKTOP"] }, filter)).toBeNull();
  // This row includes organic facts, which are missing from every list by campaign.
  expect(drillDownOfGroup(["tag"], { keys: [""] }, { ...filter, campaign: undefined })).toBeNull();
  expect(drillDownOfGroup(["day"], { keys: ["2026-06-03"] }, { ...filter, filtered: true })).toBeNull();
});

test("rows of a network, an affiliate or a tag link to the facts of their campaigns", () => {
  const drillDownWith = (by: Dimension[], keys: string[]) => drillDownOfGroup(by, { keys }, filter);
  expect(drillDownWith(["network"], ["META"])?.campaign).toBe("network:META");
  expect(drillDownWith(["network", "platform"], ["", "IOS"])).toMatchObject({
    campaign: "network:",
    platform: "IOS",
  });
  expect(drillDownWith(["affiliate"], ["12"])?.campaign).toBe("affiliate:12");
  expect(drillDownWith(["day", "tag"], ["2026-06-03", "brand"])).toMatchObject({
    campaign: "tag:brand",
    from: "2026-06-03",
    to: "2026-06-03",
  });
  expect(drillDownWith(["tag"], [""])?.campaign).toBe("tag:");
});

test("a row's campaign, or organic, is found in any breakdown", () => {
  const filtered = { ...filter, filtered: true };
  expect(drillDownOfGroup(["campaign", "tag"], { keys: ["7", "brand"] }, filtered)?.campaign).toBe("7");
  expect(drillDownOfGroup(["campaign"], { keys: ["0"] }, filter)?.campaign).toBe("organic");
  expect(drillDownOfGroup(["network"], { keys: ["organic"] }, filter)?.campaign).toBe("organic");
});

test("a week or month is partial if the chosen days cut it off or it is not over", () => {
  const days = { from: "2026-06-03", to: "2026-06-30", today: "2026-07-01" };
  expect(isPartialPeriod("week", "2026-06-01", days)).toBe(true);
  expect(isPartialPeriod("week", "2026-06-08", days)).toBe(false);
  expect(isPartialPeriod("week", "2026-06-29", days)).toBe(true);
  expect(isPartialPeriod("month", "2026-06", days)).toBe(true);
  expect(isPartialPeriod("month", "2026-06", { ...days, from: "2026-06-01" })).toBe(false);
  expect(isPartialPeriod("month", "2026-07", { from: null, to: null, today: "2026-07-31" })).toBe(true);
  expect(isPartialPeriod("network", "META", days)).toBe(false);
  expect(isPartialPeriod("day", "2026-06-03", days)).toBe(false);
});
