import { expect, test } from "vitest";
import { groupLabelFor } from "@/lib/reporting/groups/groups";

test("all platforms have different names, including desktop clicks and spend without a platform", () => {
  const labels = ["IOS", "ANDROID", "DESKTOP", "", "OTHER"].map((key) =>
    groupLabelFor("platform", key, null),
  );
  expect(labels).toEqual(["iOS", "Android", "Desktop", "Not broken down", "OTHER"]);
});
