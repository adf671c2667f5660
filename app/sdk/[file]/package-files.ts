import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { env } from "@/lib/base/env";
import { tar } from "@/lib/platform/tar";

/** Files of a folder that belong to a package, selected by path prefix, with their target in the archive. */
type Part = { from: string; to: string; paths: string[] };

const sources = join(process.cwd(), "sdk");
/** JavaScript and its declarations, which the build compiles from TypeScript. */
const compiled = resolve(env.NEXT_DIST_DIR, "packages");

// Files for tests and compilers are excluded from all packages.
const android = ["cairn/src/", "cairn-gaid/src/", "cairn-meta/src/"];

const packages: Record<string, Part[]> = {
  "cairn-react-native.tgz": [
    {
      from: sources,
      // npm requires this folder.
      to: "package",
      paths: [
        "README.md",
        "package.json",
        "app.plugin.js",
        "react-native.config.js",
        "react-native/android/",
        "react-native/ios/",
        "react-native/plugin/",
      ],
    },
    { from: compiled, to: "package", paths: ["core/", "react-native/"] },
    // Its native module is built from the package for Android.
    { from: join(sources, "android"), to: "package/android", paths: android },
  ],
  "cairn-android.tgz": [
    {
      from: join(sources, "android"),
      to: "cairn-android",
      paths: ["README.md", "include.gradle", "library.gradle", "cairn/", "cairn-gaid/", "cairn-meta/"],
    },
  ],
  "cairn-swift.tgz": [
    { from: join(sources, "swift"), to: "cairn-swift", paths: ["README.md", "Package.swift", "Sources/"] },
  ],
  "cairn-flutter.tgz": [
    {
      from: join(sources, "flutter"),
      to: "cairn_flutter",
      paths: ["README.md", "pubspec.yaml", "lib/", "android/", "ios/"],
    },
    // It wraps the other two packages.
    { from: join(sources, "android"), to: "cairn_flutter/android/cairn", paths: android },
    { from: join(sources, "swift"), to: "cairn_flutter/ios", paths: ["Sources/"] },
  ],
};

const isForTests = /\.test\.ts$/;

/** A file's path in the archive, and its source. */
type Packed = { path: string; from: string };

export const isPackage = (name: string) => Object.hasOwn(packages, name);

/** The files of a package, or null for an unknown name. */
export async function packedFiles(name: string): Promise<Packed[] | null> {
  if (!isPackage(name)) return null;
  const files = await Promise.all(packages[name]!.map(filesOf));
  return files.flat().sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function filesOf({ from, to, paths }: Part): Promise<Packed[]> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)))
    .filter((path) => paths.some((each) => (each.endsWith("/") ? path.startsWith(each) : path === each)))
    .filter((path) => !isForTests.test(path))
    .map((path) => ({ path: `${to}/${path}`, from: join(from, path) }));
}

export async function packageArchive(files: readonly Packed[]): Promise<Uint8Array> {
  const read = await Promise.all(files.map(async ({ path, from }) => ({ path, body: await readFile(from) })));
  return promisify(gzip)(tar(read));
}
