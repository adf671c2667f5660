/**
 * Scheduled files: clicks of one project as Parquet, CSV and NDJSON, from the database to the disk. The baseline is the
 * same rows copied as text by Postgres to the same process, in the same run. Rows a second alone depend on the machine.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patientConnection, withNewDatabase } from "@/bench/database";
import { numberArgument, printLine } from "@/bench/print";
import { completeEnv } from "@/lib/base/env";
import { fileFormats } from "@/lib/data-access/files/formats/format";
import { spoolChanges } from "@/lib/data-access/files/spool";
import { aCampaign, aProject } from "@/testing/factories";

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** `--rows 100000` makes a quick measurement. */
export async function run(args: string[]): Promise<void> {
  const count = numberArgument(args, "rows", 1_000_000);
  const folder = await mkdtemp(join(tmpdir(), "cairn-bench-export-"));
  completeEnv({ DATA_DIR: folder });
  try {
    await withNewDatabase(() => compare(count, folder), { durable: false });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(count: number, folder: string): Promise<void> {
  const app = await aProject();
  const { id: campaign } = await aCampaign(app);
  const patient = await patientConnection();
  await patient`
    insert into clicks (project_id, id, clicked_at, kind, campaign_id, platform, ad_set_id, creative_id, network, params,
      country, os_version, device_model, browser, language, user_agent)
    select ${app.project.id}, uuidv7(make_interval(secs => -n)), now() - make_interval(secs => n), 'click', ${campaign},
      (array['IOS', 'ANDROID'])[n % 2 + 1], 'set' || n % 50, 'creative' || n % 500, 'META',
      jsonb_build_object('fbclid', md5(n::text)), (array['DE', 'US', 'IN'])[n % 3 + 1], '17.' || n % 5,
      'Phone ' || n % 80, 'Safari', 'en', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ' || n % 1000
    from generate_series(1, ${count}::int) n`;
  await patient`analyze clicks`;
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

  const before = process.memoryUsage.rss();
  printLine(`memory of the process before: ${megabytes(before)}`);
  for (const format of fileFormats) {
    const into = await mkdtemp(join(folder, `${format}-`));
    let [peak, longest, last] = [0, 0, performance.now()];
    const began = performance.now();
    const { files } = await spoolChanges(app.project, into, {
      ...{ datasets: ["clicks"], format, personal: true, since: {}, run: 1, startedAt: new Date() },
      maxRows: 1_000_000,
      progress: async () => {
        peak = Math.max(peak, process.memoryUsage.rss());
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      },
    });
    const ms = performance.now() - began;
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    printLine(
      `${format}: ${perSecond(ms)} rows/s, ${(baseline / ms).toFixed(2)} of the baseline; ${megabytes(bytes)}; ` +
        `peak memory of the process ${megabytes(peak)}; longest chunk ${Math.round(longest)} ms`,
    );
  }
  await patient.end();
}
