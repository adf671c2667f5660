import { parseAst } from "vitest/node";

export type SyntaxNode = { type: string; start: number; end: number; [key: string]: unknown };

/** The parsed program of a file, for the tests that read names and texts. */
export function parseFile(path: string, source: string): SyntaxNode {
  return parseAst(source, { lang: path.endsWith("x") ? "tsx" : "ts" }) as unknown as SyntaxNode;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flat().filter(isNode);
}
