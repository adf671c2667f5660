import { expect, test } from "vitest";
import type { FocusShown } from "@/lib/reporting/focus-schema";
import { drillDownOfFocus, focusText, unknownSpend } from "./focus";

const none: FocusShown = { network: null, campaign: null, platform: null, country: null, creative: null };
const place = (focus: Partial<FocusShown>, traffic: "paid" | "all" = "paid") =>
  drillDownOfFocus(4, { from: "2026-06-01", to: "2026-06-30", traffic, focus: { ...none, ...focus } });

test("figures lead to the lists of what the page is narrowed to", () => {
  expect(place({})).toMatchObject({ project: 4, campaign: "inorganic", from: "2026-06-01" });
  expect(place({}, "all")?.campaign).toBeUndefined();
  expect(place({ network: "META" })?.campaign).toBe("network:META");
  expect(place({ network: "none" })?.campaign).toBe("network:");
  expect(place({ network: "organic" }, "all")?.campaign).toBe("organic");
  expect(place({ network: "META", campaign: { id: 7, name: "Alps" } })?.campaign).toBe(7);
  expect(place({ country: "none" })?.country).toBe("none");
  expect(place({ platform: "IOS", creative: { id: "sun", name: null } })).toMatchObject({
    platform: "IOS",
    part: { creative: "sun" },
  });
});

test("facts whose platform nobody told are in no list of their own", () => {
  expect(place({ platform: "none" })).toBeNull();
});

test("a chip has the name of what it stands for, and its id until that is known", () => {
  const known = { ...none, campaign: { id: 7, name: "Alps" } };
  expect(focusText("campaign", "7", known)).toBe("Alps");
  expect(focusText("campaign", "8", known)).toBe("8");
  expect(focusText("campaign", "7", undefined)).toBe("7");
  expect(focusText("network", "none", undefined)).toBe("No network");
  expect(focusText("platform", "IOS", undefined)).toBe("iOS");
  expect(focusText("country", "IN", undefined)).toBe("India");
  expect(focusText("country", "none", undefined)).toBe("Unknown");
});

test("what was spent in a country is not known, and that is said of all that is made of it", () => {
  const told = (country: string | null, figure: "roas" | "clicks") =>
    unknownSpend({ figure, focus: { ...none, country } });
  expect(told("DE", "roas")).toBe("Ad networks report spend without a country.");
  expect([told("DE", "clicks"), told(null, "roas")]).toEqual([undefined, undefined]);
});
