import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";

const placeInBundle = /([^\s()]+\.js):(\d+):(\d+)(?=\)?$)/;
const projectFolder = /^(turbopack:\/\/\/\[project\]\/|(\.\.\/)+)/;
const maxKnown = 500;
/** Reading a source map takes tens of milliseconds, and an error that occurs often has the same frames each time. */
const known = new Map<string, string>();

/** The source maps of one error's frames; null for a file without one. */
type SourceMaps = Map<string, SourceMap | null>;

function readSourceMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  } catch {
    return null;
  }
}

function sourceMapOf(file: string, maps: SourceMaps): SourceMap | null {
  let map = maps.get(file);
  if (map === undefined) {
    map = readSourceMap(file);
    maps.set(file, map);
  }
  return map;
}

function findInSource(frame: string, maps: SourceMaps): string {
  const [place, file, line, column] = placeInBundle.exec(frame) ?? [];
  if (!place || !file || file.includes("/node_modules/")) return frame;
  const entry = sourceMapOf(file.replace(/^file:\/\//, ""), maps)?.findEntry(
    Number(line) - 1,
    Number(column) - 1,
  );
  if (!entry || !("originalSource" in entry)) return frame;
  const source = entry.originalSource.replace(projectFolder, "");
  return frame.replace(place, `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`);
}

function inSource(frame: string, maps: SourceMaps): string {
  let found = known.get(frame);
  if (found === undefined) {
    found = findInSource(frame, maps);
    if (known.size >= maxKnown) known.clear();
    known.set(frame, found);
  }
  return found;
}

/**
 * The first eight frames of an error, with places in the source. Node's `--enable-source-maps` gives the same, but keeps
 * every source map in memory: about 80 MB in the dashboard's process.
 */
export function stackFrames({ stack = "" }: Error): string[] {
  const frames = stack.split("\n").map((line) => line.trim());
  const maps: SourceMaps = new Map();
  return frames
    .filter((line) => line.startsWith("at "))
    .slice(0, 8)
    .map((frame) => inSource(frame, maps));
}
