import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "@/db";
import { backUp } from "@/db/backup/backup";
import { commandLine } from "@/lib/accounts/audit/actor";
import { addTestDevice, removeTestDevice } from "@/lib/attribution/test-devices/mark";
import { newId, randomBase62 } from "@/lib/base/ids";
import { captureAdRevenue } from "@/lib/facts/ad-revenue/capture";
import { captureEvent } from "@/lib/facts/events/capture";
import { updatePushToken } from "@/lib/facts/installs/details";
import { registerInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { identify } from "@/lib/facts/users/identify";
import { recordWebEvent } from "@/lib/facts/web/record";
import { webEventBody } from "@/lib/facts/web/schema";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { erasePerson, exportPerson } from "@/lib/privacy/person";
import { storeClicks } from "@/lib/traffic/clicks/queries";
import { separateDatabase } from "@/testing/database";
import { type AProject, aCampaign, aClick, aProject, decideEverything, ledgerOf } from "@/testing/factories";

const folder = mkdtempSync(join(tmpdir(), "cairn-backup-"));
// These tests read a whole backup, so they need a database of their own.
let database: Awaited<ReturnType<typeof separateDatabase>>;
beforeAll(async () => {
  database = await separateDatabase(join(folder, "own"));
});
afterAll(async () => {
  await database.end();
  rmSync(folder, { recursive: true, force: true });
});

const context = (at: Date, address = "203.0.113.77") => ({
  userAgent: `Agent ${randomBase62(12)}`,
  address,
  now: at,
});

/** A user who clicked, installed, signed up, sent an event and paid. Every text about them is unique. */
async function aPerson(app: AProject, campaignId: number) {
  const word = (what: string) => `${what}${randomBase62(16)}`;
  const ids = {
    user: word("user"),
    instance: word("inst"),
    name: word("Name"),
    email: `${word("mail")}@example.com`.toLowerCase(),
    phone: word("+49"),
    gaid: crypto.randomUUID(),
    push: word("push"),
    model: word("Model"),
    payment: word("pay"),
    secret: word("secret"),
    web: word("web"),
    trail: word("trail"),
  };
  const at = new Date();
  await aClick(app, { campaignId, at: new Date(at.getTime() - 60_000), advertisingId: ids.gaid });
  const device = { gaid: ids.gaid, device_model: ids.model, note: ids.secret };
  const from = context(
    at,
    `9.${at.getTime() % 250}.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
  );
  await registerInstall(
    app.project,
    {
      token: app.token,
      install_instance_id: ids.instance,
      platform: "ANDROID",
      device_data: device,
    } as never,
    from,
  );
  await decideEverything(app);
  await identify(
    app.project,
    {
      install_instance_id: ids.instance,
      user_data: { id: ids.user, name: ids.name, email: ids.email, phone: ids.phone, plan: ids.secret },
    } as never,
    from,
  );
  await captureEvent(
    app.project,
    {
      install_instance_id: ids.instance,
      event_name: "walked",
      user_id: ids.user,
      event_data: { note: ids.secret },
    } as never,
    from,
  );
  await capturePayment(
    app.project,
    {
      install_instance_id: ids.instance,
      user_id: ids.user,
      payment_id: ids.payment,
      amount: 12.5,
      type: "DEFAULT",
      status: "PAYMENT_COMPLETED",
    } as never,
    from,
  );
  await captureAdRevenue(
    { ...app.project, settings: { ad_revenue_hourly: true } },
    { install_instance_id: ids.instance, user_id: ids.user, amount: 0.5, impressions: 1 },
    { ...from, source: "app" },
  );
  await updatePushToken(app.project.id, { install_instance_id: ids.instance, push_token: ids.push }, at);
  await recordWebEvent(
    app.project.id,
    webEventBody.parse({
      type: "identify",
      web_id: ids.web,
      event_id: "e-1",
      user_id: ids.user,
      page: `/${ids.trail}`,
      last: { params: { utm_term: ids.trail } },
      data: { note: ids.secret },
    }),
    { header: () => from.userAgent, address: from.address, now: at },
  );
  const [key] = await sql<{ key: string }[]>`
    select encode(address_key, 'hex') as key from installs where project_id = ${app.project.id}
      and install_instance_id = ${ids.instance}`;
  return { ids, texts: [...Object.values(ids), from.userAgent, key!.key] };
}

async function dump(name: string): Promise<string> {
  const file = join(folder, name);
  await backUp(file, new Date());
  return gunzipSync(readFileSync(file)).toString("utf8");
}

describe("a person", () => {
  test("no row of a backup contains data of an erased person, later calls are rejected, and figures stay", {
    timeout: 300_000,
  }, async () => {
    const app = await aProject();
    const campaign = await aCampaign(app);
    const { ids, texts } = await aPerson(app, campaign.id);
    const other = await aPerson(app, campaign.id);
    const before = await ledgerOf(app.project.id);
    const written = await dump("before.gz");
    expect(texts.filter((text) => !written.includes(text))).toEqual([]);

    // The audit log contains members' texts about them, under any of their IDs.
    const now = new Date();
    for (const [device_id, name] of [
      ["d-1", `The phone of ${ids.email.toUpperCase()}`],
      ["d-2", ids.name],
      ["d-3", `"${ids.phone}" \\ tablet`],
    ] as const) {
      await addTestDevice(app.project, { device_id, name }, commandLine, now);
      await removeTestDevice(app.project, device_id, commandLine, now);
    }
    await addTestDevice(app.project, { device_id: "d-4", name: "Nobody's phone" }, commandLine, now);
    const found = await exportPerson(app.project, { user: ids.user, install: null }, commandLine);
    await exportPerson(app.project, { user: null, install: ids.instance }, commandLine);
    const logged = await dump("logged.gz");
    expect(logged).toContain(`The phone of ${ids.email.toUpperCase()}`);
    expect(logged.split("person.export")).toHaveLength(3);
    const text = JSON.stringify(found);
    expect(texts.filter((each) => !text.includes(each))).toEqual([]);
    expect(text).not.toContain(other.ids.user);

    expect(
      await erasePerson(app.project, { user: ids.user, install: null }, commandLine, new Date()),
    ).toEqual({
      installs: 1,
      clicks: expect.any(Number),
      events: 1,
      payments: 1,
      ad_revenue: 1,
    });

    const after = await dump("after.gz");
    const everyCase = after.toLowerCase();
    expect([ids.email, ids.name, ids.phone].filter((each) => everyCase.includes(each.toLowerCase()))).toEqual(
      [],
    );
    expect(after).toContain("Nobody's phone");
    expect(texts.filter((each) => after.includes(each))).toEqual([]);
    expect(other.texts.filter((each) => !after.includes(each))).toEqual([]);
    expect(await ledgerOf(app.project.id)).toEqual(before);
    expect(await findDifferences(app.project.id, "UTC")).toEqual([]);

    const refused = { status: 400, message: "This person was erased, so nothing about them is stored." };
    const from = context(new Date());
    await expect(identify(app.project, { user_data: { id: ids.user } } as never, from)).rejects.toMatchObject(
      refused,
    );
    await expect(
      registerInstall(app.project, { install_instance_id: ids.instance } as never, from),
    ).rejects.toMatchObject(refused);
    await expect(
      captureEvent(app.project, { event_name: "x", user_id: ids.user } as never, from),
    ).rejects.toMatchObject(refused);
    await expect(
      capturePayment(
        app.project,
        { amount: 1, user_id: ids.user, type: "DEFAULT", status: "PAYMENT_COMPLETED" } as never,
        from,
      ),
    ).rejects.toMatchObject(refused);
    for (const known of [{ web_id: ids.web }, { web_id: "another-visitor", user_id: ids.user }])
      await expect(
        recordWebEvent(app.project.id, webEventBody.parse({ event_id: "e-2", name: "n", ...known }), {
          header: () => null,
          address: from.address,
          now: from.now,
        }),
      ).rejects.toMatchObject(refused);
    await expect(
      exportPerson(app.project, { user: ids.user, install: null }, commandLine),
    ).rejects.toMatchObject({
      status: 404,
    });
    const [log] =
      await sql`select detail::text || target as said from audit_log where project_id = ${app.project.id}
        and action = 'person.erase'`;
    expect(log!.said).not.toContain(ids.user);
    // A second erasure deletes facts that arrived in between.
    expect(
      await erasePerson(app.project, { user: ids.user, install: null }, commandLine, new Date()),
    ).toMatchObject({ installs: 0 });
  });

  test("is the named user: not a later user of the browser, and not a user who copied their link", async () => {
    const app = await aProject();
    const web = `web${randomBase62(16)}`;
    const send = (user_id: string, secret: string) =>
      recordWebEvent(
        app.project.id,
        webEventBody.parse({ web_id: web, event_id: secret, name: "n", user_id, data: { secret } }),
        { header: () => null, address: "203.0.113.5", now: new Date() },
      );
    await send("ada", "of-ada");
    await send("bob", "of-bob");
    // A friend installs through a link that contains the browser's ID.
    const click = newId(new Date());
    await storeClicks([
      {
        project_id: app.project.id,
        id: click,
        clicked_at: new Date(),
        kind: "click",
        campaign_id: (await aCampaign(app)).id,
        platform: "ANDROID",
        web_id: web,
      },
    ]);
    await registerInstall(
      app.project,
      {
        install_instance_id: "friend",
        platform: "ANDROID",
        device_data: { install_ref: `cairn_click=${click}` },
      } as never,
      context(new Date()),
    );
    await decideEverything(app);

    const textOf = async (user: string | null, install: string | null = null) =>
      JSON.stringify(await exportPerson(app.project, { user, install }, commandLine));
    expect(await textOf("ada")).toContain("of-ada");
    expect(await textOf("ada")).not.toContain("of-bob");
    expect(await textOf("bob")).toContain("of-bob");
    expect(await textOf("bob")).not.toContain("of-ada");
    expect(await textOf(null, "friend")).not.toMatch(/of-ada|of-bob|"web_visitors":\[\{/);

    await erasePerson(app.project, { user: "ada", install: null }, commandLine, new Date());
    const events = () => sql<{ user_id: string; data: { secret?: string }; web_id: string }[]>`
      select user_id, data, web_id from web_events where project_id = ${app.project.id} order by id`;
    const [ofAda, ofBob] = await events();
    expect(ofAda).toEqual({
      user_id: expect.stringMatching(/^erased-/),
      data: {},
      web_id: expect.stringMatching(/^erased-/),
    });
    expect(ofBob).toEqual({ user_id: "bob", data: { secret: "of-bob" }, web_id: web });
    // The browser is Bob's, and continues to count.
    await send("bob", "of-bob-again");
  });

  test("an unknown person gets a clear response, and a later user with that ID is accepted", async () => {
    const app = await aProject();
    for (const unknown of [
      { user: "nobody", install: null },
      { user: null, install: "no phone" },
    ]) {
      const answer = { status: 404, message: "The project has no data about this person." };
      await expect(erasePerson(app.project, unknown, commandLine, new Date())).rejects.toMatchObject(answer);
      await expect(exportPerson(app.project, unknown, commandLine)).rejects.toMatchObject(answer);
    }
    expect([...(await sql`select key from erased_ids where project_id = ${app.project.id}`)]).toEqual([]);
  });
});

test("a backup made under load and restored contains everything acknowledged before, and its figures equal its facts", {
  timeout: 300_000,
}, async () => {
  const file = join(folder, "load.gz");
  const { acknowledged, project } = await inDatabase<{ acknowledged: string[]; project: number }>(
    join(folder, "first"),
    `
    const { aProject } = await import("./testing/factories.ts");
    const { registerInstall } = await import("./lib/facts/installs/register.ts");
    const { backUp } = await import("./db/backup/backup.ts");
    const app = await aProject();
    const acknowledged = [];
    let going = true;
    const load = (async () => {
      while (going) {
        const install_instance_id = "instance" + acknowledged.length;
        // All that ends a line somewhere, and what ends the rows of a table in a backup.
        const device_data = { note: "a\\u2028b\\u2029c\\u0085d\\r\\ne\\\\.", last: "\\\\." };
        await registerInstall(app.project, { install_instance_id, platform: "IOS", device_data },
          { userAgent: "Agent", address: "203.0.113.77", now: new Date() });
        acknowledged.push(install_instance_id);
      }
    })();
    while (acknowledged.length < 20) await new Promise((resolve) => setTimeout(resolve, 5));
    const sure = [...acknowledged];
    await backUp(${JSON.stringify(file)}, new Date());
    going = false;
    await load;
    return { acknowledged: sure, project: app.project.id };`,
  );
  const DATA_DIR = join(folder, "empty");
  expect(await admin(DATA_DIR, "backup", "restore", "--from", file, "--json")).toMatchObject({ code: 0 });
  const second = join(folder, "second.gz");
  expect(await admin(DATA_DIR, "backup", "create", "--to", second, "--json")).toMatchObject({ code: 0 });
  // Months may be in other partitions there, so the order of rows in a backup does not matter.
  const rows = (name: string) =>
    gunzipSync(readFileSync(name)).toString("utf8").split("\n").slice(1).sort().join("\n");
  expect(rows(second) === rows(file)).toBe(true);
  const written = rows(second);
  expect(acknowledged.filter((id) => !written.includes(id))).toEqual([]);
  const again = await admin(DATA_DIR, "backup", "restore", "--from", file, "--json");
  expect(again.stdout).toContain("This database is not empty");
  const restored = await inDatabase(
    DATA_DIR,
    `
    const { findDifferences } = await import("./lib/ledger/verify-queries.ts");
    const { sql } = await import("./db/index.ts");
    const [made] = await sql\`insert into accounts (name) values ('next') returning id\`;
    const [highest] = await sql\`select max(id) as id from accounts\`;
    const differences = await findDifferences(${project}, "UTC");
    return { differences, counted: made.id === highest.id };`,
  );
  expect(restored).toEqual({ differences: [], counted: true });
});

/** Runs a script with another database, and returns its result. */
async function inDatabase<Answer>(dataDir: string, script: string): Promise<Answer> {
  const { stdout, code } = await run(
    dataDir,
    "--input-type=module",
    "-e",
    `const { withDatabase } = await import("./server/database/database.ts");
    const { migrate } = await import("./db/migrate/migrate.ts");
    await withDatabase(async () => {
      await migrate();
      const answer = await (async () => {${script}})();
      console.log("\\n" + JSON.stringify(answer));
    });`,
  );
  expect(code).toBe(0);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Answer;
}

const admin = (dataDir: string, ...args: string[]) => run(dataDir, "bin/admin.ts", ...args);

function run(dataDir: string, ...args: string[]): Promise<{ code: number | null; stdout: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--import", "./bin/hooks.mjs", ...args], {
      cwd: process.cwd(),
      env: { ...process.env, DATABASE_URL: "", DATABASE_SOCKET: "", DATA_DIR: dataDir },
    });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
    child.on("close", (code) => resolve({ code, stdout }));
  });
}
