import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { folderStorage } from "@/lib/data-access/files/storages/folder";

const root = mkdtempSync(join(tmpdir(), "cairn-folder-"));
afterAll(() => rmSync(root, { recursive: true }));

test("a file appears under its name only when it is whole", async () => {
  const folder = join(root, "whole");
  mkdirSync(folder);
  const source = { path: join(root, "source"), bytes: 30_000_000 };
  writeFileSync(source.path, Buffer.alloc(source.bytes, "x"));
  const sizes: number[] = [];
  const watcher = watch(folder, (_event, name) => {
    if (name !== "part") return;
    try {
      sizes.push(readFileSync(join(folder, "part")).length);
    } catch {
      // Not there yet.
    }
  });
  await folderStorage(root).put("whole/part", source, "application/gzip");
  await expect.poll(() => sizes.length).toBeGreaterThan(0);
  watcher.close();
  expect(new Set(sizes)).toEqual(new Set([source.bytes]));
  expect(readdirSync(folder)).toEqual(["part"]);
});

test("a removal also removes what a killed process has left behind, and a missing file is no error", async () => {
  const folder = join(root, "left");
  mkdirSync(folder);
  writeFileSync(join(folder, ".part.unfinished"), "half");
  writeFileSync(join(folder, "other"), "");
  await folderStorage(root).remove("left/part");
  await folderStorage(root).remove("left/part");
  expect(readdirSync(folder)).toEqual(["other"]);
});

test("a problem of the disk is reported in words, and leaves no file", async () => {
  writeFileSync(join(root, "file"), "");
  await expect(folderStorage(root).put("file/part", { text: "{}" }, "text/plain")).rejects.toThrow(
    "A file has the name of a folder in the path.",
  );
});
