import { expect, test } from "vitest";
import { labelFor } from "@/lib/reporting/groups/groups";

test("no two platforms are called the same: clicks on desktops, and spend of no platform", () => {
  const labels = ["IOS", "ANDROID", "DESKTOP", "", "OTHER"].map((key) => labelFor("platform", key, null));
  expect(labels).toEqual(["iOS", "Android", "Desktop", "Not broken down", "OTHER"]);
});
