import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "cairn-scratch-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A process that holds a folder until it is ended or killed. */
async function begin() {
  const code = `
    const { scratchFolder } = await import("@/server/processes/scratch.ts");
    process.send(scratchFolder().path);
    process.on("message", () => process.exit(0));`;
  const child = spawn(process.execPath, ["--import", "./bin/hooks.mjs", "--input-type=module", "-e", code], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...process.env, TMPDIR: folder },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const path = await new Promise<string>((resolve) =>
    child.once("message", (message) => resolve(String(message))),
  );
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return {
    path,
    async end() {
      child.send("end");
      await ended;
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

const age = (path: string) => utimesSync(path, new Date(), new Date(Date.now() - 120_000));

test("a folder is deleted with its process; that of a killed one at the next start, and folders in use stay", async () => {
  const [living, killed] = [await begin(), await begin()];
  await killed.kill();
  expect(existsSync(killed.path)).toBe(true);
  age(killed.path);
  age(living.path);
  const next = await begin();
  expect(existsSync(killed.path)).toBe(false);
  expect(existsSync(living.path)).toBe(true);
  await living.end();
  await next.end();
  expect(readdirSync(folder)).toEqual([]);
});
