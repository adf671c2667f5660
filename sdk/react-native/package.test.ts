import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { archiveOf, packedFiles } from "@/app/sdk/[file]/package-files";
import { GET } from "@/app/sdk/[file]/route";

const name = "cairn-react-native.tgz";
const sdk = join(import.meta.dirname, "..");
const get = (file: string) =>
  GET(new Request(`http://localhost/sdk/${file}`), { params: Promise.resolve({ file }) });

test("what the server serves is what npm would publish", async () => {
  const told = execFileSync("npm", ["pack", "--dry-run", "--json"], {
    cwd: sdk,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const published = (JSON.parse(told) as { files: { path: string }[] }[])[0]!.files.map(({ path }) => path);
  expect((await packedFiles(name))!.map(({ path }) => path)).toEqual(
    published.sort().map((path) => `package/${path}`),
  );
});

test("GET /sdk/cairn-react-native.tgz compiles in an app that is as strict as can be", async () => {
  const answer = await get(name);
  expect(answer.headers.get("content-type")).toBe("application/gzip");
  const archive = Buffer.from(await answer.arrayBuffer());
  expect(archive).toEqual(Buffer.from(await archiveOf((await packedFiles(name))!)));
  const app = mkdtempSync(join(tmpdir(), "cairn-app-"));
  execFileSync("tar", ["-xzf", "-", "-C", app], { input: archive });
  writeFileSync(
    join(app, "app.ts"),
    `/// <reference path="${join(import.meta.dirname, "react-native.d.ts")}" />
import { cairn, type Attribution } from "./package/react-native/cairn-react-native";
export async function begin(): Promise<Attribution> {
  await cairn.start({ server: "https://links.example.com", token: "ct_1" });
  await cairn.payment({ id: "order-1", amount: 9.99, type: "FIRST_PAYMENT" });
  return cairn.attribution(1_500);
}
`,
  );
  const strict =
    "--noEmit --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --noUnusedLocals --noUnusedParameters --noImplicitOverride --moduleResolution bundler --module esnext --target es2022 --lib es2022,dom --types";
  const tsc = join(process.cwd(), "node_modules/.bin/tsc");
  execFileSync(tsc, [...strict.split(" "), "", "app.ts"], { cwd: app, stdio: "pipe" });
  rmSync(app, { recursive: true });
});

test.each([
  ["cairn-android.tgz", "cairn-android/cairn/src/main/kotlin/io/cairn/Cairn.kt"],
  ["cairn-swift.tgz", "cairn-swift/Sources/CairnTracking/PrivacyInfo.xcprivacy"],
  ["cairn-flutter.tgz", "cairn_flutter/android/cairn/cairn/src/main/kotlin/io/cairn/Cairn.kt"],
  ["cairn-flutter.tgz", "cairn_flutter/ios/Sources/Cairn/Cairn.swift"],
  ["cairn-react-native.tgz", "package/android/cairn-meta/src/main/kotlin/io/cairn/meta/MetaReferrer.kt"],
])("GET /sdk/%s holds %s, a README and no tests", async (file, path) => {
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
