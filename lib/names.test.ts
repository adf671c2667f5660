import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

/** Names are plain words, and an exported name says of what it is: a reader knows it without opening its file. */
const root = join(import.meta.dirname, "..");
const folders = ["app", "bench", "bin", "components", "db", "demo", "e2e", "lib", "server", "testing"];

const files = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8", withFileTypes: true }),
  )
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes("/.next"))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: relative(root, path), text: readFileSync(path, "utf8") }));

/** Words that stood for many different things, with what to say instead. */
const retired: Record<string, string> = {
  anew: "again",
  asking: "request or query",
  bringers: "top campaigns",
  lane: "queue",
  lanes: "queues",
  likeness: "match score",
  narrowed: "filtered",
  patience: "timeout",
  recut: "recalculation",
  told: "sent, reported or original",
  unmoved: "pending reassignment",
  usual: "default",
  wanted: "input",
  weighed: "candidates",
  whoever: "the person or the role",
};
/** In names of files and folders, where these words do not say what a file holds. */
const retiredInPaths: Record<string, string> = {
  ...retired,
  doctor: "check",
  judge: "evaluate or verify",
  letter: "email",
  mend: "repair",
  quiet: "silent or drain",
  say: "print",
  sealed: "encrypted",
  stays: "reinstall",
  take: "capture, record or enqueue",
  tell: "send, report or record",
  words: "labels or text",
};
/** In front of a name, of limits. */
const retiredFirst: Record<string, string> = { least: "min", most: "max" };

const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_]+/);

const instead = (name: string) => {
  const words = wordsOf(name);
  return retiredFirst[words[0]!] ?? words.map((word) => retired[word]).find(Boolean);
};

test("no declared name has a retired word", () => {
  const found = files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, i) =>
      /^\s*(\/\/|\*|\/\*)/.test(line)
        ? []
        : [...line.matchAll(/(?:^|[\s({;])(?:const|let|function\*?|class|type|interface|enum) (\w+)/g)]
            .map((match) => match[1]!)
            .filter((name) => instead(name) !== undefined)
            .map((name) => `${path}:${i + 1} ${name}: say ${instead(name)}`),
    ),
  );
  expect(found).toEqual([]);
});

test("no file or folder has a retired word in its name", () => {
  const found = files.flatMap(({ path }) =>
    wordsOf(path.replace(/\.tsx?$/, "").replace(/[/.-]/g, " "))
      .filter((word) => retiredInPaths[word] !== undefined)
      .map((word) => `${path}: say ${retiredInPaths[word]}`),
  );
  expect(found).toEqual([]);
});

/** Next gives these names to the exports of its pages and routes. */
const ofNext = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|metadata|dynamic|generateMetadata|viewport)$/;

test("at most 40 exported names are in several files", () => {
  const exporters = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    if (/\.(test|spec|test-d)\.tsx?$/.test(path)) continue;
    const exported =
      /^export (?:default )?(?:async )?(?:const|function\*?|class|type|interface|enum|let) (\w+)/gm;
    for (const match of text.matchAll(exported))
      if (!ofNext.test(match[1]!))
        exporters.set(match[1]!, (exporters.get(match[1]!) ?? new Set()).add(path));
  }
  const several = [...exporters].filter(([, paths]) => paths.size > 1);
  const listed = several.map(([name, paths]) => `${name}: ${[...paths].join(", ")}`);
  expect(listed.length, listed.join("\n")).toBeLessThanOrEqual(40);
});
