import { afterAll, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import type { ProjectId } from "@/lib/base/ids";
import { captureAdRevenue } from "@/lib/facts/ad-revenue/capture";
import { registerInstall } from "@/lib/facts/installs/register";
import type { OutboxRow } from "@/lib/ledger/outbox/queries";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { enqueueFacts } from "@/lib/outbound/enqueue/enqueue";
import { newDeliveriesOf } from "@/lib/outbound/enqueue/rules";
import { webhook } from "@/lib/outbound/kinds/webhook/webhook";
import { outboundRule } from "@/lib/outbound/mapping/rule";
import { previewFact } from "@/lib/outbound/preview/preview";
import { defaultDependencies, sendDue } from "@/lib/outbound/send/run";
import { erasePerson } from "@/lib/privacy/person";
import { type AProject, aProject, decideEverything } from "@/testing/factories";
import { aReceiver } from "@/testing/receiver";

const zone = "Asia/Kathmandu";
/** Ten past an hour of the project's time zone, which begins at a quarter past in UTC. */
const now = new Date("2026-06-01T12:25:00Z");
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
/** The outbox has the time of the database. */
const later = () => new Date(Date.now() + 86_400_000);
const ends: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

async function aStage({ hourly = false, mode = "live" as "live" | "dry_run", rules = [rule] } = {}) {
  const app = await aProject({ timeZone: zone, currency: "EUR" });
  const project = { ...app.project, settings: { ...app.project.settings, ad_revenue_hourly: hourly } };
  const receiver = await aReceiver();
  ends.push(receiver.end);
  await createDestination(
    app.project,
    { kind: "webhook", name: "Hook", mode, settings: { url: receiver.url }, secrets: {}, rules },
    commandLine,
    now,
  );
  await registerInstall(
    project,
    { token: "", install_instance_id: "i", platform: "ANDROID" },
    { userAgent: null, address: "203.0.113.7", now: after(-300) },
  );
  await decideEverything(app);
  const see = (minutes: number, amount: number, more: object = {}) =>
    captureAdRevenue(
      project,
      {
        token: "",
        install_instance_id: "i",
        impressions: 1,
        currency: "USD",
        amount,
        network: "AdMob",
        ...more,
      },
      { source: "app", userAgent: null, now: after(minutes) },
    );
  const enqueue = (at: Date) => enqueueFacts(5_000, () => at, project.id);
  const send = async (at: Date) => {
    await enqueue(at);
    await sendDue(
      5_000,
      defaultDependencies(() => at),
      project.id,
    );
  };
  const deliveries = () => sql<
    { fact: string; state: string; reason: string | null; next_at: Date | null }[]
  >`
    select fact, state, reason, next_at from deliveries where project_id = ${project.id} and fact = 'ad_revenue'
    order by fact_at`;
  const stored = (count: number) =>
    expect
      .poll(
        async () => {
          await enqueue(now);
          return (await deliveries()).length;
        },
        { interval: 20 },
      )
      .toBe(count);
  const received = () =>
    receiver.calls.map(({ body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: Record<string, unknown> };
      return { type, amount: data.amount, currency: data.currency, ad: data.ad };
    });
  return { app, see, send, stored, deliveries, received };
}

/** The rows that no listener has read. */
async function outboxRows(app: AProject): Promise<number> {
  const rows = await sql`select from outbox where project_id = ${app.project.id} and kind = 'ad_revenue'`;
  return rows.length;
}

const rule = outboundRule.parse({ on: "ad_revenue", sends: "ad_revenue" });
const ad = { network: "AdMob", placement: null, ad_unit: null, ad_format: null, precision: null };

test("a webhook receives each impression once, with its exact amount in its own currency", async () => {
  const { see, send, stored, received } = await aStage();
  await see(1, 0.000123, { impression_id: "a" });
  await see(1, 0.000123, { impression_id: "a" });
  await see(2, 0.5);
  await stored(2);
  await send(later());
  await send(later());
  expect(received().sort((a, b) => Number(a.amount) - Number(b.amount))).toEqual([
    { type: "ad_revenue", amount: 0.000123, currency: "USD", ad: { ...ad, impressions: 1 } },
    { type: "ad_revenue", amount: 0.5, currency: "USD", ad: { ...ad, impressions: 1 } },
  ]);
});

test("if impressions are added up by user and hour, their sum is sent once, ten minutes after the hour", async () => {
  const { app, see, send, stored, deliveries, received } = await aStage({ hourly: true });
  for (const minutes of [1, 2, 30]) await see(minutes, 0.001);
  await stored(1);
  await see(40, 0.0005);
  // A later impression only enlarges the row.
  expect(await outboxRows(app)).toBe(0);
  await send(later());
  expect(received()).toEqual([
    { type: "ad_revenue", amount: 0.0035, currency: "USD", ad: { ...ad, impressions: 4 } },
  ]);
  await see(45, 1);
  await send(later());
  expect(received()).toHaveLength(1);
  expect((await deliveries()).map(({ state }) => state)).toEqual(["sent"]);
});

test("the sum of an hour waits for its end and ten minutes more, and a late one for ten minutes", () => {
  const row = (created_at: Date): OutboxRow => ({
    xid: "1",
    id: "1",
    kind: "ad_revenue",
    subject: "1",
    user_id: null,
    install_instance_id: "i",
    payload: { at: now.toISOString(), until: after(50).toISOString() },
    created_at,
  });
  const sentAt = (created: Date, payload?: Record<string, unknown>) =>
    newDeliveriesOf(1 as ProjectId, { ...row(created), ...(payload && { payload }) }, [
      { id: 1, rules: [rule] },
    ])[0]!.next_at;
  expect(sentAt(after(1))).toEqual(after(60));
  expect(sentAt(after(90))).toEqual(after(100));
  expect(sentAt(after(1), { at: now.toISOString() })).toEqual(after(1));
});

test("ad revenue is not sent by default, and costs no row of the outbox", async () => {
  const { app, see, deliveries } = await aStage({ rules: [...webhook.suggested] });
  await see(1, 0.5);
  expect(await sql`select from outbox where project_id = ${app.project.id} and kind = 'ad_revenue'`).toEqual(
    [],
  );
  expect(await deliveries()).toEqual([]);
  expect(webhook.accepts).toContain("ad_revenue");
});

test("an erased user's ad revenue is not sent", async () => {
  const { app, see, send, stored, received, deliveries } = await aStage();
  await see(1, 0.5);
  await stored(1);
  await erasePerson(app.project, { user: null, install: "i" }, commandLine, new Date());
  await send(later());
  expect(received()).toEqual([]);
  expect((await deliveries()).filter(({ state }) => state === "sent")).toEqual([]);
});

test("a dry run stores the payload, and the preview of a row shows it", async () => {
  const { app, see, send, stored, received, deliveries } = await aStage({ mode: "dry_run" });
  await see(1, 0.25);
  await stored(1);
  await send(later());
  expect(received()).toEqual([]);
  expect((await deliveries()).map(({ state }) => state)).toEqual(["dry"]);
  const [row] = await sql<{ id: string }[]>`select id from ad_revenue where project_id = ${app.project.id}`;
  const { previews } = await previewFact(app.project, { fact: "ad_revenue", id: row!.id }, now, true);
  expect(previews).toMatchObject([
    { would: "send", sent_as: "ad_revenue", payload: { data: { amount: 0.25, currency: "USD" } } },
  ]);
});
