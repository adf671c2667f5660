import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { storePlatforms } from "@/lib/attribution/decisions/platform-queries";
import { openDeeplink } from "@/lib/attribution/deep-links/open";
import { storeMark } from "@/lib/attribution/test-devices/queries";
import { captureEvent } from "@/lib/facts/events/capture";
import { registerInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { removePayments } from "@/lib/facts/payments/queries";
import { identify } from "@/lib/facts/users/identify";
import { outboxKinds } from "@/lib/ledger/outbox/kinds";
import {
  advanceListener,
  listenToKinds,
  readOutbox,
  stopListening,
  sweepOutboxes,
} from "@/lib/ledger/outbox/listen";
import { toOutbox } from "@/lib/ledger/outbox/queries";
import { erasePerson } from "@/lib/privacy/person";
import { type AProject, aCampaign, aClick, aProject, decideEverything } from "@/testing/factories";

const now = new Date("2026-05-01T12:00:00Z");
const context = { userAgent: null, now };

const anEvent = (app: AProject, name: string) =>
  sql`${toOutbox(
    app.project.id,
    "event",
    sql`select ${name}::text as subject, null::text as user_id,
    null::text as instance, '{}'::jsonb as payload`,
  )}`;

const lying = async (app: AProject) =>
  (
    await sql<{ subject: string }[]>`
    select subject from outbox where project_id = ${app.project.id} order by xid, id`
  ).map(({ subject }) => subject);

/** Other tests have open transactions, which delay reading for a moment. */
async function readAll(app: AProject, name: string, count: number) {
  const rows: NonNullable<Awaited<ReturnType<typeof readOutbox>>>["rows"] = [];
  await expect
    .poll(
      async () => {
        const batch = await readOutbox(app.project.id, name, 100);
        rows.push(...batch!.rows);
        await advanceListener(app.project.id, name, batch!.until);
        return rows.length;
      },
      { interval: 20 },
    )
    .toBe(count);
  return rows;
}

/** One fact of each kind in the outbox, from one user. */
async function oneOfEach(app: AProject) {
  const { project } = app;
  const campaign = await aCampaign(app);
  const click = await aClick(app, { campaignId: campaign.id, at: new Date(now.getTime() - 60_000) });
  const instance = "i1";
  await registerInstall(
    project,
    {
      token: "",
      install_instance_id: instance,
      platform: "ANDROID",
      device_data: { install_ref: `cairn_click=${click}` },
    },
    { ...context, address: "203.0.113.7" },
  );
  await decideEverything(app);
  await identify(project, { token: "", install_instance_id: instance, user_data: { id: "u1" } }, context);
  const event = { token: "", event_name: "buy", event_data: { size: 39 }, install_instance_id: instance };
  await captureEvent(project, event, context);
  const payment = { token: "", user_id: "u1", payment_id: "p1", amount: 2, type: "ONE_TIME" } as const;
  await capturePayment(project, { ...payment, status: "PAYMENT_COMPLETED" }, context);
  await removePayments(project.id, { paymentId: "p1" }, now);
  const link = `https://${app.domain}/${campaign.displayId}`;
  await openDeeplink(project, { token: "", install_instance_id: instance, deeplink_url: link }, now);
  return { campaign, instance };
}

test("without listeners nothing is stored, and with listeners only their kinds", async () => {
  const [quiet, some] = [await aProject(), await aProject()];
  await listenToKinds(some.project.id, "payments", ["payment"]);
  for (const app of [quiet, some]) await oneOfEach(app);
  expect(await lying(quiet)).toEqual([]);
  const rows = await readAll(some, "payments", 1);
  expect(rows).toMatchObject([{ kind: "payment", user_id: "u1", payload: { payment_id: "p1" } }]);
});

test("each fact is reported once, by the statement that stores it", async () => {
  const app = await aProject();
  await listenToKinds(app.project.id, "all", [...outboxKinds]);
  await oneOfEach(app);
  await erasePerson(app.project, { user: "u1", install: null }, commandLine, new Date());
  const rows = await readAll(app, "all", 8);
  expect(rows.map(({ kind }) => kind)).toEqual([
    "install",
    "install.decided",
    "signup",
    "event",
    "payment",
    "payment.removed",
    "open",
    "person.erased",
  ]);
  expect(await lying(app)).toEqual([]);

  const other = await aProject();
  await listenToKinds(other.project.id, "all", [...outboxKinds]);
  const { campaign, instance } = await oneOfEach(other);
  const [install, decided, signup, event, payment, removed, open] = await readAll(other, "all", 7);
  expect(install).toMatchObject({ install_instance_id: instance, payload: { platform: "ANDROID" } });
  const found = { version: 1, kind: "INSTALL", campaign_id: campaign.id, touch: "CLICK", is_test: false };
  expect(decided).toMatchObject({ subject: install!.subject, payload: found });
  expect(signup).toMatchObject({ subject: "u1", payload: { campaign_id: campaign.id } });
  // Enough fields to decide which listeners receive it.
  const at = expect.any(String);
  expect(event).toMatchObject({ user_id: "u1", install_instance_id: instance });
  expect(event!.payload).toEqual({ at, name: "buy" });
  const paid = { at, payment_id: "p1", type: "ONE_TIME", status: "PAYMENT_COMPLETED" };
  expect(payment!.payload).toEqual(paid);
  expect(removed).toMatchObject({ subject: payment!.subject, payload: { payment_id: "p1" } });
  expect(open).toMatchObject({ payload: { campaign_id: campaign.id, reengaged: false } });
});

test("a decision changed outside the engine is reported", async () => {
  const app = await aProject();
  const { project } = app;
  await oneOfEach(app);
  const [install] = await sql<{ id: string }[]>`select id from installs where project_id = ${project.id}`;
  await listenToKinds(project.id, "decisions", ["install.decided"]);
  await storeMark(project, install!.id, true, commandLine, now);
  const row = { install_id: install!.id, expected_version: 2, platform: "IOS" as const };
  expect(await storePlatforms(project, [row], now)).toBe(1);
  const rows = await readAll(app, "decisions", 2);
  expect(rows.map(({ subject }) => subject)).toEqual([install!.id, install!.id]);
  expect(rows.map(({ payload }) => payload)).toMatchObject([
    { version: 2, is_test: true },
    { version: 3, is_test: true },
  ]);
});

test("rows that commit late are read, and never before an earlier position", async () => {
  const app = await aProject();
  const { id } = app.project;
  await listenToKinds(id, "one", ["event"]);
  const seen: string[] = [];
  const read = async () => {
    const { rows, until } = (await readOutbox(id, "one", 10))!;
    seen.push(...rows.map(({ subject }) => subject));
    await advanceListener(id, "one", until);
  };
  await sql.begin(async (slow) => {
    await slow`${anEvent(app, "began first, ended last")}`;
    await anEvent(app, "began last, ended first");
    await read();
    expect(seen).toEqual([]);
  });
  await expect.poll(async () => read().then(() => seen.length)).toBe(2);
  expect(seen).toEqual(["began first, ended last", "began last, ended first"]);
});

test("a new listener receives everything that older transactions store from then on", async () => {
  const app = await aProject();
  await sql.begin(async (slow) => {
    await slow`select pg_current_xact_id()`;
    await slow`${anEvent(app, "before")}`;
    await listenToKinds(app.project.id, "one", ["event"]);
    await slow`${anEvent(app, "after")}`;
  });
  expect((await readAll(app, "one", 1)).map(({ subject }) => subject)).toEqual(["after"]);
});

test("many concurrent readers: each receives each fact exactly once, all in the same order", async () => {
  const app = await aProject();
  const { id } = app.project;
  await listenToKinds(id, "one", ["event"]);
  await listenToKinds(id, "two", ["event"]);
  const names = Array.from({ length: 40 }, (_, n) => `event ${n}`);
  let writing = true;
  const written = Promise.all(
    names
      .map((name, n) =>
        sql.begin(async (tx) => {
          await tx`${anEvent(app, name)}`;
          await tx`select pg_sleep(${((n * 7) % 13) / 200})`;
          if (n % 10 === 9) await tx`select 1 / 0`.catch(() => {});
        }),
      )
      .map((one) => one.catch(() => {})),
  ).finally(() => {
    writing = false;
  });
  const seen: Record<string, string[]> = { one: [], two: [] };
  const read = async (name: string) => {
    const { rows, until } = (await readOutbox(id, name, 3))!;
    seen[name]!.push(...rows.map(({ subject }) => subject));
    await advanceListener(id, name, until);
  };
  while (writing) await Promise.all([read("one"), read("two")]);
  await written;
  const there = names.filter((_, n) => n % 10 !== 9).sort();
  for (const name of ["one", "two"])
    await expect
      .poll(async () => read(name).then(() => seen[name]!.length), { interval: 10 })
      .toBe(there.length);
  expect(seen.one!.toSorted()).toEqual(there);
  expect(seen.two).toEqual(seen.one);
  expect(await lying(app)).toEqual([]);
});

test("a reader that stops before advancing receives the same rows again, and positions never move back", async () => {
  const app = await aProject();
  const { id } = app.project;
  await listenToKinds(id, "one", ["event"]);
  for (const name of ["a", "b", "c"]) await anEvent(app, name);
  const subjects = async (limit: number) =>
    (await readOutbox(id, "one", limit))!.rows.map(({ subject }) => subject);
  await expect.poll(() => subjects(2)).toEqual(["a", "b"]);
  expect(await subjects(2)).toEqual(["a", "b"]);
  const first = (await readOutbox(id, "one", 1))!.until;
  const second = (await readOutbox(id, "one", 2))!.until;
  await advanceListener(id, "one", second);
  await advanceListener(id, "one", first);
  expect(await subjects(2)).toEqual(["c"]);
  expect(await lying(app)).toEqual(["c"]);
});

test("a row stays until the slowest listener has read it, and is deleted when that one is removed", async () => {
  const app = await aProject();
  const { id } = app.project;
  await listenToKinds(id, "quick", ["event"]);
  await listenToKinds(id, "slow", ["event"]);
  await anEvent(app, "a");
  await readAll(app, "quick", 1);
  expect(await lying(app)).toEqual(["a"]);
  await stopListening(id, "slow");
  expect(await lying(app)).toEqual([]);
  expect(await readOutbox(id, "slow", 10)).toBeNull();
  await stopListening(id, "quick");
  await anEvent(app, "b");
  expect(await lying(app)).toEqual([]);
});

test("rows for other listeners are skipped once, and unread rows are deleted after two weeks", async () => {
  const app = await aProject();
  const { id } = app.project;
  await listenToKinds(id, "payments", ["payment"]);
  await listenToKinds(id, "never", ["event"]);
  await anEvent(app, "a");
  const hasPassed = async () => {
    const { rows, until } = (await readOutbox(id, "payments", 10))!;
    expect(rows).toEqual([]);
    await advanceListener(id, "payments", until);
    const [row] = await sql<{ passed: boolean }[]>`
      select l.read_xid > o.xid as passed from listeners l join outbox o on o.project_id = ${id}
      where l.project_id = ${id} and l.name = 'payments'`;
    return row!.passed;
  };
  await expect.poll(hasPassed).toBe(true);
  const day = 86_400_000;
  await sweepOutboxes(new Date(Date.now() + 13 * day));
  expect(await lying(app)).toEqual(["a"]);
  await sweepOutboxes(new Date(Date.now() + 15 * day));
  expect(await lying(app)).toEqual([]);
});

test("stored rows of an erased person do not identify them", async () => {
  const app = await aProject();
  await listenToKinds(app.project.id, "all", [...outboxKinds]);
  await oneOfEach(app);
  await erasePerson(app.project, { user: "u1", install: null }, commandLine, new Date());
  const rows = await sql<{ kind: string; row: string }[]>`
    select kind, to_jsonb(o)::text as row from outbox o where o.project_id = ${app.project.id} order by xid, id`;
  expect(rows).toHaveLength(8);
  for (const { row } of rows) expect(row).not.toMatch(/"u1"|"i1"|"p1"|size/);
  expect(rows.at(-1)!.row).toMatch(/"subject": "erased-/);
});
