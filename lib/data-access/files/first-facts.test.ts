import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { storeMark } from "@/lib/attribution/test-devices/queries";
import { completeEnv } from "@/lib/base/env";
import {
  addFileExport,
  changeFileExport,
  listFileRuns,
  removeFileExport,
  runFilesNow,
} from "@/lib/data-access/files/exports";
import { previewLayout } from "@/lib/data-access/files/preview";
import { exportProjectFiles } from "@/lib/data-access/files/run";
import { fileExportInput } from "@/lib/data-access/files/schema";
import { captureEvent } from "@/lib/facts/events/capture";
import { registerInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { removePayments } from "@/lib/facts/payments/queries";
import { identify } from "@/lib/facts/users/identify";
import { erasePerson } from "@/lib/privacy/person";
import { type AProject, aCampaign, aClick, aProject, decideEverything } from "@/testing/factories";
import { anS3Server } from "@/testing/files/s3-server";
import { historyCount } from "@/testing/rounds";

/** @isolated: the tests set the folder of the server. */
const root = mkdtempSync(join(tmpdir(), "cairn-first-facts-"));
let s3: Awaited<ReturnType<typeof anS3Server>>;
beforeAll(async () => {
  s3 = await anS3Server();
  completeEnv({ OUTBOUND_ALLOW: s3.host, DATA_DIR: join(root, "data") });
});
beforeEach(() => {
  s3.objects.clear();
  s3.hooks.before = () => undefined;
  s3.hooks.after = () => {};
});
afterAll(async () => {
  await s3.end();
  rmSync(root, { recursive: true, force: true });
});

const definition = "{nonce},{activity_kind},{adid},{event},{reporting_revenue},{tracker}";
const input = (more: Record<string, unknown> = {}) =>
  fileExportInput.parse({
    ...{ title: "Former pipeline", layout: "adjust", definition, format: "csv", cadence: "hourly" },
    ...{ storage: "s3", place: { ...s3.place, prefix: "raw" }, secrets: s3.secrets },
    ...more,
  });
const anExport = async (app: AProject, more: Record<string, unknown> = {}) =>
  (await addFileExport(app.project, input(more), commandLine, new Date())).export.id;

const hourMs = 3_600_000;
let later = 0;
async function run(app: AProject, at?: Date) {
  later += hourMs;
  const now = at ?? new Date(Date.now() + later);
  await sql`update file_exports set next_at = ${new Date(0)} where project_id = ${app.project.id}`;
  await exportProjectFiles(
    app.project.id,
    () => false,
    () => now,
  );
}

const inOrder = () => [...s3.objects.keys()].sort();
/** The rows of the files that manifests name, with the name of their file. */
function rowsIn(): { file: string; row: Record<string, string> }[] {
  const manifests = inOrder().filter((name) => name.includes("/_manifests/"));
  const files = manifests.flatMap(
    (name) => JSON.parse(s3.objects.get(name)!.toString()).files as { name: string; rows: number }[],
  );
  return files.flatMap(({ name, rows }) => {
    const [head = "", ...lines] = gunzipSync(s3.objects.get(`raw/${name}`)!)
      .toString()
      .trimEnd()
      .split("\n");
    const names = head.split(",");
    expect(lines.length, name).toBe(rows);
    return lines.map((line) => {
      const cells = line.split(",");
      return { file: name, row: Object.fromEntries(names.map((one, at) => [one, cells[at] ?? ""])) };
    });
  });
}
const nonces = () => rowsIn().map(({ row }) => row["{nonce}"]!);

const one = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
const context = () => ({ userAgent: null, now: new Date() });

async function install(app: AProject, instance: string, campaign: { id: number } | null) {
  const click =
    campaign && (await aClick(app, { campaignId: campaign.id, at: new Date(Date.now() - 60_000) }));
  await registerInstall(
    app.project,
    {
      token: "",
      install_instance_id: instance,
      platform: "ANDROID",
      device_data: click ? { install_ref: `cairn_click=${click}` } : {},
    },
    { ...context(), address: "192.0.2.1" },
  );
  await identify(
    app.project,
    { token: "", install_instance_id: instance, user_data: { id: `user-${instance}` } },
    context(),
  );
}
const event = (app: AProject, instance: string) =>
  captureEvent(app.project, { token: "", event_name: "level_up", user_id: `user-${instance}` }, context());
const pay = (app: AProject, instance: string, id: string, more: Record<string, unknown> = {}) =>
  capturePayment(
    app.project,
    {
      ...{ token: "", user_id: `user-${instance}`, payment_id: id, amount: 2, type: "ONE_TIME" as const },
      status: "PAYMENT_COMPLETED",
      ...more,
    },
    context(),
  );

/** What must be in the files at the end: facts of people who were never erased or marked. */
async function expected(app: AProject) {
  const rows = await sql<{ nonce: string }[]>`
    with kept as (
      select i.* from installs i
      where i.project_id = ${app.project.id} and not i.is_test and i.erased_at is null and i.decision_version > 0
    )
    select 'install:install:' || i.id as nonce from kept i
    union all
    select 'event:event:' || e.id from events e join kept i on i.install_instance_id = e.install_instance_id
    where e.project_id = ${app.project.id}
    union all
    select case when p.type = 'SUBSCRIPTION_REFUNDED' then 'event:refund:' else 'event:payment:' end || p.payment_id
    from payments p join kept i on i.install_instance_id = p.install_instance_id
    where p.project_id = ${app.project.id} and p.removed_at is null and p.status = 'PAYMENT_COMPLETED'`;
  return rows.map(({ nonce }) => nonce);
}

test.each(Array.from({ length: historyCount(4) }, (_, n) => n))(
  "history %i: while facts are stored, decided again, removed and erased, and runs fail or die anywhere, each fact is in one file",
  async () => {
    const app = await aProject({ currency: "USD" });
    const campaigns = [await aCampaign(app), await aCampaign(app)];
    await anExport(app);
    let count = 0;
    const instances: string[] = [];
    const known = () => one(instances);
    const writes: (() => Promise<unknown>)[] = [
      async () => {
        const instance = `i${count++}`;
        await install(app, instance, one([campaigns[0]!, campaigns[1]!, null]));
        instances.push(instance);
      },
      () => event(app, known()),
      () => pay(app, known(), `p${count++}`, { type: one(["ONE_TIME", "SUBSCRIPTION_REFUNDED"]) }),
      () => pay(app, known(), `p${count++}`, { status: "PAYMENT_INITIATED" }),
      () => decideEverything(app),
      () =>
        removePayments(app.project.id, { paymentId: `p${Math.floor(Math.random() * count)}` }, new Date()),
      // A new decision of an install that may have been written.
      async () => {
        const [row] = await sql<{ id: string }[]>`
          select id from installs where project_id = ${app.project.id} and decision_version > 0
          order by random() limit 1`;
        if (row) await storeMark(app.project, row.id, one([true, false]), commandLine, new Date());
      },
      // A transaction that commits after later ones.
      () =>
        sql.begin(async (slow) => {
          await slow`select pg_current_xact_id()`;
          await event(app, known());
        }),
    ];
    const dyingRun = async () => {
      let puts = 0;
      const nth = Math.floor(Math.random() * 3);
      const isNth = ({ method }: { method: string }) => method === "PUT" && puts++ === nth;
      const lose = () => sql`
        update file_exports set claim = 'another', claimed_until = ${new Date(0)} where project_id = ${app.project.id}`;
      const fault = one(["none", "refused", "died before", "died after"]);
      if (fault === "refused" || fault === "died before")
        s3.hooks.before = async (call) => {
          if (!isNth(call)) return undefined;
          if (fault === "died before") await lose();
          return { status: 403, code: "AccessDenied" };
        };
      if (fault === "died after")
        s3.hooks.after = async (call) => {
          if (isNth(call)) await lose();
        };
      await run(app);
      s3.hooks.before = () => undefined;
      s3.hooks.after = () => {};
    };
    for (let n = 0; n < 3; n++) await writes[0]!();
    for (let step = 0; step < 14; step++) {
      await Promise.all([one(writes)(), one(writes)(), step % 2 === 0 ? dyingRun() : null]);
    }
    await erasePerson(app.project, { user: `user-${instances[0]}`, install: null }, commandLine, new Date());
    await decideEverything(app);
    // A run that another process has left open, the rest, and one without anything new.
    for (let n = 0; n < 3; n++) await run(app);
    const found = nonces();
    expect(found.length).toBe(new Set(found).size);
    const missing = (await expected(app)).filter((nonce) => !found.includes(nonce));
    // An install that was marked as a test device while it was due is left out for good.
    const marked = await sql<{ id: string }[]>`
      select distinct d.install_id as id from decisions d where d.project_id = ${app.project.id} and not d.counted`;
    const of = await sql<{ nonce: string }[]>`
      select 'event:event:' || e.id as nonce from events e join installs i on i.project_id = ${app.project.id}
        and i.install_instance_id = e.install_instance_id
      where e.project_id = ${app.project.id} and i.id = any(${marked.map(({ id }) => id)}::uuid[])
      union all
      select prefix || p.payment_id from payments p join installs i on i.project_id = ${app.project.id}
        and i.install_instance_id = p.install_instance_id
      cross join (values ('event:payment:'), ('event:refund:')) v(prefix)
      where p.project_id = ${app.project.id} and i.id = any(${marked.map(({ id }) => id)}::uuid[])`;
    const excused = new Set([
      ...marked.map(({ id }) => `install:install:${id}`),
      ...of.map(({ nonce }) => nonce),
    ]);
    expect(missing.filter((nonce) => !excused.has(nonce))).toEqual([]);
    const manifests = inOrder().filter((name) => name.includes("/_manifests/"));
    const named = new Set(rowsIn().map(({ file }) => `raw/${file}`));
    expect(inOrder().filter((name) => !manifests.includes(name) && !named.has(name))).toEqual([]);
  },
);

test("facts wait for the attribution of their install, and later ones behind them, for a day at most", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  await anExport(app);
  await install(app, "a", campaign);
  await decideEverything(app);
  await install(app, "b", campaign);
  await event(app, "b");
  await event(app, "a");
  // The first decision of b is missing, as while a source is asked for it.
  await sql`
    update installs set decision_version = 0 where project_id = ${app.project.id} and install_instance_id = 'b'`;
  await run(app, new Date(Date.now() + 60_000));
  expect(rowsIn().map(({ row }) => row["{activity_kind}"])).toEqual(["install"]);
  await run(app, new Date(Date.now() + 25 * hourMs));
  expect(rowsIn().map(({ row }) => row["{activity_kind}"])).toEqual(["install", "event", "event"]);
});

test("an organic install waits a minute, because a late click can still change it", async () => {
  const app = await aProject();
  await anExport(app);
  await install(app, "a", null);
  await decideEverything(app);
  await run(app, new Date());
  expect(rowsIn()).toEqual([]);
  await run(app, new Date(Date.now() + 61_000));
  expect(rowsIn().map(({ row }) => [row["{activity_kind}"], row["{tracker}"]])).toEqual([
    ["install", "organic"],
  ]);
});

test("facts from before the export are not written, and none while it is off; removing it ends the collection", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  await install(app, "a", campaign);
  await decideEverything(app);
  const id = await anExport(app);
  await run(app);
  await changeFileExport(app.project, id, input({ on: false }), commandLine, new Date());
  await run(app);
  await event(app, "a");
  await changeFileExport(app.project, id, input({ on: true }), commandLine, new Date());
  await pay(app, "a", "p1");
  await run(app);
  expect(nonces()).toEqual(["event:payment:p1"]);
  expect(rowsIn()[0]!.row).toMatchObject({ "{reporting_revenue}": "2", "{tracker}": campaign.displayId });
  await event(app, "a");
  await removeFileExport(app.project, id, commandLine);
  const left = await sql`
    select 1 from outbox where project_id = ${app.project.id}
    union all select 1 from listeners where project_id = ${app.project.id}`;
  expect(left).toHaveLength(0);
});

test("AppsFlyer's folders have their markers after all files, also without rows, and a run can't be repeated", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const id = await anExport(app, { layout: "appsflyer", definition: "" });
  const stored: string[] = [];
  s3.hooks.after = ({ method, key }) => {
    if (method === "PUT") stored.push(key);
  };
  await install(app, "a", campaign);
  await pay(app, "a", "p1");
  await decideEverything(app);
  await run(app);
  const names = inOrder().map((name) => name.replace(/dt=.*\/h=\d+/, "*"));
  expect(names.filter((name) => name.endsWith("/_SUCCESS"))).toHaveLength(8);
  expect(names.filter((name) => name.endsWith(".gz"))).toEqual([
    expect.stringMatching(/^raw\/data-locker-hourly\/t=inapps\/\*\/part-\d{10}-000\.gz$/),
    expect.stringMatching(/^raw\/data-locker-hourly\/t=installs\/\*\/part-\d{10}-000\.gz$/),
  ]);
  expect(stored.slice(3).every((name) => name.endsWith("/_SUCCESS"))).toBe(true);
  const { runs } = await listFileRuns(app.project, id, new Date());
  await expect(runFilesNow(app.project, id, runs[0]!.id, commandLine, new Date())).rejects.toMatchObject({
    fields: { again: expect.any(String) },
  });
});

test("the preview has the newest facts, and lists what stays empty", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  await install(app, "a", campaign);
  await pay(app, "a", "p1");
  await decideEverything(app);
  const stored = { vendor: "adjust", definition: "{activity_kind},{city},{gps_adid},[item]" } as const;
  expect(await previewLayout(app.project, { stored, personal: false })).toEqual({
    tables: [
      {
        name: "activity",
        columns: ["{activity_kind}", "{city}", "{gps_adid}", "[item]"],
        rows: [
          ["install", "", "", ""],
          ["event", "", "", ""],
        ],
      },
    ],
    empty: ["{city}"],
    withheld: ["{gps_adid}", "[item]"],
  });
});
