import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flutter } from "@/app/(dashboard)/developers/clients/flutter";
import { findGrammarOrWarn, syntaxErrorsOfFiles } from "@/sdk/testing/grammar";

const here = import.meta.dirname;
const read = (path: string) => readFileSync(join(here, path), "utf8");
const dart = findGrammarOrWarn("dart");
const swift = findGrammarOrWarn("swift");

test.skipIf(!dart)(
  "every file of the Flutter package, and its code on Integrate, is valid Dart",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "cairn-flutter-"));
    const [, start] = flutter.begin({ server: "https://a.example", token: "ct_1" }, "https://a");
    const lines = start!.code.split("\n").filter((line) => !line.startsWith("import"));
    writeFileSync(
      join(folder, "main.dart"),
      `void main() async {\n${lines.join("\n")}\n${flutter.use!.code}\n}\n`,
    );
    expect([
      ...(await syntaxErrorsOfFiles(dart!, join(here, "lib"), "dart")),
      ...(await syntaxErrorsOfFiles(dart!, folder, "dart")),
    ]).toEqual([]);
    rmSync(folder, { recursive: true });
  },
);

test.skipIf(!swift)("its Swift files are valid Swift", async () => {
  expect(await syntaxErrorsOfFiles(swift!, join(here, "ios"), "swift")).toEqual([]);
});

test("methods that Dart calls exist on both platforms", () => {
  const called = [...read("lib/src/cairn.dart").matchAll(/_(?:send|invoke<[^(]*>)\('(\w+)'/g)].map(
    ([, name]) => name,
  );
  expect(called).toContain("setConsent");
  expect(new Set(called).size).toBe(19);
  const kotlin = read("android/src/main/kotlin/io/cairn/flutter/CairnFlutterPlugin.kt");
  const ios = read("ios/Classes/CairnFlutterPlugin.swift");
  for (const name of called) {
    expect(kotlin, name).toContain(`"${name}" ->`);
    expect(ios, name).toContain(`case "${name}":`);
  }
});

test("the version is that of the packages", () => {
  const { version } = JSON.parse(read("../package.json"));
  expect(read("pubspec.yaml")).toContain(`version: ${version}`);
  expect(read("ios/cairn_flutter.podspec")).toContain(`pod.version = "${version}"`);
});
