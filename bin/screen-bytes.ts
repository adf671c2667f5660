import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";

/** `bytes` is the size of its scripts as they are sent, without those that the screen loads later. */
type ScreenBytes = { screen: string; bytes: number };

type Manifest = { entryJSFiles: Record<string, string[]> };
const manifestName = "page_client-reference-manifest.js";

/** The scripts that a browser loads with each screen of a build, the largest first. */
export function screenBytes(distDir: string): ScreenBytes[] {
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    const known = sizes.get(file) ?? gzipSync(readFileSync(join(distDir, file))).length;
    sizes.set(file, known);
    return known;
  };
  const { rootMainFiles } = JSON.parse(readFileSync(join(distDir, "build-manifest.json"), "utf8")) as {
    rootMainFiles: string[];
  };
  return readdirSync(join(distDir, "server", "app"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(manifestName))
    .map((name) => {
      const scope: { __RSC_MANIFEST?: Record<string, Manifest> } = {};
      runInNewContext(readFileSync(join(distDir, "server", "app", name), "utf8"), { globalThis: scope });
      const [manifest] = Object.values(scope.__RSC_MANIFEST ?? {});
      const files = new Set([...rootMainFiles, ...Object.values(manifest?.entryJSFiles ?? {}).flat()]);
      return {
        screen: dirname(name).replace(/\([^)]*\)\/?/g, ""),
        bytes: [...files].reduce((sum, file) => sum + sizeOf(file), 0),
      };
    })
    .sort((a, b) => b.bytes - a.bytes || a.screen.localeCompare(b.screen));
}

const kilobytes = (bytes: number) => Math.ceil(bytes / 1_000);

/** The largest screens, and the median of all. */
export function screenTable(screens: readonly ScreenBytes[]): string {
  const median = screens[Math.floor(screens.length / 2)]?.bytes ?? 0;
  const rows = screens
    .slice(0, 10)
    .map(({ screen, bytes }) => `${String(kilobytes(bytes)).padStart(6)} kB  ${screen}`);
  return [
    "Scripts per screen, compressed",
    ...rows,
    `${String(kilobytes(median)).padStart(6)} kB  the median of ${screens.length}`,
  ].join("\n");
}

/**
 * What a screen may load, in kilobytes. A new screen fits the first number; one that needs more is listed, so that a
 * module which a screen does not need is noticed at once.
 */
const limit = 400;
const larger: Record<string, number> = { "p/[project]/campaigns/[campaign]": 422 };

/** The screens above their limit, and limits that are far too high or belong to no screen. */
export function overLimit(screens: readonly ScreenBytes[]): string[] {
  const known = new Map(screens.map(({ screen, bytes }) => [screen, kilobytes(bytes)]));
  const above = [...known].flatMap(([screen, size]) => {
    const allowed = larger[screen] ?? limit;
    return size > allowed ? [`${screen} loads ${size} kB of scripts, more than ${allowed} kB.`] : [];
  });
  const loose = Object.entries(larger).flatMap(([screen, allowed]) => {
    const size = known.get(screen);
    if (size === undefined) return [`${screen} has a limit but does not exist.`];
    return size < allowed - 25
      ? [`${screen} loads ${size} kB of scripts: lower its limit of ${allowed} kB.`]
      : [];
  });
  return [...above, ...loose];
}
