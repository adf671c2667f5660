import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { childrenOf, parseFile, type SyntaxNode } from "@/bin/syntax";

/** Names are plain words. An exported name is clear without opening its file. */
const root = join(import.meta.dirname, "..");
const folders = ["app", "bench", "bin", "components", "db", "demo", "e2e", "lib", "sdk", "server", "testing"];

const filesIn = (names: string[], ending: RegExp) =>
  names
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8", withFileTypes: true }),
    )
    .filter((entry) => entry.isFile() && ending.test(entry.name) && !entry.parentPath.includes("/.next"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(root, path), text: readFileSync(path, "utf8") }));

const files = filesIn(folders, /\.tsx?$/);
const native = filesIn(["sdk"], /\.(?:kt|swift|dart)$/);

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
/** In the packages for Android, iOS and Flutter, these are further words with a plain replacement. */
const retiredInPackages: Record<string, string> = {
  ...retired,
  answer: "response or result",
  answered: "received or on result",
  answers: "responses or results",
  ask: "query, request or send",
  asks: "queries or requests",
  forget: "clear",
  forgotten: "cleared",
  gate: "permission",
  give: "deliver",
  given: "dropped, delivered or input",
  gone: "removed",
  held: "blocked",
  keeper: "state file",
  moments: "call times",
  turns: "scheduler",
};
/** The names that apps call do not change, and `sealed` is a word of Kotlin. */
const exempt = new Set(["forgetMe", "tellTracking", "sealed"]);

/** Prefixes of limits. */
const first = new Map([
  ["least", "min"],
  ["most", "max"],
]);

/** Keys of stored or sent data, which keep their names, and the two sides of a merge. */
const keys = new Set([
  "least",
  "most",
  "usual",
  "said",
  "sealed",
  "mine",
  "theirs",
  "isDeferredTold",
  "isLateTold",
]);

const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_]+/);

const instead = (name: string, words: Record<string, string> = retired) => {
  const parts = wordsOf(name);
  return first.get(parts[0]!) ?? parts.map((part) => words[part]).find((text) => typeof text === "string");
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

/** Comments and strings of Kotlin, Swift and Dart. */
const texts = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/** All names in a file of a package, declared or not. */
const namesIn = (text: string) =>
  [...text.replace(texts, (found) => found.replace(/[^\n]/g, " ")).matchAll(/[A-Za-z_]\w*/g)].map(
    ({ 0: name, index }) => ({ name, line: text.slice(0, index).split("\n").length }),
  );

test("no name in the packages for Android, iOS and Flutter has a retired word", () => {
  expect(native.length).toBeGreaterThan(80);
  const found = native.flatMap(({ path, text }) =>
    namesIn(text).flatMap(({ name, line }) => {
      const plain = exempt.has(name) ? undefined : instead(name, retiredInPackages);
      return plain === undefined ? [] : [`${path}:${line} ${name}: say ${plain}`];
    }),
  );
  expect(found).toEqual([]);
});

test("a retired word is found in code, and not in comments and strings", () => {
  const found = (text: string) => namesIn(text).filter(({ name }) => instead(name, retiredInPackages)).length;
  for (const word of Object.keys(retiredInPackages)) {
    expect(found(`private class ${word[0]!.toUpperCase()}${word.slice(1)}`)).toBe(1);
    expect(found(`func ${word}Device(_ ${word}: Fields) {}`)).toBe(2);
    expect(found(`static const _${word} = '$${word}';`)).toBe(1);
    expect(found(`val c = '"'; val ${word} = 1 // "${word}"`)).toBe(1);
    expect(found(`"${word}" to isDelivered // ${word}`)).toBe(0);
  }
});

test("no file or folder has a retired word in its name", () => {
  const found = [...files, ...native].flatMap(({ path }) =>
    wordsOf(path.replace(/\.\w+$/, "").replace(/[/.-]/g, " "))
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
    // The packages cannot import the server, so they have names of their own.
    if (path.startsWith("sdk/") || /\.(test|spec|test-d)\.tsx?$/.test(path)) continue;
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
