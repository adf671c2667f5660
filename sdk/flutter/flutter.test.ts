import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flutter } from "@/app/(dashboard)/developers/clients/flutter";
import { findGrammarOrSaySo, parseErrors } from "@/sdk/testing/grammar";

const here = import.meta.dirname;
const read = (path: string) => readFileSync(join(here, path), "utf8");
const dart = findGrammarOrSaySo("dart");
const swift = findGrammarOrSaySo("swift");

test.skipIf(!dart)(
  "every file of the package for Flutter is Dart, and so is what Integrate shows",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "cairn-flutter-"));
    const [, start] = flutter.begin({ server: "https://a.example", token: "ct_1" }, "https://a");
    const lines = start!.code.split("\n").filter((line) => !line.startsWith("import"));
    writeFileSync(
      join(folder, "main.dart"),
      `void main() async {\n${lines.join("\n")}\n${flutter.use!.code}\n}\n`,
    );
    expect([
      ...(await parseErrors(dart!, join(here, "lib"), "dart")),
      ...(await parseErrors(dart!, folder, "dart")),
    ]).toEqual([]);
    rmSync(folder, { recursive: true });
  },
);

test.skipIf(!swift)("its Swift is Swift", async () => {
  expect(await parseErrors(swift!, join(here, "ios"), "swift")).toEqual([]);
});

test("what Dart calls is there on both sides", () => {
  const called = [...read("lib/src/cairn.dart").matchAll(/_(?:tell|ask<[^(]*>)\('(\w+)'/g)].map(
    ([, name]) => name,
  );
  expect(called).toContain("setConsent");
  expect(new Set(called).size).toBe(18);
  const kotlin = read("android/src/main/kotlin/io/cairn/flutter/CairnFlutterPlugin.kt");
  const ios = read("ios/Classes/CairnFlutterPlugin.swift");
  for (const name of called) {
    expect(kotlin, name).toContain(`"${name}" ->`);
    expect(ios, name).toContain(`case "${name}":`);
  }
});

test("the version is the packages'", () => {
  const { version } = JSON.parse(read("../package.json"));
  expect(read("pubspec.yaml")).toContain(`version: ${version}`);
  expect(read("ios/cairn_flutter.podspec")).toContain(`pod.version = "${version}"`);
});
