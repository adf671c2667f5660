import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "cairn-bootstrap-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("in an image with packages none is installed or removed under the running server", () => {
  mkdirSync(join(folder, "bin"));
  for (const name of ["bootstrap.mjs", "progress.mjs", "hooks.mjs", "run.mjs"])
    cpSync(join(import.meta.dirname, name), join(folder, "bin", name));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  // A development package that is not installed.
  const packages = { "": {}, "node_modules/left-out": { version: "1.0.0" } };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, packages }));
  mkdirSync(join(folder, "node_modules", "brought"), { recursive: true });
  writeFileSync(join(folder, "hello.mjs"), `console.log("hello")`);
  const env = { ...process.env, CAIRN_PACKAGES: "given", npm_execpath: join(folder, "no-npm.js") };
  const run = spawnSync(process.execPath, ["bin/run.mjs", "hello.mjs"], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  expect(run).toMatchObject({ status: 0, stdout: "hello\n", stderr: "" });
  expect(readdirSync(join(folder, "node_modules"))).toContain("brought");
});
