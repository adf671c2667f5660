import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

/** What a browser loads with a screen: a module of Node among it costs hundreds of kilobytes of replacements. */
const root = join(import.meta.dirname, "..");

function fileOf(name: string, from: string): string | null {
  const path = name.startsWith("@/") ? join(root, name.slice(2)) : join(dirname(from), name);
  const found = ["", ".ts", ".tsx", "/index.ts"].map((end) => path + end);
  return found.find((file) => existsSync(file) && statSync(file).isFile()) ?? null;
}

/** Modules whose values a file uses. Types are not loaded. */
function loadedBy(file: string): string[] {
  const statements = readFileSync(file, "utf8").matchAll(
    /^(?:import|export)\s+(?!type\b)(?:([^;"]*?)\s*from\s*)?"([^"]+)"/gm,
  );
  return [...statements].flatMap(([, names = "", module]) => {
    const braces = /^\{([^}]*)\}$/.exec(names.trim())?.[1];
    const onlyTypes = braces
      ?.split(",")
      .every((name) => name.trim() === "" || name.trim().startsWith("type "));
    return onlyTypes ? [] : [module!];
  });
}

/** From a screen to the module, for every module that `wrong` names. */
function pathsTo(wrong: (module: string) => boolean): string[] {
  const starts = globSync("{app,components,lib}/**/*.{ts,tsx}", { cwd: root })
    .map((name) => join(root, name))
    .filter((file) => readFileSync(file, "utf8").startsWith('"use client"'));
  const importers = new Map<string, string | null>(starts.map((file) => [file, null]));
  const found: string[] = [];
  for (const file of importers.keys()) {
    for (const module of loadedBy(file)) {
      if (wrong(module)) {
        const path = [module];
        for (let at: string | null = file; at; at = importers.get(at) ?? null)
          path.unshift(relative(root, at));
        found.push(path.join(" → "));
        continue;
      }
      const next = module.startsWith("@/") || module.startsWith(".") ? fileOf(module, file) : null;
      if (next && !importers.has(next)) importers.set(next, file);
    }
  }
  return found;
}

test("screens load no module of Node and nothing of the database or the server", () => {
  expect(pathsTo((module) => module === "zod").length).toBeGreaterThan(20);
  expect(pathsTo((module) => /^(node:|@\/db(\/|$)|@\/server\/|postgres$)/.test(module))).toEqual([]);
});
