import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { servePackages } from "@/sdk/testing/package-server";

const name = "cairn-react-native.tgz";

let server: Awaited<ReturnType<typeof servePackages>>;
beforeAll(async () => {
  server = await servePackages();
});
afterAll(() => server.stop());
const get = (file: string) => server.get(file);

test("npm publishes the served package unchanged and complete", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-package-"));
  const archive = Buffer.from(await (await get(name)).arrayBuffer());
  execFileSync("tar", ["-xzf", "-", "-C", folder], { input: archive });
  const packed = execFileSync("npm", ["pack", "--dry-run", "--json"], {
    cwd: join(folder, "package"),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const published = (JSON.parse(packed) as { files: { path: string }[] }[])[0]!.files.map(({ path }) => path);
  const { packedFiles } = await import("@/app/sdk/[file]/package-files");
  expect((await packedFiles(name))!.map(({ path }) => path)).toEqual(
    published.sort().map((path) => `package/${path}`),
  );
  rmSync(folder, { recursive: true });
});

test("the package for React Native has JavaScript with declarations, and no TypeScript to compile", async () => {
  const archive = Buffer.from(await (await get(name)).arrayBuffer());
  const listed = execFileSync("tar", ["-tzf", "-"], { input: archive, encoding: "utf8" }).trim().split("\n");
  const sources = listed.filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"));
  expect(sources).toEqual([]);
  const scripts = listed.filter((path) => /^package\/(core|react-native)\/[^/]+\.js$/.test(path));
  expect(scripts).toContain("package/react-native/cairn-react-native.js");
  for (const script of scripts) expect(listed).toContain(script.replace(/\.js$/, ".d.ts"));
});

test.each([
  ["cairn-android.tgz", "cairn-android/cairn/src/main/kotlin/io/cairn/Cairn.kt"],
  ["cairn-swift.tgz", "cairn-swift/Sources/CairnTracking/PrivacyInfo.xcprivacy"],
  ["cairn-flutter.tgz", "cairn_flutter/android/cairn/cairn/src/main/kotlin/io/cairn/Cairn.kt"],
  ["cairn-flutter.tgz", "cairn_flutter/ios/Sources/Cairn/Cairn.swift"],
  ["cairn-react-native.tgz", "package/android/cairn-meta/src/main/kotlin/io/cairn/meta/MetaReferrer.kt"],
])("GET /sdk/%s contains %s, a README and no tests", async (file, path) => {
  const archive = Buffer.from(await (await get(file)).arrayBuffer());
  const listed = execFileSync("tar", ["-tzf", "-"], { input: archive, encoding: "utf8" }).trim().split("\n");
  expect(listed).toContain(path);
  expect(listed).toContain(`${listed[0]!.split("/")[0]}/README.md`);
  expect(listed.filter((each) => /test/i.test(each))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

test.each(["other.tgz", "..", "__proto__", "package.json"])("404 for %s", async (file) => {
  expect((await get(file)).status).toBe(404);
});
