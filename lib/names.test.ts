import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { childrenOf, parseFile, type SyntaxNode } from "@/bin/syntax";

/** Names are plain words. An exported name is clear without opening its file. */
const root = join(import.meta.dirname, "..");
const folders = ["app", "bench", "bin", "components", "db", "demo", "e2e", "lib", "server", "testing"];

const files = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8", withFileTypes: true }),
  )
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes("/.next"))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: relative(root, path), text: readFileSync(path, "utf8") }));

/** Ambiguous words, with their replacements. */
const retired: Record<string, string> = {
  anew: "again",
  asked: "request or query",
  asking: "request or query",
  beside: "next to",
  bringers: "top campaigns",
  lane: "queue",
  lanes: "queues",
  likeness: "match score",
  mend: "repair",
  mine: "own or this member's",
  narrowed: "filtered",
  nobody: "none or unknown",
  nobodys: "none or unknown",
  patience: "timeout",
  recut: "recalculation",
  said: "reported, response or text",
  sealed: "encrypted",
  tell: "send, report or record",
  tells: "notifies or contains",
  theirs: "other's or another project's",
  told: "sent, reported or original",
  unmoved: "pending reassignment",
  usual: "default",
  wanted: "input",
  weighed: "candidates",
  whoever: "the person or the role",
};
/** In names of files and folders, these words do not describe a file's content. */
const retiredInPaths: Record<string, string> = {
  ...retired,
  doctor: "check",
  judge: "evaluate or verify",
  letter: "email",
  quiet: "silent or drain",
  say: "print",
  stays: "reinstall",
  take: "capture, record or enqueue",
  words: "labels or text",
};
/** Prefixes of limits. */
const first = new Map([
  ["least", "min"],
  ["most", "max"],
]);

/** Keys of stored or sent data, which keep their names, and the two sides of a merge. */
const keys = new Set(["least", "most", "usual", "said", "sealed", "mine", "theirs"]);

const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_]+/);

const instead = (name: string) => {
  const words = wordsOf(name);
  return first.get(words[0]!) ?? words.map((word) => retired[word]).find((text) => typeof text === "string");
};

/** The names declared in a file: variables, parameters, functions, types, and members of types and classes. */
function declaredIn(node: SyntaxNode): SyntaxNode[] {
  const part = (key: string) => [node[key] as SyntaxNode].filter(Boolean);
  const bound = (pattern: SyntaxNode): SyntaxNode[] => {
    if (pattern.type === "Identifier") return [pattern];
    if (pattern.type === "Property") return bound(pattern.value as SyntaxNode);
    if (pattern.type === "AssignmentPattern") return bound(pattern.left as SyntaxNode);
    return /^(?:ObjectPattern|ArrayPattern|RestElement|TSParameterProperty)$/.test(pattern.type)
      ? childrenOf(pattern).flatMap(bound)
      : [];
  };
  const own = /^(?:Variable|Function|Class|TS\w+)Declarat(?:or|ion)$|^TSEnumMember$/.test(node.type)
    ? part("id")
    : /^(?:TSPropertySignature|TSMethodSignature|PropertyDefinition|MethodDefinition)$/.test(node.type)
      ? part("key").filter(({ name }) => !keys.has(String(name)))
      : [];
  const parameters = Array.isArray(node.params) ? (node.params as SyntaxNode[]) : [];
  return [...[...own, ...parameters].flatMap(bound), ...childrenOf(node).flatMap(declaredIn)];
}

test("no declared name has a retired word", () => {
  const found = files.flatMap(({ path, text }) =>
    declaredIn(parseFile(path, text)).flatMap(({ name, start }) =>
      instead(String(name)) === undefined
        ? []
        : [`${path}:${text.slice(0, start).split("\n").length} ${name}: say ${instead(String(name))}`],
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

/** Next requires these names for the exports of its pages and routes. */
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
