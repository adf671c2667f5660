import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { retentionKinds } from "@/lib/projects/retention/kinds";

/** The Markdown pages of the repository: their links work, and readers find each page. */
const root = join(import.meta.dirname, "..");
const below = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !name.includes("node_modules"))
    .map((name) => join(folder, name));
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  ...below("docs"),
  ...below("sdk"),
]
  .filter((page) => existsSync(join(root, page)))
  .map((page) => ({ page, text: readFileSync(join(root, page), "utf8").replace(/^```.*?^```/gms, "") }));

/** The anchor of a heading on GitHub. */
const anchorOf = (heading: string) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
const anchors = new Map(
  pages.map(({ page, text }) => [
    page,
    new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading))),
  ]),
);

const links = pages.flatMap(({ page, text }) =>
  [...text.matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, target = ""]) => {
    const [path = "", anchor] = target.split("#");
    return { page, target, path: path === "" ? page : normalize(join(dirname(page), path)), anchor };
  }),
);

test("every link and every anchor of a page resolves", () => {
  expect(links.length).toBeGreaterThan(100);
  const broken = links.filter(({ path, anchor }) => {
    if (!existsSync(join(root, path))) return true;
    return anchor !== undefined && !anchors.get(path)?.has(anchor);
  });
  expect(broken.map(({ page, target }) => `${page}: ${target}`)).toEqual([]);
});

test("every table begins with its header, so that no empty line splits it", () => {
  const split = pages.flatMap(({ page, text }) =>
    [...text.matchAll(/(?:^\|.*\|\n)+/gm)]
      .map(([rows]) => rows.split("\n"))
      .filter(([, line = ""]) => !/^\|[\s:|-]+\|$/.test(line))
      .map(([row]) => `${page}: ${row}`),
  );
  expect(split).toEqual([]);
});

test("the retention table has each kind of data with its minimum", () => {
  const { text } = pages.find(({ page }) => page === "docs/administer.md")!;
  const rows = [...text.matchAll(/^\| `(\w+)` \|.*\| (\d+) days? \|$/gm)].map(([, kind, days]) => [
    kind,
    Number(days),
  ]);
  expect(rows).toEqual(Object.entries(retentionKinds).map(([kind, { least: min }]) => [kind, min]));
});

test("every page of docs is at most two links away from the README", () => {
  const linkedFrom = (from: ReadonlySet<string>) =>
    new Set(
      links
        .filter(({ page }) => from.has(page))
        .map(({ path }) => (statSync(join(root, path)).isDirectory() ? join(path, "README.md") : path)),
    );
  const first = linkedFrom(new Set(["README.md"]));
  const reached = new Set([...first, ...linkedFrom(first)]);
  expect(below("docs").filter((page) => !reached.has(page))).toEqual([]);
});
