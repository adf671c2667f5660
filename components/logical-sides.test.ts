import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** Classes for the left or right side. Classes for start and end follow the direction of the text. */
const physical =
  /(?<=[\s"'`:!-])(?:scroll-)?(?:m[lr]|p[lr]|border-[lr]|rounded-(?:[lr]|[tb][lr]))(?=-[\d[a-z(]|[\s"'`])|(?<=[\s"'`:])text-(?:left|right)(?=[\s"'`!])/g;

/** Drawings have sides, in every language. */
const drawings = /^components\/charts\/|qr-picture/;

const files = ["app", "components"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((name) => name.endsWith(".tsx") && !drawings.test(name)),
);

const sidesIn = (source: string) =>
  [...source.matchAll(/"(?:[^"\\\n]|\\.)*"|`[^`]*`/g)].flatMap(([text]) => text.match(physical) ?? []);

test("screens are laid out from start to end, so that they can be read from right to left", () => {
  expect(files.length).toBeGreaterThan(400);
  expect(
    files.flatMap((file) =>
      sidesIn(readFileSync(join(root, file), "utf8")).map((found) => `${file}: ${found}`),
    ),
  ).toEqual([]);
});

test("classes for a side are found, also behind a condition", () => {
  expect(sidesIn('<p className="ml-2 max-sm:pr-3 first:rounded-tl-md text-right">')).toHaveLength(4);
  expect(sidesIn('<p className="ms-2 pe-3 rounded-ss-md text-end html-left">')).toEqual([]);
});
