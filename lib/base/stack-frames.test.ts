import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { stackFrames } from "@/lib/base/stack-frames";

const folder = mkdtempSync(join(tmpdir(), "cairn-frames-"));
afterAll(() => rmSync(folder, { recursive: true }));

const errorWith = (...frames: string[]) =>
  Object.assign(new Error("secret"), {
    stack: ["Error: secret", ...frames.map((f) => `    at ${f}`)].join("\n"),
  });

/** The second line of the bundle, from its sixth column, is line 3, column 5 of the source. */
function bundle(name: string): string {
  const file = join(folder, name);
  const source = "turbopack:///[project]/lib/base/money.ts";
  writeFileSync(
    `${file}.map`,
    JSON.stringify({ version: 3, sources: [source], names: [], mappings: ";KAEI" }),
  );
  return file;
}

test("frames of a bundle have their place in the source", () => {
  const file = bundle("a.js");
  expect(stackFrames(errorWith(`parse (${file}:2:9)`, `${file}:2:6`, `file://${file}:2:6`))).toEqual([
    "at parse (lib/base/money.ts:3:5)",
    "at lib/base/money.ts:3:5",
    "at lib/base/money.ts:3:5",
  ]);
});

test("an index of source maps is read, as the bundler writes one", () => {
  const file = join(folder, "indexed.js");
  const map = { version: 3, sources: ["../../../db/clock.ts"], names: [], mappings: "AAEA" };
  writeFileSync(
    `${file}.map`,
    JSON.stringify({ version: 3, sources: [], sections: [{ offset: { line: 1, column: 10 }, map }] }),
  );
  expect(stackFrames(errorWith(`now (${file}:2:20)`))).toEqual(["at now (db/clock.ts:3:1)"]);
});

test("other frames stay as they are: sources, packages, and files without or with a broken source map", () => {
  const broken = bundle("broken.js");
  writeFileSync(`${broken}.map`, "{");
  const frames = [
    "read (/srv/lib/base/money.ts:2:3)",
    `read (${join(folder, "none.js")}:2:9)`,
    `read (${broken}:2:9)`,
    `read (${bundle("a.js").replace("a.js", "node_modules/a.js")}:2:9)`,
    "new Promise (<anonymous>)",
  ];
  expect(stackFrames(errorWith(...frames))).toEqual(frames.map((frame) => `at ${frame}`));
});

test("at most eight frames, never the message", () => {
  const frames = stackFrames(errorWith(...Array.from({ length: 20 }, (_, i) => `f${i} (/srv/a.ts:1:1)`)));
  expect(frames).toHaveLength(8);
  expect(frames.join()).not.toContain("secret");
});
