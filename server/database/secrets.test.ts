import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { storedSecrets } from "@/server/database/secrets";

const folder = mkdtempSync(join(tmpdir(), "cairn-secrets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("secrets are generated once, readable by their user only, and stay the same", () => {
  const dataDir = join(folder, "a");
  const first = storedSecrets(dataDir);
  expect(Buffer.from(first.ENCRYPTION_KEY, "base64")).toHaveLength(32);
  expect(new Set(Object.values(first)).size).toBe(3);
  expect(statSync(join(dataDir, "secrets.json")).mode & 0o777).toBe(0o600);
  expect(storedSecrets(dataDir)).toEqual(first);
});

test("a file that lacks a secret keeps the others and gets the missing one", () => {
  const dataDir = join(folder, "b");
  const { CRON_SECRET, ...others } = storedSecrets(dataDir);
  writeFileSync(join(dataDir, "secrets.json"), JSON.stringify(others));
  const completed = storedSecrets(dataDir);
  expect(completed).toMatchObject(others);
  expect(completed.CRON_SECRET).not.toBe(CRON_SECRET);
  expect(storedSecrets(dataDir)).toEqual(completed);
});

test("a broken file is never replaced with new secrets", () => {
  const dataDir = join(folder, "a");
  writeFileSync(join(dataDir, "secrets.json"), '{"NEXTAUTH_SECRET": "');
  expect(() => storedSecrets(dataDir)).toThrow(/secrets.json is not valid JSON/);
  expect(readFileSync(join(dataDir, "secrets.json"), "utf8")).toBe('{"NEXTAUTH_SECRET": "');
});
