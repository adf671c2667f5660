import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";

/** The house as CONTRIBUTING.md draws it, proven file by file: a break names the file. */
const root = join(import.meta.dirname, "..");
const folders = ["app", "bench", "bin", "components", "db", "e2e", "lib", "server"];

type File = { path: string; text: string; imports: string[] };

const files: File[] = folders.flatMap((folder) => walk(join(root, folder)));
const program = files.filter(({ path }) => !/\.test\.tsx?$/.test(path) && !path.includes("testing"));

function walk(folder: string): File[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const full = join(folder, name);
    if (statSync(full).isDirectory()) return name === "migrations" || name === ".next" ? [] : walk(full);
    if (!/\.(ts|tsx|mjs)$/.test(name)) return [];
    const text = readFileSync(full, "utf8");
    const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1]!);
    return [{ path: relative(root, full), text, imports }];
  });
}

const offenders = (which: (file: File) => boolean, wrong: (file: File) => boolean) =>
  program.filter((file) => which(file) && wrong(file)).map((file) => file.path);

const within =
  (...prefixes: string[]) =>
  (file: File) =>
    prefixes.some((prefix) => file.path.startsWith(prefix));
const importing = (pattern: RegExp) => (file: File) => file.imports.some((name) => pattern.test(name));
const isDomain = (file: File) => /^lib\/[^/]+\//.test(file.path) && !/^lib\/(http|access)\//.test(file.path);

test("only the server and app itself import app/", () => {
  expect(offenders(within("lib/", "db/", "components/", "bin/"), importing(/^@\/app\//))).toEqual([]);
  // The front answers the endpoints; it takes them from one list.
  expect(offenders(within("server/"), importing(/^@\/app\/(?!api\/endpoints$)/))).toEqual([]);
});

test("components know no domain", () => {
  expect(offenders(within("components/"), importing(/^@\/(?!components\/)/))).toEqual([]);
});

test("lib/http knows no domain", () => {
  const allowed =
    /^@\/(lib\/(http\/|refusal$|env$|log$|ids$|batch$|deadline$|tracing$)|db\/(failure|clock)$)/;
  expect(
    offenders(within("lib/http/"), (file) =>
      file.imports.some((name) => name.startsWith("@/") && !allowed.test(name)),
    ),
  ).toEqual([]);
});

test("domains know no HTTP", () => {
  expect(offenders(isDomain, importing(/^@\/lib\/http\//))).toEqual([]);
});

test("Next, React and next-auth stay in app, components, lib/access and their configuration", () => {
  const outside = (file: File) =>
    !within("app/", "components/", "lib/access/", "e2e/", "server/next-server.ts")(file);
  expect(offenders(outside, importing(/^(next|react|react-dom|next-auth)(\/|$)/))).toEqual([]);
});

test("a domain calls another's verb, never its SQL", () => {
  const foreign = (file: File) => {
    const own = file.path.split("/")[1];
    return file.imports.some((name) => {
      const match = /^@\/lib\/([^/]+)\/(.*queries)$/.exec(name);
      // Parts of other statements: what a fact counts, and what a change is told as.
      return match !== null && match[1] !== own && match[1] !== "ledger" && match[1] !== "audit";
    });
  };
  expect(offenders((file) => file.path.startsWith("lib/"), foreign)).toEqual([]);
  expect(offenders(within("app/"), importing(/queries$/))).toEqual([]);
});

test("SQL lives in queries.ts", () => {
  const allowed = /(^|\/)([a-z-]+-)?queries\.ts$|^db\/|^bench\/|^bin\//;
  expect(
    offenders(
      (file) => !allowed.test(file.path),
      (file) => /\bsql(<[^`]*>)?`|\breadSql(<[^`]*>)?`/.test(file.text),
    ),
  ).toEqual([]);
});

test("rules and engines take the time and chance as arguments", () => {
  const pure = (file: File) =>
    /\/(rules|engine|device|read-link|metrics)\.ts$/.test(file.path) && file.path.startsWith("lib/");
  const impure = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomBytes\(|@\/db/;
  expect(
    offenders(
      (file) => pure(file) && file.path !== "lib/platform/metrics.ts",
      (file) => impure.test(file.text),
    ),
  ).toEqual([]);
});

test("process.env is read in lib/base/env.ts and by the launchers", () => {
  const allowed =
    /^(lib\/env\.ts|bin\/|server\/(next|next-child|secrets|database|embedded-postgres|build|postgres-binaries)\.ts|e2e\/|bench\/)/;
  expect(
    offenders(
      (file) => !allowed.test(file.path),
      (file) => /\bprocess\.env\b/.test(file.text),
    ),
  ).toEqual([]);
});

test("names: kebab-case files, no drawers for everything", () => {
  const badName = /[A-Z ]|_(?!_)/;
  const drawer = /(^|\/)(utils?|helpers?|services?|managers?|types|common|misc|index)(\.tsx?$|\/)/;
  const name = (file: File) => file.path.replace(/\[+[^\]]*\]+|\([^)]*\)/g, "");
  expect(
    offenders(
      () => true,
      (file) => badName.test(name(file)),
    ),
  ).toEqual([]);
  expect(
    offenders(
      (file) => file.path !== "db/index.ts",
      (file) => drawer.test(file.path),
    ),
  ).toEqual([]);
});

test("files fit on a screen or three", () => {
  const long = (file: File) => file.text.split("\n").length > 320;
  expect(offenders((file) => file.path !== "db/schema.ts", long)).toEqual([]);
});

test("every endpoint that needs no session is in app/api/endpoints.ts, at the path of its folder", () => {
  const onDisk = program
    .filter(
      ({ path }) => /^app\/api\/.*route\.ts$/.test(path) && !/^app\/api\/(dashboard|auth|\[)/.test(path),
    )
    .map(({ path }) => `/${path.slice("app/".length, -"/route.ts".length).replace(/\[([a-z_]+)\]/g, ":$1")}`);
  expect(endpoints.map((endpoint) => endpoint.path).sort()).toEqual(onDisk.sort());
});

test("every endpoint has a test that calls it by its path", () => {
  const tests = files
    .filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path))
    .map(({ text }) => text)
    .join("\n");
  const untested = program
    .filter(({ path }) => /^app\/api\/.*route\.ts$/.test(path) && !/^app\/api\/(auth\/|\[)/.test(path))
    .map(({ path }) => `/${path.slice("app/".length, -"/route.ts".length)}`)
    .filter((path) => {
      const pattern = path.replace(/[.*+?^$()|\\]/g, "\\$&").replace(/\[[a-z_]+\]/g, "[^\\s\"'/]+");
      return !new RegExp(`${pattern}(?=["'\`?\\s/])`).test(tests);
    });
  expect(untested).toEqual([]);
});
