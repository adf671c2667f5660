import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sortTests } from "@/bin/sort-tests";

const sorted = sortTests();

test("a test that starts processes belongs to system, one that imports the database indirectly is not pure", () => {
  expect(sorted.system).toContain("server/crash.test.ts");
  expect(sorted.database).toContain("lib/ledger/ledger.test.ts");
  expect(sorted.pure).toContain("lib/base/days.test.ts");
});

test("a test marked as isolated has its own process, whatever it imports", () => {
  expect(sorted.system).toContain("lib/traffic/ip-lists/lists.test.ts");
});

test("each test file of the project runs once", () => {
  const listed = Object.values(sorted)
    .flat()
    .map((pattern) => pattern.replaceAll("\\", ""));
  const cwd = join(import.meta.dirname, "..");
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.test.ts", "*.test.tsx"], {
    cwd,
    encoding: "utf8",
  });
  expect(listed.sort()).toEqual(files.trim().split("\n").sort());
});
