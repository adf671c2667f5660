import { expect, test } from "vitest";
import { printedAnswer } from "@/bin/admin/cli/present";
import { nearestWord } from "@/lib/base/text/nearest";

test("an object is printed as lines, a list of rows as a table", () => {
  expect(printedAnswer({ id: 7, limits: { data: { count: 5 }, off: null } })).toBe(
    "id                 7\nlimits.data.count  5\nlimits.off         –\n",
  );
  expect(
    printedAnswer({
      projects: [
        { id: 1, name: "Wander", platforms: ["IOS", "ANDROID"] },
        { id: 12, name: "Hike", platforms: null },
      ],
    }),
  ).toBe("id  name    platforms\n1   Wander  IOS, ANDROID\n12  Hike    –\n");
  expect(printedAnswer({ projects: [] })).toBe("None.\n");
  expect(printedAnswer({ changed: 1, campaigns: [{ id: 1, gained: 2 }], skipped: [] })).toBe(
    "changed  1\nskipped  none\n\ncampaigns:\nid  gained\n1   2\n",
  );
});

test.each([
  ["nmae", ["name", "account", "time-zone"], "name"],
  ["time", ["name", "time-zone"], "time-zone"],
  ["projct list", ["project list", "project set"], "project list"],
  ["fly", ["name", "account"], null],
  ["", ["name"], null],
])("%j is probably %s", (word, known, meant) => {
  expect(nearestWord(word, known)).toBe(meant);
});
