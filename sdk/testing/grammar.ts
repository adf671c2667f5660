import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Languages that are not compiled here are at least parsed, where their grammars are installed. */
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

/** The path of a language's grammar; null, and said, where there is none. */
export function findGrammarOrSaySo(language: string): string | null {
  const grammar = join(modules, `tree-sitter-wasms/out/tree-sitter-${language}.wasm`);
  if (existsSync(grammar) && existsSync(program)) return grammar;
  console.warn(
    `SKIPPED: parsing ${language}: no grammar (npm install --no-save web-tree-sitter@0.25 tree-sitter-wasms).`,
  );
  return null;
}

/** Where files of that ending are no text of the language, with the lines. */
export async function parseErrors(grammar: string, folder: string, ending: string): Promise<string[]> {
  const { Parser, Language } = (await import(/* @vite-ignore */ pathToFileURL(program).href)) as TreeSitter;
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  const files = globSync(`${folder}/**/*.${ending}`);
  if (files.length === 0) throw new Error(`${folder} has no .${ending}`);
  return files.flatMap((file) =>
    errorsIn(parser.parse(readFileSync(file, "utf8")).rootNode).map((error) => `${file}:${error}`),
  );
}

function errorsIn(node: Node): string[] {
  if (node.isError || node.isMissing) return [`${node.startPosition.row + 1}: ${node.text.slice(0, 80)}`];
  return node.hasError ? node.children.flatMap(errorsIn) : [];
}
