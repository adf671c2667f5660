import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sourceHash } from "@/server/build";

const root = mkdtempSync(join(tmpdir(), "cairn-build-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

test.each([
  ["a page", "app/page.tsx"],
  ["a new file deep down", "lib/a/b/c.ts"],
  ["a public file", "public/logo.svg"],
  ["the lockfile", "package-lock.json"],
  ["the settings of Next", "next.config.ts"],
  ["the name of a file", "app/other/page.tsx"],
])("the sources count as changed by %s", (_what, file) => {
  const before = sourceHash(root);
  write(file, "the same text each time");
  const after = sourceHash(root);
  expect(after).not.toBe(before);
  expect(sourceHash(root)).toBe(after);
});

test.each([
  ["a test", "lib/a/b/c.test.ts"],
  ["a browser test", "e2e/story.spec.ts"],
  ["the readme", "README.md"],
  ["a data folder", ".data/postgres/PG_VERSION"],
])("the sources do not count as changed by %s", (_what, file) => {
  const before = sourceHash(root);
  write(file, "anything");
  expect(sourceHash(root)).toBe(before);
});
