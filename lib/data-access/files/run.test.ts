import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { storeMark } from "@/lib/attribution/test-devices/queries";
import { completeEnv } from "@/lib/base/env";
import { type DatasetName, datasetNames } from "@/lib/data-access/datasets/datasets";
import {
  addFileExport,
  changeFileExport,
  listEarlierFiles,
  listFileRuns,
  runFilesNow,
  testStorage,
} from "@/lib/data-access/files/exports";
import { fileFormats } from "@/lib/data-access/files/formats/format";
import { exportProjectFiles } from "@/lib/data-access/files/run";
import { fileExportInput } from "@/lib/data-access/files/schema";
import { registerInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { erasePerson } from "@/lib/privacy/person";
import { reportGroups } from "@/lib/reporting/groups/groups";
import { groupsQuery } from "@/lib/reporting/groups/schema";
import { type AProject, aCampaign, aClick, aProject, decideEverything } from "@/testing/factories";
import { filesBelow, manifestsIn, queryFiles } from "@/testing/files/consumer";
import { aJuneDay } from "@/testing/projects/june-day";

/** @isolated: the tests set the folders of the server. */
const root = mkdtempSync(join(tmpdir(), "cairn-files-"));
beforeAll(() => completeEnv({ EXPORT_FOLDER: join(root, "exports"), DATA_DIR: join(root, "data") }));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const input = (more: Record<string, unknown> = {}) =>
  fileExportInput.parse({
    title: "Warehouse",
    datasets: ["campaigns"],
    format: "parquet",
    cadence: "daily",
    storage: "folder",
    place: { prefix: "raw" },
    ...more,
  });

async function anExport(app: AProject, more: Record<string, unknown> = {}) {
  const made = await addFileExport(app.project, input({ ...more }), commandLine, new Date());
  return { id: made.export.id, folder: join(root, "exports", app.project.slug, "raw") };
}

let later = 0;
/** Runs the export as the scheduler does on the next day. */
async function nextDay(app: AProject, clockMs?: number) {
  later += 86_400_000;
  const at = new Date(clockMs ?? Date.now() + later);
  return exportProjectFiles(
    app.project.id,
    () => false,
    () => at,
  );
}

const runsOf = async (app: AProject, id: number) =>
  (await listFileRuns(app.project, id, new Date(Date.now() + later))).runs;

const figures = async (app: AProject, by = "campaign") => {
  const query = groupsQuery.parse({ from: "2026-04-01", to: "2026-06-29", by });
  const { total, rows } = await reportGroups(app.project, query, new Date("2026-06-30T12:00:00Z"));
  return { total: total!, rows };
};

const exported: DatasetName[] = ["campaigns", "clicks", "installs", "users", "events", "payments", "spend"];

async function proveFigures(app: AProject, folder: string) {
  const { total, rows } = await figures(app);
  const [sums] = await queryFiles<Record<string, string>>(
    folder,
    exported,
    `with tested as (select install_instance_id as instance from installs where is_test::boolean)
    select
      (select count(*) from clicks where counted::boolean) as clicks,
      (select count(*) from installs where not is_test::boolean) as installs,
      (select count(*) from users where is_signup::boolean
        and install_instance_id not in (from tested)) as signups,
      (select coalesce(sum(revenue_minor::bigint), 0) from payments
        where install_instance_id not in (from tested)) as revenue,
      (select coalesce(sum(amount_minor::bigint), 0) from spend) as spend`,
  );
  const { clicks, installs, signups, revenue, spend } = total;
  const asNumbers = Object.fromEntries(Object.entries(sums!).map(([name, value]) => [name, Number(value)]));
  expect(asNumbers).toEqual({ clicks, installs, signups, revenue, spend });
  const byCampaign = await queryFiles<{ name: string; installs: string }>(
    folder,
    exported,
    `select c.name, count(i.id) as installs from campaigns c left join installs i
       on i.campaign_id::varchar = c.id::varchar and not i.is_test::boolean
     group by c.name having count(i.id) > 0`,
  );
  const inReport = rows.filter(({ metrics }) => Number(metrics.installs) > 0 && metrics.spend);
  for (const { labels, metrics } of inReport)
    expect(Number(byCampaign.find(({ name }) => name === labels[0])?.installs), labels[0] ?? "").toBe(
      metrics.installs,
    );
  return total;
}

test.each(fileFormats)(
  "%s: the sums over the files are the report's, after a refund, a new attribution, a test device and an erasure",
  async (format) => {
    const { app, winter } = await aJuneDay();
    const { project } = app;
    const { folder, id } = await anExport(app, { datasets: exported, format });
    expect(await nextDay(app)).toBe(1);
    const first = await proveFigures(app, folder);

    await capturePayment(
      project,
      {
        token: "",
        user_id: "user-a",
        payment_id: "p9",
        amount: 30,
        type: "SUBSCRIPTION_REFUNDED",
        status: "PAYMENT_COMPLETED",
      },
      { userAgent: null, now: new Date("2026-06-10T13:00:00Z") },
    );
    const click = await aClick(app, { campaignId: winter.id, at: new Date("2026-06-10T09:04:00Z") });
    await registerInstall(
      project,
      {
        token: "",
        install_instance_id: "d",
        platform: "ANDROID",
        device_data: { install_ref: `cairn_click=${click}` },
      },
      { userAgent: null, address: "192.0.2.1", now: new Date("2026-06-10T09:20:00Z") },
    );
    const [b] = await sql<{ id: string }[]>`
      select id from installs where project_id = ${project.id} and install_instance_id = 'b'`;
    await storeMark(project, b!.id, true, commandLine, new Date());
    await decideEverything(app);
    expect(await nextDay(app)).toBe(1);
    const second = await proveFigures(app, folder);
    expect(second.revenue).toBeLessThan(first.revenue!);
    expect(second.installs).toBeLessThan(first.installs!);

    await erasePerson(project, { user: "user-a", install: null }, commandLine, new Date(Date.now() + later));
    await decideEverything(app);
    expect(await nextDay(app)).toBe(1);
    await proveFigures(app, folder);
    const manifests = await manifestsIn(folder);
    expect(manifests).toHaveLength(3);
    expect(manifests[2]!.totals.users).toMatchObject({ deletes: 2 });
    const [newest] = await runsOf(app, id);
    expect(newest).toMatchObject({ state: "done", erased: 2 });
    const { files: earlier } = await listEarlierFiles(project, id, newest!.id);
    const named = manifests.slice(0, 2).flatMap(({ files }) => files.map(({ name }) => name));
    const ofPeople = named.filter((name) => !/dataset=(campaigns|spend)\//.test(name));
    expect(earlier.map(({ name }) => name).sort()).toEqual(ofPeople.sort());
    const left = await queryFiles<{ user_id: string }>(folder, ["users"], "select user_id from users");
    expect(left.map(({ user_id }) => user_id)).not.toContain("user-a");
  },
);

test("a run without changes writes a manifest without files, and the rows of a run are only those that changed", async () => {
  const app = await aProject();
  await aCampaign(app);
  const { folder } = await anExport(app);
  await nextDay(app);
  await nextDay(app);
  const added = await aCampaign(app);
  await nextDay(app);
  const rows = (await manifestsIn(folder)).map(({ files }) => files.map((file) => file.rows));
  expect(rows[1]).toEqual([]);
  expect(rows[2]!.flat().reduce((sum, n) => sum + n, 0)).toBe(1);
  const names = await queryFiles<{ id: string }>(folder, ["campaigns"], "select id from campaigns");
  expect(names.map(({ id }) => Number(id))).toContain(added.id);
});

test("every dataset can be exported in every format, with personal columns only if asked for", async () => {
  const { app } = await aJuneDay();
  for (const format of fileFormats) {
    const { id } = await anExport(app, {
      datasets: [...datasetNames],
      format,
      place: { prefix: `all-${format}` },
    });
    await nextDay(app);
    const [run] = await runsOf(app, id);
    expect(run, run?.problem ?? "").toMatchObject({ state: "done" });
    const all = join(root, "exports", app.project.slug, `all-${format}`);
    const columns = async () =>
      (await queryFiles<{ column_name: string }>(all, ["users"], "describe users")).map(
        (one) => one.column_name,
      );
    expect(await columns()).not.toContain("email");
    await changeFileExport(
      app.project,
      id,
      input({
        datasets: [...datasetNames],
        format,
        personal: true,
        place: { prefix: `all-${format}` },
      }),
      commandLine,
      new Date(),
    );
    await nextDay(app);
    expect(await columns()).toContain("email");
  }
});

test("Run again writes the changes since the beginning of an earlier run under new names", async () => {
  const app = await aProject();
  await aCampaign(app);
  const { id, folder } = await anExport(app);
  await nextDay(app);
  await nextDay(app);
  const [, first] = await runsOf(app, id);
  const before = await filesBelow(folder);
  await runFilesNow(app.project, id, first!.id, commandLine, new Date());
  await expect
    .poll(async () => (await runsOf(app, id))[0])
    .toMatchObject({ state: "done", rows: first!.rows });
  const after = await filesBelow(folder);
  expect(after).toEqual(expect.arrayContaining(before));
  expect(after.length).toBe(before.length + 2);
});

test("a failed run has its reason in the log, is retried after minutes, and leaves no file", async () => {
  const app = await aProject();
  await aCampaign(app);
  const { id, folder } = await anExport(app);
  await nextDay(app);
  const before = await filesBelow(folder);
  await aCampaign(app);
  // A file has the name of the folder of the next run.
  const blocked = join(folder, `project=${app.project.slug}/dataset=campaigns/dt=2030-01-01`);
  await writeFile(blocked, "");
  await nextDay(app, Date.parse("2030-01-01T12:00:00Z"));
  const [run] = await runsOf(app, id);
  expect(run).toMatchObject({
    state: "failed",
    problem: "A file has the name of a folder in the path.",
    rows: 0,
  });
  expect((await filesBelow(folder)).filter((name) => !name.endsWith("2030-01-01"))).toEqual(before);
  const [{ next_at: next }] = await sql<[{ next_at: Date }]>`
    select next_at from file_exports where project_id = ${app.project.id} and id = ${id}`;
  expect(next).toEqual(new Date("2030-01-01T12:01:00Z"));
  rmSync(blocked);
  await nextDay(app, Date.parse("2030-01-01T12:02:00Z"));
  expect((await manifestsIn(folder)).at(-1)!.files.map(({ rows }) => rows)).toEqual([1]);
});

test("the connection test writes a file and removes it", async () => {
  const app = await aProject();
  const { id, folder } = await anExport(app);
  expect(await testStorage(app.project, id)).toEqual({
    accepted: true,
    text: "Cairn wrote a file and removed it.",
  });
  expect(await filesBelow(folder)).toEqual([]);
});
