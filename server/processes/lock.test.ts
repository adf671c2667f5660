import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { tryLock, waitForLock } from "@/server/processes/lock";

const folder = mkdtempSync(join(tmpdir(), "cairn-lock-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("an exclusive lock has one holder; a shared one has many, and none next to an exclusive one", () => {
  const file = join(folder, "a");
  const one = tryLock(file, "exclusive");
  expect(one).not.toBeNull();
  expect(tryLock(file, "exclusive")).toBeNull();
  expect(tryLock(file, "shared")).toBeNull();
  one?.release();
  const readers = [tryLock(file, "shared"), tryLock(file, "shared")];
  expect(readers).not.toContain(null);
  expect(tryLock(file, "exclusive")).toBeNull();
  for (const reader of readers) reader?.release();
  const after = tryLock(file, "exclusive");
  expect(after).not.toBeNull();
  after?.release();
});

test("the lock of a process ended by kill -9 is free", async () => {
  const file = join(folder, "b");
  const code = `
    const { tryLock } = await import("@/server/processes/lock.ts");
    process.stdout.write(tryLock(${JSON.stringify(file)}, "exclusive") ? "held" : "refused");
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--import", "./bin/hooks.mjs", "--input-type=module", "-e", code], {
    cwd: join(import.meta.dirname, "../.."),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise((resolve) => holder.stdout.once("data", (text) => resolve(String(text))));
  expect(line).toBe("held");
  expect(tryLock(file, "shared")).toBeNull();
  holder.kill("SIGKILL");
  const lock = await waitForLock(file, "exclusive", { timeout: 5000 });
  expect(lock).not.toBeNull();
  lock?.release();
});

test("waiting ends when the holder releases it, or at the timeout without the lock", async () => {
  const file = join(folder, "c");
  const holder = tryLock(file, "exclusive");
  expect(await waitForLock(file, "shared", { timeout: 60 })).toBeNull();
  const waiting = waitForLock(file, "shared", { timeout: 5000 });
  holder?.release();
  expect(await waiting).not.toBeNull();
});

test("a missing folder is reported in one line", () => {
  expect(() => tryLock(join(folder, "nowhere", "x"), "shared")).toThrow(/nowhere\/x cannot be locked/);
});
