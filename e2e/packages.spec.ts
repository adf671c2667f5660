import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";

// Integrating an app needs no account.
test.use({ storageState: { cookies: [], origins: [] } });

test("npm installs the package for React Native from the running server", async ({ baseURL }) => {
  const app = mkdtempSync(join(tmpdir(), "cairn-e2e-app-"));
  writeFileSync(join(app, "package.json"), JSON.stringify({ name: "app", version: "1.0.0", private: true }));
  const options = ["--legacy-peer-deps", "--no-audit", "--no-fund", "--registry=http://127.0.0.1:9"];
  await promisify(execFile)("npm", ["install", ...options, `${baseURL}/sdk/cairn-react-native.tgz`], {
    cwd: app,
    env: { ...process.env, HOME: app },
  });
  const installed = join(app, "node_modules/@cairn/react-native");
  const { main, types } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  for (const path of [main, types]) expect(existsSync(join(installed, path)), path).toBe(true);
  rmSync(app, { recursive: true });
});

test("the script for websites is compressed once, by the encoding that the browser prefers", async ({
  request,
}) => {
  for (const encoding of ["br", "gzip"]) {
    const answer = await request.get("/cairn.js", { headers: { "accept-encoding": encoding } });
    expect(answer.headers()).toMatchObject({ "content-encoding": encoding });
    expect((await answer.text()).startsWith("// @ts-check")).toBe(true);
  }
});
