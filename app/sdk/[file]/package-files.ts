import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { tar } from "@/lib/platform/tar";

/** What of `sdk` belongs to a package, by the beginnings of paths. What tests and the compiler here need does not. */
const packages: Record<string, string[]> = {
  "cairn-react-native.tgz": [
    "README.md",
    "package.json",
    "app.plugin.js",
    "react-native.config.js",
    "core/",
    "react-native/",
  ],
};

const isForTests = /\.test\.ts$|\.d\.ts$/;

/** The paths in a package, or null where there is none of that name. */
export async function packagePaths(name: string): Promise<string[] | null> {
  const wanted = Object.hasOwn(packages, name) ? packages[name]! : null;
  if (!wanted) return null;
  const entries = await readdir(root(), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root().length + 1))
    .filter((path) => wanted.some((each) => (each.endsWith("/") ? path.startsWith(each) : path === each)))
    .filter((path) => !isForTests.test(path))
    .sort();
}

/** As npm reads it. */
export async function packageFile(paths: readonly string[]): Promise<Uint8Array> {
  const files = await Promise.all(
    paths.map(async (path) => ({ path: `package/${path}`, body: await readFile(join(root(), path)) })),
  );
  return promisify(gzip)(tar(files));
}

const root = () => join(process.cwd(), "sdk");
