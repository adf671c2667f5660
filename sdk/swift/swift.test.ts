import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ios } from "@/app/(dashboard)/developers/clients/ios";
import { findGrammarOrWarn, syntaxErrorsOfFiles } from "@/sdk/testing/grammar";

const here = import.meta.dirname;
const read = (path: string) => readFileSync(join(here, path), "utf8");
const grammar = findGrammarOrWarn("swift");

test.skipIf(!grammar)(
  "every file of the Swift package, and its code on Integrate, is valid Swift",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "cairn-swift-"));
    mkdirSync(join(folder, "shown"));
    const blocks = [...ios.begin({ server: "https://a.example", token: "ct_1" }, "https://a"), ios.use!];
    for (const [index, { title, code }] of blocks.entries())
      if (title !== "Terminal") writeFileSync(join(folder, "shown", `${index}.swift`), code);
    expect([
      ...(await syntaxErrorsOfFiles(grammar!, here, "swift")),
      ...(await syntaxErrorsOfFiles(grammar!, join(here, "../react-native/ios"), "swift")),
      ...(await syntaxErrorsOfFiles(grammar!, folder, "swift")),
    ]).toEqual([]);
    rmSync(folder, { recursive: true });
  },
);

test("the product Cairn contains no code that reads Apple's advertising ID", () => {
  const files = globSync(join(here, "Sources/Cairn/**/*.swift"));
  expect(files.length).toBeGreaterThan(20);
  for (const file of files)
    expect(readFileSync(file, "utf8"), file).not.toMatch(/AdSupport|ASIdentifierManager/);
  expect(read("Sources/CairnTracking/Tracking.swift")).toContain("import AdSupport");
});

test("each product's privacy manifest declares whether it tracks", () => {
  const tracks = (product: string) =>
    /<key>NSPrivacyTracking<\/key>\s*<(true|false)\/>/.exec(
      read(`Sources/${product}/PrivacyInfo.xcprivacy`),
    )?.[1];
  expect(tracks("Cairn")).toBe("false");
  expect(tracks("CairnTracking")).toBe("true");
});

test("the sent version is that of the packages", () => {
  const { version } = JSON.parse(read("../package.json"));
  expect(read("Sources/Cairn/Cairn.swift")).toContain(`static let version = "${version}"`);
});
