import { expect, test } from "vitest";
import { labelFor } from "@/lib/reporting/groups/groups";

test("all platforms have different names, including desktop clicks and spend without a platform", () => {
  const labels = ["IOS", "ANDROID", "DESKTOP", "", "OTHER"].map((key) => labelFor("platform", key, null));
  expect(labels).toEqual(["iOS", "Android", "Desktop", "Not broken down", "OTHER"]);
});
