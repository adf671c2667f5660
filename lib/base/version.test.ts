import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { version } from "@/lib/base/version";
import lock from "@/package-lock.json" with { type: "json" };
import { lastRelease } from "@/testing/release";

const changelog = readFileSync("CHANGELOG.md", "utf8");
const entries = [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+)\]? – (\d{4}-\d{2}-\d{2})$/gm)];

test("the newest entry of the changelog is this version, and so is the lockfile's", () => {
  expect(entries[0]?.[1]).toBe(version);
  expect([lock.version, lock.packages[""].version]).toEqual([version, version]);
});

test("the entries of the changelog are sorted by version and time", () => {
  const number = (text: string) => text.split(".").reduce((sum, part) => sum * 1000 + Number(part), 0);
  for (const [i, [, newer = "", day = ""]] of entries.slice(0, -1).entries()) {
    const [, older = "", before = ""] = entries[i + 1]!;
    expect(number(newer)).toBeGreaterThan(number(older));
    expect(day >= before).toBe(true);
  }
});

const settingsIn = (text: string) =>
  new Set([...text.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name ?? ""));

const last = lastRelease();

test.skipIf("unknown" in last)(
  "the newest entry names every setting that was added or removed since the last release",
  () => {
    if ("unknown" in last) return;
    const shown = execFileSync("git", ["show", `${last.commit}:.env.example`], { encoding: "utf8" });
    const [before, now] = [settingsIn(shown), settingsIn(readFileSync(".env.example", "utf8"))];
    const [entry = ""] = changelog.split(/^## /m).slice(1);
    const named = new Set([...entry.matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name]) => name));
    expect([...before.symmetricDifference(now)].filter((name) => !named.has(name))).toEqual([]);
  },
);
