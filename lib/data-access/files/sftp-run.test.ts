import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { completeEnv } from "@/lib/base/env";
import { addFileExport, listFileRuns } from "@/lib/data-access/files/exports";
import { exportProjectFiles } from "@/lib/data-access/files/run";
import { fileExportInput } from "@/lib/data-access/files/schema";
import { readHostKey } from "@/lib/data-access/files/storages/ssh";
import { setExchangeRates } from "@/lib/spend/rates/change";
import { type AProject, aCampaign, aProject } from "@/testing/factories";
import { manifestsIn } from "@/testing/files/consumer";
import { anSftpServer, hasSsh2, type SftpCall } from "@/testing/files/sftp-server";
import { repeatsProofs } from "@/testing/rounds";

/** @isolated: the tests set the folder of the server and the clock. */
const root = mkdtempSync(join(tmpdir(), "cairn-sftp-run-"));
let server: Awaited<ReturnType<typeof anSftpServer>>;
let hostKey = "";
beforeAll(async () => {
  if (!hasSsh2) return;
  server = await anSftpServer();
  completeEnv({ OUTBOUND_ALLOW: server.host, DATA_DIR: join(root, "data") });
  hostKey = (await readHostKey(server.place)).fingerprint;
});
beforeEach(() => {
  if (!hasSsh2) return;
  server.files.clear();
  server.start();
  server.hooks.before = () => undefined;
  server.hooks.after = () => {};
});
afterAll(async () => {
  await server?.end();
  rmSync(root, { recursive: true, force: true });
});

async function anExport(
  datasets: string[],
  more: Record<string, unknown> = {},
): Promise<{ app: AProject; id: number }> {
  const app = await aProject();
  const input = fileExportInput.parse({
    ...{ title: "Partner", datasets, format: "ndjson", cadence: "daily", on: false, storage: "sftp" },
    ...{ place: { ...server.place, host_key: hostKey, prefix: "in" }, secrets: server.secrets },
    ...more,
  });
  const { export: made } = await addFileExport(app.project, input, commandLine, new Date());
  return { app, id: made.id };
}

async function run({ project }: AProject, clock: () => Date): Promise<number> {
  await sql`update file_exports set next_at = ${new Date(0)} where project_id = ${project.id}`;
  return exportProjectFiles(project.id, () => false, clock);
}

const isHidden = (name: string) => basename(name).startsWith(".");

/** The visible files as a folder, for the consumer. */
async function download(): Promise<string> {
  const folder = mkdtempSync(join(root, "server-"));
  for (const [name, { data }] of server.files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), data);
  }
  return folder;
}

/** Two data files and the manifest. */
const places = ["the first file", "the last file", "the manifest"] as const;
const steps: { op: SftpCall["op"]; side: "before" | "after" }[] = [
  { op: "open", side: "after" },
  { op: "write", side: "after" },
  { op: "rename", side: "before" },
  { op: "rename", side: "after" },
];
const all = places.flatMap((place, file) => steps.map(({ op, side }) => ({ place, file, op, side })));
/** Each step, at another file in each run of the tests. */
const some = steps.map((_, step) => all[Math.floor(Math.random() * places.length) * steps.length + step]!);

test.skipIf(!hasSsh2).each(repeatsProofs() ? all : some)(
  "a connection that ends $side $op of $place leaves no partial file visible, and nothing missing or doubled after the next run",
  async ({ file, op, side }) => {
    const { app } = await anExport(["campaigns", "rates"]);
    const campaigns = [await aCampaign(app), await aCampaign(app)];
    const rates = [{ currency: "CHF", day: "2026-01-01", rate: 2 }];
    await setExchangeRates(app.project, rates, commandLine, new Date());
    const seen = new Set<string>();
    let isOver = false;
    const fault = (call: SftpCall) => {
      if (call.op !== op || seen.has(call.path)) return false;
      seen.add(call.path);
      if (seen.size !== file + 1) return false;
      isOver = true;
      server.stop();
      return true;
    };
    if (side === "before") server.hooks.before = (call) => (fault(call) ? 4 : undefined);
    else
      server.hooks.after = (call) => {
        fault(call);
      };
    expect(await run(app, () => new Date())).toBe(1);
    expect(isOver).toBe(true);
    server.hooks.before = () => undefined;
    server.hooks.after = () => {};
    for (const [name, { data }] of server.files)
      if (!isHidden(name))
        expect(() => (name.endsWith(".gz") ? gunzipSync(data) : JSON.parse(String(data)))).not.toThrow();

    server.start();
    await aCampaign(app);
    const later = () => new Date(Date.now() + 3_600_000);
    await run(app, later);
    await run(app, later);
    const folder = await download();
    const manifests = await manifestsIn(join(folder, "in"));
    const named = manifests.flatMap(({ files }) => files.map(({ name }) => `in/${name}`));
    const stored = [...server.files.keys()].filter((name) => !name.includes("/_manifests/"));
    expect(stored.sort()).toEqual(named.sort());
    const rows = manifests.flatMap(({ totals }) => [totals.campaigns!.upserts, totals.rates!.upserts]);
    expect(rows.reduce((sum, one) => sum + one, 0)).toBe(campaigns.length + 1 + 1);
    expect(readdirSync(join(root, "data", "exports"))).toEqual([]);
  },
);

test.skipIf(!hasSsh2)("a slow upload keeps its claim, so no other process begins the same run", async () => {
  const { app, id } = await anExport(["rates"]);
  await sql`
    insert into exchange_rates (project_id, currency, day, rate)
    select ${app.project.id}, 'CHF', date '2000-01-01' + n, 1 + random() from generate_series(1, 9000) n`;
  let elapsedMs = 0;
  const clock = () => new Date(Date.now() + elapsedMs);
  const real = performance.now.bind(performance);
  const watch = vi.spyOn(performance, "now").mockImplementation(() => real() + elapsedMs);
  let writes = 0;
  let taken = 0;
  server.hooks.after = async ({ op, path }) => {
    if (op !== "write" || !path.includes("dataset=rates")) return;
    writes++;
    elapsedMs += 4 * 60_000;
  };
  // The last write of the file was confirmed, after three times the time of a claim without renewal.
  server.hooks.before = async ({ op, path }) => {
    if (op === "rename" && path.includes("dataset=rates"))
      taken += await exportProjectFiles(app.project.id, () => false, clock);
    return undefined;
  };
  try {
    expect(await run(app, clock)).toBe(1);
  } finally {
    watch.mockRestore();
  }
  expect(writes).toBeGreaterThan(2);
  expect(taken).toBe(0);
  const { runs } = await listFileRuns(app.project, id, clock());
  expect(runs.map(({ state }) => state)).toEqual(["done"]);
});

test.skipIf(!hasSsh2)("empty files, which mark a folder as complete, are stored", async () => {
  const { app, id } = await anExport([], { layout: "appsflyer" });
  expect(await run(app, () => new Date())).toBe(1);
  const { runs } = await listFileRuns(app.project, id, new Date());
  expect(runs).toMatchObject([{ state: "done", problem: null }]);
  const markers = [...server.files].filter(([name]) => name.endsWith("/_SUCCESS"));
  expect(markers.map(([, { data }]) => data.length)).toEqual(Array.from({ length: 8 }, () => 0));
});
