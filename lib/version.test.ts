import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { version } from "@/lib/version";
import lock from "@/package-lock.json" with { type: "json" };

const changelog = readFileSync("CHANGELOG.md", "utf8");
const entries = [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+)\]? – (\d{4}-\d{2}-\d{2})$/gm)];

test("the newest entry of the changelog is this version, and so is the lockfile's", () => {
  expect(entries[0]?.[1]).toBe(version);
  expect([lock.version, lock.packages[""].version]).toEqual([version, version]);
});

test("the entries of the changelog go back in versions and in time", () => {
  const number = (text: string) => text.split(".").reduce((sum, part) => sum * 1000 + Number(part), 0);
  for (const [i, [, newer = "", day = ""]] of entries.slice(0, -1).entries()) {
    const [, older = "", before = ""] = entries[i + 1]!;
    expect(number(newer)).toBeGreaterThan(number(older));
    expect(day >= before).toBe(true);
  }
});
