import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tar } from "@/lib/platform/tar";

test("tar reads the archive, with sizes around a block", () => {
  const files = [0, 1, 511, 512, 513, 2_000].map((size) => ({
    path: `package/some/${size}.txt`,
    body: Buffer.alloc(size, "ä"),
  }));
  const folder = mkdtempSync(join(tmpdir(), "cairn-tar-"));
  execFileSync("tar", ["-xf", "-", "-C", folder], { input: tar(files) });
  for (const { path, body } of files) expect(readFileSync(join(folder, path))).toEqual(body);
  rmSync(folder, { recursive: true });
});

test("a path that is too long is rejected", () => {
  expect(() => tar([{ path: "a".repeat(101), body: Buffer.alloc(0) }])).toThrow(/too long/);
});
