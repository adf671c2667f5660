/**
 * Runs one benchmark on this commit and on another one, in turns on the same machine. Prints this commit as a multiple
 * of the other one, which is checked out and installed in a temporary folder.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compareOutputs } from "@/bench/compare-rules";
import { numberIn, printLine } from "@/bench/print";
import { begin } from "@/bin/children";

const usage = "Usage: npm run bench -- compare COMMIT NAME [--turns 3] [options of NAME]\n";
const root = join(import.meta.dirname, "..");

export async function run([commit, name, ...rest]: string[]): Promise<void> {
  const turns = numberIn(rest, "turns", 3);
  const at = rest.indexOf("--turns");
  const options = at === -1 ? rest : rest.toSpliced(at, 2);
  if (!commit || !name || name === "compare" || !Number.isInteger(turns) || turns < 1) {
    process.stderr.write(usage);
    process.exitCode = 1;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "cairn-compare-"));
  const other = join(folder, "other");
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const short = git("rev-parse", "--short", `${commit}^{commit}`);
  try {
    git("worktree", "add", "--detach", other, short);
    printLine(`Installing ${short} …`);
    execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: other, stdio: "ignore" });
    const outputs: { here: string[]; there: string[] } = { here: [], there: [] };
    for (let turn = 0; turn < turns; turn++) {
      // The sides start alternately, because the second one finds a warmer machine.
      const sides = [
        ["here", root],
        ["there", other],
      ] as const;
      for (const [side, cwd] of turn % 2 === 0 ? sides : sides.toReversed()) {
        printLine(`Turn ${turn + 1} of ${turns}: ${side === "here" ? "this commit" : short} …`);
        outputs[side].push(await outputOf(cwd, [name, ...options]));
      }
    }
    printLine(
      `\n${name}, median of ${turns} turns: this commit, ${short}, and this commit as a multiple of it.`,
    );
    for (const { label, here, there, ratios } of compareOutputs(outputs.here, outputs.there)) {
      if (ratios.every((ratio) => ratio === 1)) continue;
      printLine(`  ${label}`);
      printLine(
        `    ${here.join("  ")}   |   ${there.join("  ")}   |   ${ratios.map((r) => r.toFixed(2)).join("  ")}`,
      );
    }
  } finally {
    git("worktree", "remove", "--force", other);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function outputOf(cwd: string, args: string[]): Promise<string> {
  const { code, output } = await begin(["bin/run.mjs", "bench/main.ts", ...args], { cwd }).ended;
  if (code !== 0) throw new Error(`The benchmark ended with ${code} in ${cwd}:\n${output}`);
  return output;
}
