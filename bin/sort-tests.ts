import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Sorts the test files by their imports, direct and indirect, so that there is no list to maintain:
 *
 * - `system`: starts processes, or has `@isolated` with a reason. Each file has its own worker.
 * - `database`: imports the database client. The files of a worker share its modules, and all share one Postgres.
 * - `pure`: all other files. The files of a worker share its modules, and no Postgres is started.
 */
type Kind = "system" | "database" | "pure";

const root = join(import.meta.dirname, "..");
const pattern = "{app,bench,bin,components,db,demo,lib,sdk,server,testing}/**/*.test.{ts,tsx}";
const endings = ["", ".ts", ".tsx", ".mjs", "/index.ts"];
const imported = /^\s*(?:import|export)\s+(?!type\b)(?:[^"';]*?from\s*)?"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;
const startsProcesses = /^node:(child_process|cluster|worker_threads)$/;

type Source = { text: string; files: string[]; modules: string[] };
const sources = new Map<string, Source>();

function fileAt(base: string): string | undefined {
  return endings
    .map((ending) => base + ending)
    .find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

function baseOf(name: string, importer: string): string | null {
  if (name.startsWith("@/")) return join(root, name.slice(2));
  return name.startsWith(".") ? join(dirname(importer), name) : null;
}

function read(path: string): Source {
  const known = sources.get(path);
  if (known) return known;
  const text = readFileSync(path, "utf8");
  const source: Source = { text, files: [], modules: [] };
  sources.set(path, source);
  if (!/\.(tsx?|mjs)$/.test(path)) return source;
  for (const [, byStatement, byCall] of text.matchAll(imported)) {
    const name = byStatement ?? byCall ?? "";
    const base = baseOf(name, path);
    const file = base && fileAt(base);
    if (file) source.files.push(file);
    else source.modules.push(name);
  }
  return source;
}

function kindOf(test: string): Kind {
  if (/@isolated\b/.test(read(test).text)) return "system";
  const reached = new Set([test]);
  let kind: Kind = "pure";
  // A set that grows during the loop is iterated to its new end.
  for (const path of reached) {
    const { files, modules } = read(path);
    if (modules.some((name) => startsProcesses.test(name))) return "system";
    if (modules.includes("postgres")) kind = "database";
    for (const file of files) reached.add(file);
  }
  return kind;
}

const testFiles = () => globSync(["*.test.ts", pattern], { cwd: root }).sort();

/** A pattern for Vitest. Brackets and parentheses of a path are escaped, so that it matches one file. */
const patternOf = (path: string) => path.replace(/[()[\]{}!*?@+]/g, "\\$&");

export function sortTests(): Record<Kind, string[]> {
  const sorted: Record<Kind, string[]> = { system: [], database: [], pure: [] };
  for (const path of testFiles()) sorted[kindOf(join(root, path))].push(patternOf(path));
  return sorted;
}

/** The files with tests that only `npm run test:faults` runs or repeats (`testing/rounds.ts`). */
export const repeatedTests = (): string[] =>
  testFiles()
    .filter((path) => /\b(historiesOf|repeatsProofs|asServedOrBoth)\(/.test(read(join(root, path)).text))
    .map(patternOf);
