import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { App } from "@/testing/app";
import { separateDatabase } from "@/testing/database";
import { aCampaign, anAttributedUser, aProject } from "@/testing/factories";
import { aReceiver } from "@/testing/receiver";

const folder = mkdtempSync(join(tmpdir(), "cairn-deliveries-"));
let database: Awaited<ReturnType<typeof separateDatabase>>;
let receiver: Awaited<ReturnType<typeof aReceiver>>;
const apps: App[] = [];

beforeAll(async () => {
  database = await separateDatabase(folder);
  receiver = await aReceiver();
});
afterAll(async () => {
  for (const app of apps) await app.kill();
  await receiver?.end();
  await database.end();
  rmSync(folder, { recursive: true, force: true });
});

const many = 10_000;

async function start(): Promise<App> {
  const allowed = { OUTBOUND_ALLOW: new URL(receiver.url).host };
  const app = await App.start({ dataDir: join(folder, "data"), tasks: ["deliveries"], env: allowed });
  apps.push(app);
  return app;
}

test("after a crash during 10,000 sends each arrives at least once, and those logged as sent did arrive", async () => {
  const made = await aProject();
  const { project } = made;
  const campaign = await aCampaign(made);
  const { instance } = await anAttributedUser(made, campaign.id);
  const hook = { kind: "webhook", name: "Hook", mode: "live", settings: { url: receiver.url } } as const;
  const { destination } = await createDestination(project, { ...hook, secrets: {} }, commandLine, new Date());
  await sql`
    with happened as (
      insert into events (project_id, id, occurred_at, name, user_id, install_instance_id, platform)
      select ${project.id}, uuidv7(), now(), 'buy', 'u' || n, ${instance}, 'ANDROID'
      from generate_series(1, ${many}::int) n returning id
    )
    insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, install_instance_id, state,
      next_at)
    select ${project.id}, uuidv7(), ${destination.id}, 'event:' || h.id, 'event', h.id::text, now(), ${instance},
      'waiting', now()
    from happened h`;
  const arrived = () => new Set(receiver.bodies().map(({ data }) => data.uid as string));
  const sent = async () =>
    (
      await sql<{ uid: string }[]>`
        select event_uid as uid from deliveries where project_id = ${project.id} and state = 'sent'`
    ).map(({ uid }) => uid);
  const first = await start();
  await expect.poll(() => receiver.calls.length, { interval: 5 }).toBeGreaterThan(many / 4);
  await first.kill();
  const there = arrived();
  const reported = await sent();
  expect(reported.length).toBeGreaterThan(0);
  expect(reported.length).toBeLessThan(many);
  expect(reported.filter((uid) => !there.has(uid))).toEqual([]);
  await start();
  await expect.poll(async () => (await sent()).length, { interval: 200 }).toBe(many);
  expect(arrived().size).toBe(many);
  // Calls in progress at the kill are sent twice: at most two rounds.
  expect(receiver.calls.length - many).toBeLessThanOrEqual(1_000);
});
