/**
 * Compares this commit with another one on the same machine. `redirect` and `ingest` measure what one request costs,
 * with today's requests on both versions. Other benchmarks run in turns, each version with its own benchmark, and this
 * commit is printed as a multiple of the other one.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { compareOutputs } from "@/bench/comparison/rules";
import { numberArgument, printLine } from "@/bench/print";
import { compareVersions, measuredPaths } from "@/bench/version-turns";
import { startProgram } from "@/bin/children";

const usage = `Usage: npm run bench -- compare COMMIT NAME [--turns 3] [options of NAME]

COMMIT is checked out and installed in a temporary folder; a folder with an installed version is used as it is.
`;
const root = join(import.meta.dirname, "..");

export async function run([commit, name, ...rest]: string[]): Promise<void> {
  const path = measuredPaths.find((one) => one === name);
  const turns = numberArgument(rest, "turns", path ? 9 : 3);
  const at = rest.indexOf("--turns");
  const options = at === -1 ? rest : rest.toSpliced(at, 2);
  if (!commit || !name || name === "compare" || !Number.isInteger(turns) || turns < 1) {
    process.stderr.write(usage);
    process.exitCode = 1;
    return;
  }
  await withVersion(commit, async (there, label) => {
    if (path) await compareVersions(path, { here: root, there }, label, turns);
    else await compareBenches(name, options, { there, label }, turns);
  });
}

/** Calls `use` with a folder that contains the other version and its packages. */
async function withVersion(
  commit: string,
  use: (folder: string, label: string) => Promise<void>,
): Promise<void> {
  if (existsSync(join(commit, "bench", "serve.ts"))) return use(resolve(commit), basename(resolve(commit)));
  const folder = mkdtempSync(join(tmpdir(), "cairn-compare-"));
  const other = join(folder, "other");
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const short = git("rev-parse", "--short", `${commit}^{commit}`);
  try {
    git("worktree", "add", "--detach", other, short);
    if (git("diff", "--name-only", short, "--", "package-lock.json") === "") {
      symlinkSync(join(root, "node_modules"), join(other, "node_modules"));
    } else {
      printLine(`Installing the packages of ${short} …`);
      execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--prefer-offline"], {
        cwd: other,
        stdio: "ignore",
      });
    }
    await use(other, short);
  } finally {
    git("worktree", "remove", "--force", other);
    rmSync(folder, { recursive: true, force: true });
  }
}

type Other = { there: string; label: string };

async function compareBenches(name: string, options: string[], other: Other, turns: number): Promise<void> {
  const outputs: { here: string[]; there: string[] } = { here: [], there: [] };
  for (let turn = 0; turn < turns; turn++) {
    // The sides start alternately, because the second one finds a warmer machine.
    const sides = [
      ["here", root],
      ["there", other.there],
    ] as const;
    for (const [side, cwd] of turn % 2 === 0 ? sides : sides.toReversed()) {
      printLine(`Turn ${turn + 1} of ${turns}: ${side === "here" ? "this commit" : other.label} …`);
      outputs[side].push(await outputOf(cwd, [name, ...options]));
    }
  }
  printLine(
    `\n${name}, median of ${turns} turns: this commit, ${other.label}, and this commit as a multiple of it.`,
  );
  for (const { label, here, there, ratios } of compareOutputs(outputs.here, outputs.there)) {
    if (ratios.every((ratio) => ratio === 1)) continue;
    printLine(`  ${label}`);
    printLine(
      `    ${here.join("  ")}   |   ${there.join("  ")}   |   ${ratios.map((r) => r.toFixed(2)).join("  ")}`,
    );
  }
}

async function outputOf(cwd: string, args: string[]): Promise<string> {
  const { code, output } = await startProgram(["bin/run.mjs", "bench/main.ts", ...args], { cwd }).ended;
  if (code !== 0) throw new Error(`The benchmark ended with ${code} in ${cwd}:\n${output}`);
  return output;
}
