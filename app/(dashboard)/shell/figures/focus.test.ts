import { expect, test } from "vitest";
import type { FocusShown } from "@/lib/reporting/overview/focus-schema";
import { drillDownOfFocus, focusText } from "./focus";

const none: FocusShown = { network: null, campaign: null, platform: null, country: null, creative: null };
const drillDownWith = (focus: Partial<FocusShown>, traffic: "paid" | "all" = "paid") =>
  drillDownOfFocus(4, { from: "2026-06-01", to: "2026-06-30", traffic, focus: { ...none, ...focus } });

test("figures link to lists with the page's filters", () => {
  expect(drillDownWith({})).toMatchObject({ project: 4, campaign: "inorganic", from: "2026-06-01" });
  expect(drillDownWith({}, "all")?.campaign).toBeUndefined();
  expect(drillDownWith({ network: "META" })?.campaign).toBe("network:META");
  expect(drillDownWith({ network: "none" })?.campaign).toBe("network:");
  expect(drillDownWith({ network: "organic" }, "all")?.campaign).toBe("organic");
  expect(drillDownWith({ network: "META", campaign: { id: 7, name: "Alps" } })?.campaign).toBe(7);
  expect(drillDownWith({ country: "none" })?.country).toBe("none");
  expect(drillDownWith({ platform: "IOS", creative: { id: "sun", name: null } })).toMatchObject({
    platform: "IOS",
    part: { creative: "sun" },
  });
});

test("facts without a platform are not listed separately", () => {
  expect(drillDownWith({ platform: "none" })).toBeNull();
});

test("a filter chip shows a name, and its ID until the name is loaded", () => {
  const known = { ...none, campaign: { id: 7, name: "Alps" } };
  expect(focusText("campaign", "7", known)).toBe("Alps");
  expect(focusText("campaign", "8", known)).toBe("8");
  expect(focusText("campaign", "7", undefined)).toBe("7");
  expect(focusText("network", "none", undefined)).toBe("No network");
  expect(focusText("platform", "IOS", undefined)).toBe("iOS");
  expect(focusText("country", "IN", undefined)).toBe("India");
  expect(focusText("country", "none", undefined)).toBe("Unknown");
  expect(focusText("platform", "none", undefined)).toBe("Not broken down");
});
