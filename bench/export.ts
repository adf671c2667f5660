/**
 * Scheduled files: clicks of one project as Parquet, CSV and NDJSON, from the database to the disk. The baseline is the
 * same rows copied as text by Postgres to the same process, in the same run. Rows a second alone depend on the machine.
 * Then links and events of apps are measured with and without an export in the same process.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patientConnection, withNewDatabase } from "@/bench/database";
import { fillClicks, whileServing } from "@/bench/export-while-serving";
import { processorTimeOf } from "@/bench/load-tools/cpu";
import { formatCount, numberArgument, printLine } from "@/bench/print";
import { completeEnv } from "@/lib/base/env";
import { fileFormats } from "@/lib/data-access/files/formats/format";
import { spoolChanges } from "@/lib/data-access/files/spool";
import { aProject } from "@/testing/factories";

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** `--rows 100000 --rounds 1` makes a quick measurement. */
export async function run(args: string[]): Promise<void> {
  const count = numberArgument(args, "rows", 1_000_000);
  const folder = await mkdtemp(join(tmpdir(), "cairn-bench-export-"));
  completeEnv({ DATA_DIR: folder });
  try {
    await withNewDatabase((dataDir) => compare(count, folder, dataDir), { durable: false });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await whileServing(
    Math.min(count, 500_000),
    numberArgument(args, "rounds", 5),
    numberArgument(args, "seconds", 4),
  );
}

async function compare(count: number, folder: string, dataDir: string): Promise<void> {
  const app = await aProject();
  const patient = await patientConnection();
  await fillClicks(patient, app, count);
  const rate = (ms: number) => Math.round(count / (ms / 1_000));
  const perSecond = (ms: number) => rate(ms).toLocaleString("en");

  const copied = async () => {
    const began = performance.now();
    const source = await patient`copy (select * from clicks) to stdout`.readable();
    for await (const _ of source);
    return performance.now() - began;
  };
  await copied();
  const baseline = await copied();
  printLine(`COPY of ${count.toLocaleString("en")} clicks as text: ${perSecond(baseline)} rows/s (baseline)`);

  printLine(`memory of the process before: ${megabytes(process.memoryUsage.rss())}`);
  for (const format of fileFormats) {
    const into = await mkdtemp(join(folder, `${format}-`));
    let [peak, longest, last] = [0, 0, performance.now()];
    const before = processorTimeOf(dataDir);
    const began = performance.now();
    const { files } = await spoolChanges(app.project, into, {
      ...{ datasets: ["clicks"], format, personal: true, since: {}, run: 1, startedAt: new Date() },
      maxRows: 1_000_000,
      async progress() {
        peak = Math.max(peak, process.memoryUsage.rss());
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      },
    });
    const ms = performance.now() - began;
    const after = processorTimeOf(dataDir);
    const perRow = (seconds: number) => (seconds / count) * 1e6;
    const own = perRow(after.node - before.node);
    const ofPostgres = perRow((after.postgres ?? 0) - (before.postgres ?? 0));
    // Both work at the same time, so two idle cores are as fast as the slower one.
    const ofTwoCores = Math.round(1e6 / Math.max(own, ofPostgres));
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    printLine(
      `${format}: ${perSecond(ms)} rows/s, ${(baseline / ms).toFixed(2)} of the baseline; ${megabytes(bytes)}; ` +
        `peak memory of the process ${megabytes(peak)}; longest chunk ${Math.round(longest)} ms; processor time per row ` +
        `${own.toFixed(1)} µs, of Postgres ${ofPostgres.toFixed(1)} µs: ${formatCount(ofTwoCores)} rows/s on two idle cores`,
    );
  }
  await patient.end();
}
