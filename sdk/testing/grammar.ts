import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Code in languages without a compiler here is parsed if their grammars are installed. */
type Parser = { setLanguage(language: unknown): void; parse(text: string): { rootNode: Node } };
type Node = {
  isError: boolean;
  isMissing: boolean;
  hasError: boolean;
  children: Node[];
  text: string;
  startPosition: { row: number };
};
type TreeSitter = {
  Parser: { init(): Promise<void>; new (): Parser };
  Language: { load(path: string): Promise<unknown> };
};

const modules = join(process.cwd(), "node_modules");
const program = join(modules, "web-tree-sitter/tree-sitter.js");

/** The path of a language's grammar; null with a warning if it is not installed. */
export function findGrammarOrWarn(language: string): string | null {
  const grammar = join(modules, `tree-sitter-wasms/out/tree-sitter-${language}.wasm`);
  if (existsSync(grammar) && existsSync(program)) return grammar;
  console.warn(
    `SKIPPED: parsing ${language}: no grammar (npm install --no-save web-tree-sitter@0.25 tree-sitter-wasms).`,
  );
  return null;
}

/** Syntax errors of named texts, with name and line. */
export async function syntaxErrors(grammar: string, texts: Record<string, string>): Promise<string[]> {
  const { Parser, Language } = (await import(/* @vite-ignore */ pathToFileURL(program).href)) as TreeSitter;
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  return Object.entries(texts).flatMap(([name, text]) =>
    errorsIn(parser.parse(text).rootNode).map((error) => `${name}:${error}`),
  );
}

/** Syntax errors of all files with an ending in a folder, with path and line. */
export function syntaxErrorsOfFiles(grammar: string, folder: string, ending: string): Promise<string[]> {
  const files = globSync(`${folder}/**/*.${ending}`);
  if (files.length === 0) throw new Error(`${folder} has no .${ending}`);
  return syntaxErrors(grammar, Object.fromEntries(files.map((file) => [file, readFileSync(file, "utf8")])));
}

function errorsIn(node: Node): string[] {
  if (node.isError || node.isMissing) return [`${node.startPosition.row + 1}: ${node.text.slice(0, 80)}`];
  return node.hasError ? node.children.flatMap(errorsIn) : [];
}
