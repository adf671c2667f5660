import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { completeEnv } from "@/lib/base/env";
import { addFileExport } from "@/lib/data-access/files/exports";
import { exportProjectFiles } from "@/lib/data-access/files/run";
import { fileExportInput } from "@/lib/data-access/files/schema";
import { setExchangeRates } from "@/lib/spend/rates/change";
import { aCampaign, aProject } from "@/testing/factories";
import { manifestsIn } from "@/testing/files/consumer";
import { anS3Server } from "@/testing/files/s3-server";
import { argumentsOf, projectRoot } from "@/testing/programs/programs";

const root = mkdtempSync(join(tmpdir(), "cairn-killed-"));
let s3: Awaited<ReturnType<typeof anS3Server>>;
beforeAll(async () => {
  s3 = await anS3Server();
  completeEnv({ OUTBOUND_ALLOW: s3.host, DATA_DIR: join(root, "data") });
});
afterEach(() => {
  s3.hooks.before = () => undefined;
  s3.hooks.after = () => {};
});
afterAll(async () => {
  await s3.end();
  rmSync(root, { recursive: true, force: true });
});

/** The objects as files, for the consumer. */
async function download(): Promise<string> {
  const folder = mkdtempSync(join(root, "bucket-"));
  for (const [name, body] of s3.objects) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), body);
  }
  return folder;
}

const ended = (child: ChildProcess) => new Promise((done) => child.once("close", done));

// Two data files and a manifest; a killed process leaves each request unsent, unanswered, or answered.
test.each([
  ["before its first file is stored", 0, "before"],
  ["after its first file is stored", 0, "after"],
  ["after its last file is stored", 1, "after"],
  ["before its manifest is stored", 2, "before"],
  ["after its manifest is stored", 2, "after"],
] as const)(
  "a process killed %s leaves no file without a manifest after the next run, and no row is missing or doubled",
  async (_when, nth, side) => {
    s3.objects.clear();
    const app = await aProject();
    const campaigns = [await aCampaign(app), await aCampaign(app)];
    const input = fileExportInput.parse({
      ...{ title: "Warehouse", datasets: ["campaigns", "rates"], format: "ndjson", cadence: "daily" },
      ...{ storage: "s3", place: s3.place, secrets: s3.secrets, on: false },
    });
    const { export: made } = await addFileExport(app.project, input, commandLine, new Date());
    const rates = [{ currency: "CHF", day: "2026-01-01", rate: 2 }];
    await setExchangeRates(app.project, rates, commandLine, new Date());
    let puts = 0;
    let child: ChildProcess | null = null;
    const kill = async ({ method }: { method: string }): Promise<boolean> => {
      if (!child || method !== "PUT" || puts++ !== nth) return false;
      const done = ended(child);
      child.kill("SIGKILL");
      await done;
      return true;
    };
    if (side === "before")
      s3.hooks.before = async (call) => ((await kill(call)) ? { status: 500, code: "Killed" } : undefined);
    else
      s3.hooks.after = async (call) => {
        await kill(call);
      };
    const args = ["file-export", "run", "--project", String(app.project.id), "--id", String(made.id)];
    child = spawn(process.execPath, [...argumentsOf("bin/admin.ts"), ...args], {
      cwd: projectRoot,
      stdio: "ignore",
    });
    if (child.signalCode === null && child.exitCode === null) await ended(child);
    expect(child.signalCode).toBe("SIGKILL");
    s3.hooks.before = () => undefined;
    s3.hooks.after = () => {};

    // An hour later, when the claim of the killed process has ended.
    await aCampaign(app);
    const later = () => new Date(Date.now() + 3_600_000);
    await sql`update file_exports set next_at = now() where project_id = ${app.project.id}`;
    await exportProjectFiles(app.project.id, () => false, later);
    await sql`update file_exports set next_at = now() where project_id = ${app.project.id}`;
    await exportProjectFiles(app.project.id, () => false, later);

    const folder = await download();
    const manifests = await manifestsIn(folder);
    const named = manifests.flatMap(({ files }) => files.map(({ name }) => name));
    const stored = [...s3.objects.keys()].filter((name) => !name.includes("/_manifests/"));
    expect(stored.sort()).toEqual(named.sort());
    const rows = manifests.flatMap(({ totals }) => [totals.campaigns!.upserts, totals.rates!.upserts]);
    expect(rows.reduce((sum, one) => sum + one, 0)).toBe(campaigns.length + 1 + 1);
    expect(readdirSync(join(root, "data", "exports"))).toEqual([]);
  },
  60_000,
);
