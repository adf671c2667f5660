/**
 * Runs the program under load for a while: users follow links, install, sign in, send events, pay and get refunds,
 * while compaction, attribution and retention go on. Reports growth of memory and handles, and finally checks that
 * everything that was answered is stored exactly once.
 */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withNewDatabase } from "@/bench/database";
import { formatCount, numberArgument, printLine } from "@/bench/print";
import { App } from "@/testing/app";
import { aLoadScene, brokenPromises, LoadClients } from "@/testing/load";

/** The largest growth of the second half over the first, after the caches have filled. */
const goals = { memory: 1.1, handles: 1.1 };

type Sample = { megabytes: number; handles: number; done: number };

/** The default is `--minutes 10 --people 4`. */
export async function run(args: string[]): Promise<void> {
  const minutes = numberArgument(args, "minutes", 10);
  const people = numberArgument(args, "people", 4);
  await withNewDatabase(async (folder) => {
    const dataDir = join(folder, "app");
    mkdirSync(dataDir);
    const scene = await aLoadScene();
    const app = await App.start({ dataDir, tasks: true });
    try {
      const crowd = new LoadClients(scene, () => app, people);
      const samples: Sample[] = [];
      const took = (minutes * 60_000) / 20;
      printLine(`\n${people} people at a time, ${minutes} minutes:`);
      for (let i = 1; i <= 20; i++) {
        await new Promise((resolve) => setTimeout(resolve, took));
        const sample = { ...sampleOf(app.pid), done: crowd.counts.installs.length };
        samples.push(sample);
        const { megabytes, handles, done } = sample;
        printLine(
          `  ${((took * i) / 60_000).toFixed(1).padStart(5)} min   ${megabytes.toFixed(0).padStart(4)} MB   ${String(handles).padStart(3)} handles   ${formatCount(done).padStart(9)} lives`,
        );
      }
      const counts = await crowd.stop();
      // The first fifth fills the caches.
      const steady = samples.slice(4);
      printLine("\nThe second half as a multiple of the first:");
      printLine(`  memory    ${verdict(growth(steady.map((one) => one.megabytes)), goals.memory)}`);
      printLine(`  handles   ${verdict(growth(steady.map((one) => one.handles)), goals.handles)}`);
      await app.stop();
      const broken = await brokenPromises(scene, [counts]);
      printLine(
        `\nUnexpected responses: ${crowd.wrong.length}. Not kept: ${Object.keys(broken).join(", ") || "nothing"}.`,
      );
    } finally {
      await app.kill();
    }
  });
}

const verdict = (ratio: number, goal: number) =>
  `${ratio.toFixed(2)} (at most ${goal}: ${ratio <= goal ? "met" : "missed"})`;

function growth(values: number[]): number {
  const half = Math.floor(values.length / 2);
  const average = (part: number[]) => part.reduce((sum, one) => sum + one, 0) / part.length;
  return average(values.slice(half)) / average(values.slice(0, half));
}

function sampleOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return {
    megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    handles: readdirSync(`/proc/${pid}/fd`).length,
  };
}
