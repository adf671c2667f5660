import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { expect, test } from "vitest";
import { childrenOf, parseFile, type SyntaxNode } from "@/bin/syntax";

/**
 * The texts that people read: documents, screens, messages, logs, API summaries, comments, titles of tests. Identifiers are
 * not texts.
 */
const root = join(import.meta.dirname, "..");

/** Retired words. Machines do not speak, and a text names the actor. */
const marker =
  /\btold\b|\btells? (?:an?|the|to|what)\b|\b[Ww]hoever\b|\banew\b|\bof before\b|\bof yours\b|\bstands (?:under|in|for)\b|(?:^|[.:;!?*/]\s+|["'`>])What (?:is|was|becomes|comes|nothing|nobody)\b/;

const parsed = [".ts", ".tsx", ".mjs", ".js"];
const code = [".kt", ".swift", ".dart"];
const prose = [".md", ".yml", ".yaml", ".example"];

/** A comment or a string. Keys, paths and names in quotes have no space and are skipped. */
const pieces = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;
const comments = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** Each exception has a reason. */
const exceptions: { file: RegExp; text: string; because: string }[] = [
  { file: /^lib\/language\.test\.ts$/, text: "", because: "quotes the words that it finds" },
];

const skipped = /^(?:node_modules|\.git|\.next|\.data|\.venv|coverage|test-results|migrations)$/;

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.test(entry.name) ? [] : walk(path);
    return [...parsed, ...code, ...prose].includes(extname(entry.name)) ? [path] : [];
  });
}

const files = [
  ...[
    "app",
    "bench",
    "bin",
    "components",
    "db",
    "demo",
    "deploy",
    "docs",
    "e2e",
    "lib",
    "sdk",
    "server",
    "testing",
  ].flatMap(walk),
  ...readdirSync(root).filter((name) => prose.includes(extname(name)) || name === ".env.example"),
];

type Text = { text: string; at: number };

const matches = (source: string, pattern: RegExp, from = 0): Text[] =>
  [...source.matchAll(pattern)].map((match) => ({ text: match[0], at: from + match.index }));

function textsOf(file: string, source: string): Text[] {
  const kind = extname(file);
  if (prose.includes(kind) || file === ".env.example") return matches(source, /[^\n]+/g);
  if (code.includes(kind)) return matches(source, pieces).filter(({ text }) => /\s/.test(text));
  const texts: Text[] = [];
  // The source without its strings, to search it for comments.
  let rest = source;
  const read = (node: SyntaxNode) => {
    const text = source.slice(node.start, node.end);
    if (node.type === "TaggedTemplateExpression") {
      // Database statements contain names only; their comments begin with two dashes.
      for (const quasi of childrenOf(node.quasi as SyntaxNode))
        if (quasi.type === "TemplateElement")
          texts.push(...matches(source.slice(quasi.start, quasi.end), /--[^\n]*/g, quasi.start));
        else read(quasi);
    } else if (/^(?:Literal|TemplateElement|JSXText)$/.test(node.type)) {
      if (/\s/.test(text)) texts.push({ text, at: node.start });
    } else return childrenOf(node).forEach(read);
    rest = rest.slice(0, node.start) + text.replace(/[^\n]/g, " ") + rest.slice(node.end);
  };
  read(parseFile(file, source));
  return [...texts, ...matches(rest, comments)];
}

test("every text that people read is in plain English", () => {
  const found = files.flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8");
    if (!marker.test(source)) return [];
    return textsOf(file, source)
      .filter(({ text }) => marker.test(text))
      .filter(({ text }) => !exceptions.some((one) => one.file.test(file) && text.includes(one.text)))
      .map(({ text, at }) => {
        const hit = marker.exec(text);
        const line = source.slice(0, at + (hit?.index ?? 0)).split("\n").length;
        return `${file}:${line} ${hit?.[0].trim()}`;
      });
  });
  expect(found).toEqual([]);
});

test("a marker is found in a comment, a string and the text of a screen, and not in an identifier", () => {
  const found = (source: string) => textsOf("a.tsx", source).filter(({ text }) => marker.test(text)).length;
  expect(found("// Networks are told what happens")).toBe(1);
  expect(found('throw new Error("Whoever asks waits.");')).toBe(1);
  expect(found("<p>What is sent is not said.</p>")).toBe(1);
  expect(found("const told = anew(whoever);")).toBe(0);
  expect(found('import { told } from "@/lib/told";')).toBe(0);
});
