import { Webhook } from "standardwebhooks";
import { afterAll, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { openDeeplink } from "@/lib/attribution/deep-links/open";
import { storeMark } from "@/lib/attribution/test-devices/queries";
import { captureEvent } from "@/lib/facts/events/capture";
import { storeInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { removePayments } from "@/lib/facts/payments/queries";
import { identify } from "@/lib/facts/users/identify";
import { deliveriesList, replayDeliveries, showDelivery } from "@/lib/outbound/deliveries/deliveries";
import { deliverySchema } from "@/lib/outbound/deliveries/schema";
import {
  changeDestination,
  createDestination,
  dropDestination,
  pauseDestinationByMember,
  resumeDestination,
} from "@/lib/outbound/destinations/destinations";
import { enqueueFacts } from "@/lib/outbound/enqueue/enqueue";
import { rulesNamed } from "@/lib/outbound/kinds/webhook/events";
import { outboundRule } from "@/lib/outbound/mapping/rule";
import { previewFact } from "@/lib/outbound/preview/preview";
import { defaultDependencies, sendDue } from "@/lib/outbound/send/run";
import { erasePerson } from "@/lib/privacy/person";
import {
  type AProject,
  aCampaign,
  aClick,
  anAttributedUser,
  aProject,
  decideEverything,
} from "@/testing/factories";
import { aReceiver, type ReceivedCall, type ReceiverResponse } from "@/testing/receiver";

const now = new Date();
const context = { userAgent: null, now };
const ends: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

async function aWebhook(
  app: AProject,
  answer?: (call: ReceivedCall, n: number) => ReceiverResponse,
  more = {},
) {
  const receiver = await aReceiver(answer);
  ends.push(receiver.end);
  const input = {
    kind: "webhook",
    name: "Hook",
    mode: "live" as const,
    settings: { url: receiver.url },
    secrets: {},
    ...more,
  };
  const { destination, secret } = await createDestination(app.project, input, commandLine, now);
  return { receiver, id: destination.id, secret: secret! };
}

const rowsOf = (app: AProject) => sql<
  {
    event_uid: string;
    state: string;
    reason: string | null;
    tries: number;
    next_at: Date | null;
    id: string;
  }[]
>`
  select event_uid, state, reason, tries, next_at, id from deliveries where project_id = ${app.project.id} order by id`;

/** Sends the deliveries that are due at that time. The random delay is constant, so that times are known. */
/** Ends when nothing is due, so its time limit is only for what hangs. */
const sendAt = (app: AProject, at: Date) =>
  sendDue(120_000, { ...defaultDependencies(() => at), spread: () => 0.5 }, app.project.id);

/** Other tests have open transactions, and later events are not read until those end. */
async function enqueued(app: AProject, count: number) {
  await expect
    .poll(
      async () => {
        await enqueueFacts(5_000, () => now, app.project.id);
        return (await rowsOf(app)).length;
      },
      { interval: 20 },
    )
    .toBe(count);
}

/** Seconds from the current time, so that newly stored deliveries are due. */
const later = (seconds: number) => new Date(Date.now() + seconds * 1_000);

async function anInstall(app: AProject, instance = "i1", more: object = {}) {
  const campaign = await aCampaign(app);
  const click = await aClick(app, { campaignId: campaign.id, at: new Date(now.getTime() - 60_000) });
  const device_data = { install_ref: `cairn_click=${click}`, ...more };
  await storeInstall(
    app.project,
    { token: "", install_instance_id: instance, platform: "ANDROID", device_data },
    { ...context, address: "203.0.113.7" },
  );
  await decideEverything(app);
  return { campaign, instance };
}

const anEvent = (app: AProject, name: string, instance = "i1") =>
  captureEvent(
    app.project,
    { token: "", event_name: name, event_data: { size: 39 }, install_instance_id: instance },
    context,
  );

const signIn = (app: AProject, instance = "i1", id = "u1") =>
  identify(
    app.project,
    { token: "", install_instance_id: instance, user_data: { id, email: "ann@example.com" } },
    context,
  );

async function oneOfEach(app: AProject) {
  const { campaign, instance } = await anInstall(app);
  await signIn(app);
  await anEvent(app, "buy");
  const payment = { token: "", user_id: "u1", payment_id: "p1", amount: 2, type: "ONE_TIME" } as const;
  await capturePayment(app.project, { ...payment, status: "PAYMENT_COMPLETED" }, context);
  const link = `https://${app.domain}/${campaign.displayId}`;
  await openDeeplink(app.project, { token: "", install_instance_id: instance, deeplink_url: link }, now);
  return { campaign };
}

test("each fact is sent once, signed, with the decision that it counts for", async () => {
  const app = await aProject();
  const { receiver, secret } = await aWebhook(app);
  const { campaign } = await oneOfEach(app);
  await enqueued(app, 4);
  await sendAt(app, later(1));
  await removePayments(app.project.id, { paymentId: "p1" }, now);
  await enqueued(app, 5);
  await sendAt(app, later(2));
  const reported = receiver.bodies();
  expect(reported.map(({ type }) => type).sort()).toEqual([
    "event.buy",
    "install.attributed",
    "payment.completed",
    "payment.refunded",
    "user.identified",
  ]);
  for (const { data } of reported)
    expect(data).toMatchObject({
      install_instance_id: "i1",
      decision: { version: 1, method: "play_referrer", campaign: { id: campaign.id } },
    });
  expect(reported.find(({ type }) => type === "payment.completed").data).toMatchObject({
    payment_id: "p1",
    amount: 2,
    currency: "USD",
    user_id: "u1",
  });
  expect(JSON.stringify(reported)).not.toContain("ann@example.com");
  // The specification's own verifier, which throws if a signature is invalid.
  const verifier = new Webhook(secret);
  for (const { headers, body } of receiver.calls) verifier.verify(body, headers as Record<string, string>);
  expect((await rowsOf(app)).map(({ state, tries }) => [state, tries])).toEqual(Array(5).fill(["sent", 1]));
});

test("after a crash the queue is read again and nothing is sent twice", async () => {
  const app = await aProject();
  const { receiver } = await aWebhook(app);
  await anInstall(app);
  await signIn(app);
  await enqueued(app, 2);
  // As if the process had crashed between storing and confirming.
  await sql`update listeners set read_xid = '0' where project_id = ${app.project.id}`;
  await enqueueFacts(5_000, () => now, app.project.id);
  await sendAt(app, later(1));
  expect(receiver.calls).toHaveLength(2);
  expect(await rowsOf(app)).toHaveLength(2);
});

test("an event waits for its install's decision, and a probabilistic decision for better evidence", async () => {
  const app = await aProject();
  const { receiver } = await aWebhook(app);
  await storeInstall(
    app.project,
    { token: "", install_instance_id: "i1", platform: "ANDROID", device_data: {} },
    { ...context, address: "203.0.113.9" },
  );
  await signIn(app);
  await anEvent(app, "buy");
  await enqueued(app, 2);
  await sendAt(app, later(1));
  expect(receiver.calls).toHaveLength(0);
  expect((await rowsOf(app)).map(({ state }) => state)).toEqual(["waiting", "waiting"]);
  await decideEverything(app);
  await sendAt(app, later(10));
  expect(
    receiver
      .bodies()
      .map(({ type }) => type)
      .sort(),
  ).toEqual(["event.buy", "user.identified"]);
  await enqueued(app, 3);
  const [install] = (await rowsOf(app)).filter(({ event_uid }) => event_uid.startsWith("install:"));
  expect(install!.next_at!.getTime() - now.getTime()).toBeGreaterThan(55_000);
  // Organic installs are only sent to destinations that accept them.
  await sendAt(app, later(120));
  expect((await rowsOf(app)).find(({ id }) => id === install!.id)).toMatchObject({
    state: "skipped",
    reason: "organic_not_sent",
  });
});

test("a changed decision is sent as a new one, and marks deliveries of the first", async () => {
  const app = await aProject();
  const { receiver } = await aWebhook(app);
  await anInstall(app);
  await enqueued(app, 1);
  await sendAt(app, later(1));
  const [install] = await sql<{ id: string }[]>`select id from installs where project_id = ${app.project.id}`;
  await storeMark(app.project, install!.id, true, commandLine, now);
  await enqueued(app, 2);
  const moved = await sql<{ moved_to: number | null }[]>`
    select moved_to from deliveries where project_id = ${app.project.id} and state = 'sent'`;
  expect(moved.map(({ moved_to }) => moved_to)).toEqual([2]);
  // It is a test device now, whose facts are no longer sent.
  await sendAt(app, later(2));
  expect(receiver.calls).toHaveLength(1);
  const last = (await rowsOf(app)).find(({ state }) => state !== "sent");
  expect(last).toMatchObject({ state: "skipped", reason: "test_install" });
});

test.each<[string, ReceiverResponse, object]>([
  ["503 is tried again", { status: 503 }, { state: "queued", tries: 1 }],
  [
    "429 waits as long as it asks",
    { status: 429, headers: { "retry-after": "3600" } },
    { state: "queued", tries: 1 },
  ],
  [
    "400 is not tried again",
    { status: 400, body: "no such field" },
    { state: "dead", reason: "400: no such field" },
  ],
  [
    "a redirect is not followed",
    { status: 302, headers: { location: "http://127.0.0.1/" } },
    { state: "dead" },
  ],
])("a response of %s", async (title, answer, expected) => {
  const app = await aProject();
  const { receiver } = await aWebhook(app, () => answer);
  await anInstall(app);
  await enqueued(app, 1);
  const at = later(1);
  await sendAt(app, at);
  expect(receiver.calls).toHaveLength(1);
  const [row] = await rowsOf(app);
  expect(row).toMatchObject(expected);
  if (title.startsWith("429")) expect(row!.next_at!.getTime() - at.getTime()).toBe(3_600_000);
});

test("a delivery that was not accepted is sent again with the same ID until it is", async () => {
  const app = await aProject();
  const { receiver } = await aWebhook(app, (_, n) => ({ status: n < 2 ? 500 : 200 }));
  await anInstall(app);
  await enqueued(app, 1);
  await sendAt(app, later(1));
  await sendAt(app, later(2));
  expect(receiver.calls).toHaveLength(1);
  await sendAt(app, later(60));
  await sendAt(app, later(600));
  expect(receiver.calls).toHaveLength(3);
  expect(new Set(receiver.calls.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect((await rowsOf(app))[0]).toMatchObject({ state: "sent", tries: 3 });
});

test("410 pauses the destination, and waiting deliveries are sent when it is resumed", async () => {
  const app = await aProject();
  let status = 410;
  const { receiver, id } = await aWebhook(app, () => ({ status }));
  await anInstall(app);
  await signIn(app);
  await enqueued(app, 2);
  await sendAt(app, later(1));
  await sendAt(app, later(2));
  const [row] = await sql<{ pause_reason: string }[]>`
    select pause_reason from destinations where project_id = ${app.project.id}`;
  expect(row!.pause_reason).toContain("410");
  const before = receiver.calls.length;
  expect((await rowsOf(app)).every(({ state, tries }) => state !== "sent" && tries === 0)).toBe(true);
  status = 200;
  await resumeDestination(app.project, id, commandLine, now);
  await sendAt(app, later(3));
  expect(receiver.calls.length - before).toBe(2);
  expect((await rowsOf(app)).map(({ state }) => state)).toEqual(["sent", "sent"]);
});

test("a pause by hand sends nothing, a dry run only renders, and off or removed destinations skip waiting deliveries", async () => {
  const app = await aProject();
  const { receiver, id } = await aWebhook(app);
  await pauseDestinationByMember(app.project, id, commandLine, now);
  await anInstall(app);
  await enqueued(app, 1);
  await sendAt(app, later(1));
  expect((await rowsOf(app))[0]).toMatchObject({ state: "waiting" });
  await resumeDestination(app.project, id, commandLine, now);
  await changeDestination(app.project, id, { mode: "dry_run" }, commandLine, now);
  await sendAt(app, later(2));
  const [dry] = await rowsOf(app);
  expect(dry).toMatchObject({ state: "dry" });
  const { delivery } = await showDelivery(app.project, dry!.id, true);
  expect(delivery.payload).toMatchObject({ type: "install.attributed" });
  await signIn(app);
  await enqueued(app, 2);
  await changeDestination(app.project, id, { mode: "off" }, commandLine, now);
  await sendAt(app, later(3));
  const signup = (await rowsOf(app)).find(({ event_uid }) => event_uid.startsWith("signup:"));
  expect(signup).toMatchObject({ state: "skipped", reason: "switched_off" });
  await anEvent(app, "again");
  await enqueueFacts(5_000, () => now, app.project.id);
  expect(await rowsOf(app)).toHaveLength(2);
  await dropDestination(app.project, id, commandLine, now);
  expect(receiver.calls).toHaveLength(0);
});

test("a replayed delivery is sent again with the same ID; waiting ones are unchanged", async () => {
  const app = await aProject();
  const { receiver, id } = await aWebhook(app, (_, n) => ({ status: n === 0 ? 400 : 200 }));
  await anInstall(app);
  await enqueued(app, 1);
  await sendAt(app, later(1));
  expect((await rowsOf(app))[0]).toMatchObject({ state: "dead" });
  expect(await replayDeliveries(app.project, { destination: id }, commandLine, now)).toEqual({
    replayed: 1,
    more: false,
  });
  expect(await replayDeliveries(app.project, { destination: id }, commandLine, now)).toMatchObject({
    replayed: 0,
  });
  await sendAt(app, later(2));
  expect((await rowsOf(app))[0]).toMatchObject({ state: "sent", tries: 1 });
  expect(new Set(receiver.calls.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  // An accepted delivery is only sent again if its ID is given.
  expect(await replayDeliveries(app.project, { destination: id }, commandLine, now)).toMatchObject({
    replayed: 0,
  });
  const ids = (await rowsOf(app)).map((row) => row.id);
  expect(await replayDeliveries(app.project, { ids }, commandLine, now)).toMatchObject({ replayed: 1 });
});

test("many deliveries are sent once each, over any number of runs", async () => {
  const app = await aProject();
  const { receiver, id } = await aWebhook(app);
  await anInstall(app);
  await signIn(app);
  // Tests that enqueue all projects' facts would otherwise add these two at any time.
  await enqueued(app, 2);
  expect(await sendAt(app, later(1))).toBe(2);
  await sql`
    with happened as (
      insert into events (project_id, id, occurred_at, name, user_id, install_instance_id, platform)
      select ${app.project.id}, uuidv7(), now(), 'buy', 'u1', 'i1', 'ANDROID' from generate_series(1, 1000) returning id
    )
    insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, install_instance_id, state,
      next_at)
    select ${app.project.id}, uuidv7(), ${id}, 'event:' || h.id, 'event', h.id::text, now(), 'i1', 'waiting', now()
    from happened h`;
  // The last round is as full as earlier ones, and the next one is empty.
  expect(await sendAt(app, later(1))).toBe(1_000);
  expect(new Set(receiver.bodies().map(({ data }) => data.uid)).size).toBe(1_002);
  expect(receiver.calls).toHaveLength(1_002);
});

test("a receiver that does not respond does not delay others", async () => {
  const app = await aProject();
  const slow = await aWebhook(app, () => ({ status: 200, afterMs: 3_000 }));
  const quick = await aWebhook(app);
  await anInstall(app);
  await enqueued(app, 2);
  const sending = sendAt(app, later(1));
  await expect.poll(() => quick.receiver.calls.length).toBe(1);
  expect((await rowsOf(app)).filter(({ state }) => state === "sent").length).toBeLessThan(2);
  await sending;
  expect(slow.receiver.calls).toHaveLength(1);
});

test("facts of an erased person are never sent, and earlier deliveries do not name the person", async () => {
  const app = await aProject();
  const { receiver } = await aWebhook(app);
  await anInstall(app);
  await signIn(app);
  await enqueued(app, 2);
  await sendAt(app, later(1));
  await anEvent(app, "buy");
  await enqueued(app, 3);
  await erasePerson(app.project, { user: "u1", install: null }, commandLine, new Date());
  const before = receiver.calls.length;
  await sendAt(app, later(5));
  expect(receiver.calls.length).toBe(before);
  const rows = await sql<{ row: string; state: string }[]>`
    select to_jsonb(d)::text as row, d.state from deliveries d
      where d.project_id = ${app.project.id} order by d.state`;
  expect(rows.map(({ state }) => state)).toEqual(["sent", "sent", "skipped"]);
  for (const { row } of rows) expect(row).not.toMatch(/"u1"|"i1"|size/);
});

test("a preview shows each destination's payload and stores nothing", async () => {
  const app = await aProject();
  await aWebhook(app);
  const { campaign } = await anInstall(app);
  const [install] = await sql<{ id: string }[]>`select id from installs where project_id = ${app.project.id}`;
  const { previews } = await previewFact(app.project, { fact: "install", id: install!.id }, now, true);
  expect(previews).toMatchObject([
    {
      would: "send",
      sent_as: "install.attributed",
      payload: { data: { decision: { campaign: { id: campaign.id } } } },
      delivery: null,
    },
  ]);
  expect(await rowsOf(app)).toHaveLength(0);
});

test("a response that cannot be stored, such as an image or split text, does not cause a retry", async () => {
  const pixel = "GIF89a\0\x01\0\x01";
  const cut = `${"x".repeat(291)}😀${"y".repeat(1_750)}😀`;
  for (const [answer, state] of [
    [{ status: 200, body: pixel }, "sent"],
    [{ status: 400, body: cut }, "dead"],
    [{ status: 200, body: "x".repeat(400_000) }, "sent"],
  ] as const) {
    const app = await aProject();
    const { receiver } = await aWebhook(app, () => answer);
    await anInstall(app);
    await enqueued(app, 1);
    await sendAt(app, later(1));
    await sendAt(app, later(2));
    expect(receiver.calls).toHaveLength(1);
    const rows = await sql<{ state: string; payload: object | null; said: string }[]>`
      select d.state, d.payload, d.attempts #>> '{0,answer}' as said from deliveries d
      where d.project_id = ${app.project.id}`;
    expect(rows).toMatchObject([{ state, payload: { type: "install.attributed" } }]);
    expect(rows[0]!.said.slice(0, 5)).toBe(answer.body.slice(0, 5));
  }
});

test("a receiver that asks to wait a second is not called ten times within ten", async () => {
  const app = await aProject();
  const { receiver } = await aWebhook(app, () => ({ status: 503, headers: { "retry-after": "1" } }));
  await anInstall(app);
  await enqueued(app, 1);
  for (const seconds of [1, 3, 5, 40, 45]) await sendAt(app, later(seconds));
  expect(receiver.calls.length).toBeLessThan(4);
  expect(await rowsOf(app)).toMatchObject([{ state: "queued" }]);
});

test("destinations that are created at the same time both receive facts", async () => {
  for (let round = 0; round < 5; round++) {
    const app = await aProject();
    const only = (on: string, sends: string) => ({ rules: [outboundRule.parse({ on, sends })] });
    const [first, second] = await Promise.all([
      aWebhook(app, undefined, only("signup", "user.identified")),
      aWebhook(app, undefined, only("install", "install.attributed")),
    ]);
    await anInstall(app);
    await signIn(app);
    await enqueued(app, 2);
    await sendAt(app, later(1));
    expect([first.receiver.calls.length, second.receiver.calls.length]).toEqual([1, 1]);
  }
});

test("outbox rows without a listener are not stored any more, except recently requested ones", async () => {
  const app = await aProject();
  const { id } = await aWebhook(app);
  const kinds = async () => {
    const rows = await sql<
      { kinds: string[] }[]
    >`select kinds from listeners where project_id = ${app.project.id}`;
    return rows[0]?.kinds.toSorted() ?? null;
  };
  const rules = [outboundRule.parse({ on: "signup", sends: "user.identified" })];
  await changeDestination(app.project, id, { rules }, commandLine, now);
  await anInstall(app);
  await enqueueFacts(5_000, () => now, app.project.id);
  expect(await kinds()).toContain("payment");
  await sql`update listeners set requested_at = now() - interval '2 minutes' where project_id = ${app.project.id}`;
  await signIn(app);
  await enqueued(app, 1);
  expect(await kinds()).toEqual(["install.decided", "report", "signup"]);
});

test("a payment that is refunded before it is sent is not sent at all", async () => {
  const app = await aProject();
  const { receiver } = await aWebhook(app, undefined, {
    rules: rulesNamed(["payment.completed", "payment.refunded"]),
  });
  await anInstall(app);
  await signIn(app);
  const payment = { token: "", user_id: "u1", payment_id: "p1", amount: 2, type: "ONE_TIME" } as const;
  await capturePayment(app.project, { ...payment, status: "PAYMENT_COMPLETED" }, context);
  await removePayments(app.project.id, { paymentId: "p1" }, now);
  // An initiated payment is not revenue, so its removal refunds nothing.
  await capturePayment(app.project, { ...payment, payment_id: "p2", status: "PAYMENT_INITIATED" }, context);
  await removePayments(app.project.id, { paymentId: "p2" }, now);
  await enqueued(app, 2);
  await sendAt(app, later(1));
  expect(receiver.calls).toHaveLength(0);
  const reasons = async (query: { reason?: string }) => {
    const parsed = deliverySchema.query.parse(query);
    const { deliveries } = await deliveriesList.page(app.project, parsed);
    return deliveries.map(({ reason }) => reason).sort();
  };
  expect(await reasons({})).toEqual(["not_sent_before", "payment_removed"]);
  // As an earlier version stored it.
  await sql`update deliveries set reason = 'never_told'
    where project_id = ${app.project.id} and reason = 'not_sent_before'`;
  expect(await reasons({})).toEqual(["not_sent_before", "payment_removed"]);
  expect(await reasons({ reason: "not_sent_before" })).toEqual(["not_sent_before"]);
});

test("a daily cap applies across all runs, and only counts accepted deliveries", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const [affiliate] = await sql<{ id: number }[]>`
    insert into affiliates (project_id, name) values (${app.project.id}, 'Ann') returning id`;
  await sql`update campaigns set affiliate_id = ${affiliate!.id} where project_id = ${app.project.id}`;
  await anAttributedUser(app, campaign.id);
  let isDown = true;
  const receiver = await aReceiver(() => ({ status: isDown ? 503 : 200 }));
  ends.push(receiver.end);
  const input = {
    kind: "affiliate",
    name: "Ann",
    mode: "live" as const,
    settings: { affiliate: "Ann", install_url: receiver.url, event_url: receiver.url, daily_cap: 3 },
    secrets: {},
    rules: [outboundRule.parse({ on: "event", sends: "buy" })],
  };
  await createDestination(app.project, input, commandLine, now);
  const [install] = await sql<{ instance: string }[]>`
    select install_instance_id as instance from installs where project_id = ${app.project.id}`;
  for (let n = 0; n < 6; n++) await anEvent(app, `buy ${n}`, install!.instance);
  await enqueued(app, 6);
  await sendAt(app, later(1));
  expect((await rowsOf(app)).filter(({ state }) => state === "skipped")).toEqual([]);
  isDown = false;
  for (const seconds of [120, 240, 360, 2_000, 9_000]) await sendAt(app, later(seconds));
  const states = (await rowsOf(app)).map(({ state, reason }) => `${state} ${reason}`).sort();
  expect(states).toEqual([...Array(3).fill("sent null"), ...Array(3).fill("skipped cap_reached")]);
});
