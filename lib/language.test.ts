import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { expect, test } from "vitest";

/**
 * The texts that people read: documents, screens, messages, logs, API summaries, comments. Identifiers are not texts, and
 * the titles and comments of tests are not read here.
 */
const root = join(import.meta.dirname, "..");

/** Words of a former dialect. A machine does not tell, and a text names the actor instead of "whoever" or "what". */
const marker =
  /\btold\b|\btells? (?:an?|the|to|what)\b|\b[Ww]hoever\b|\banew\b|\bof before\b|\bof yours\b|\bstands (?:under|in|for)\b|(?:^|[.:;!?*/]\s+|["'`>])What (?:is|was|becomes|comes|nothing|nobody)\b/;

const code = [".ts", ".tsx", ".mjs", ".js", ".kt", ".swift", ".dart"];
const prose = [".md", ".yml", ".yaml", ".example"];

/** A comment, a string, or the text between two tags. Keys, paths and names in quotes have no space and are skipped. */
const pieces =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|>[^<>{}=;()]+(?=[<{])/g;

/** Statements of the database contain names only; their comments begin with two dashes. */
const isSql = (text: string) =>
  text.startsWith("`") && /\b(?:select|insert into|update|delete from|with)\b[\s\S]*\$\{/.test(text);

/** Each with its reason. */
const exceptions: { file: RegExp; text: string; because: string }[] = [
  { file: /^docs\/security(-tests(-traffic)?)?\.md$/, text: "", because: "quotes titles of tests" },
  { file: /^sdk\/vectors\/README\.md$/, text: "`told`", because: "names a key of the shared test vectors" },
];

const skipped =
  /^(?:node_modules|\.git|\.next|\.data|\.venv|coverage|test-results|migrations|testing|e2e|Tests)$/;

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.test(entry.name) ? [] : walk(path);
    const isTest = /\.(?:test|spec|test-d)\.tsx?$|_test\.dart$/.test(entry.name);
    return isTest || ![...code, ...prose].includes(extname(entry.name)) ? [] : [path];
  });
}

const files = [
  ...["app", "bench", "bin", "components", "db", "demo", "deploy", "docs", "lib", "sdk", "server"].flatMap(
    walk,
  ),
  ...readdirSync(root).filter((name) => prose.includes(extname(name)) || name === ".env.example"),
];

function textsOf(file: string, source: string): { text: string; at: number }[] {
  if (prose.includes(extname(file)))
    return [...source.matchAll(/[^\n]+/g)].map((match) => ({ text: match[0], at: match.index }));
  return [...source.matchAll(pieces)].flatMap((match) => {
    const text = match[0];
    // A name, or the end of one template and the start of the next.
    if (
      /^["'][^\s]*["']$/.test(text) ||
      (text.startsWith("`") && /;\n|=> |\? \(|=== "|\bas \w+\s+from\b/.test(text))
    )
      return [];
    if (!isSql(text)) return [{ text: text.replace(/\$\{[^}]*\}/g, ""), at: match.index }];
    return [...text.matchAll(/--[^\n]*/g)].map((line) => ({ text: line[0], at: match.index + line.index }));
  });
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
