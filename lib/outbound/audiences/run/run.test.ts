import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { completeEnv, env } from "@/lib/base/env";
import { newId } from "@/lib/base/ids";
import { updateConsentOf } from "@/lib/facts/consent/by-server";
import { noConsentSignals } from "@/lib/facts/consent/signals";
import {
  addAudience,
  changeAudience,
  listAudienceRuns,
  listAudiences,
  removeAudience,
} from "@/lib/outbound/audiences/manage/audiences";
import { findAudienceMembers } from "@/lib/outbound/audiences/queries";
import { storeSeen } from "@/lib/outbound/audiences/run/queries";
import { syncProjectAudiences } from "@/lib/outbound/audiences/run/run";
import { audienceInput } from "@/lib/outbound/audiences/schema";
import { hashedEmail } from "@/lib/outbound/mapping/hash";
import { erasePerson } from "@/lib/privacy/person";
import { type AProject, aCampaign, anAttributedUser, aProject } from "@/testing/factories";
import { aNetwork, type FakeRequest, type FakeResponse } from "@/testing/networks/fake";
import { aReceiver } from "@/testing/receiver";

let later = 0;

/** Waits for runs that a change has started. */
const idle = (app: AProject) =>
  expect
    .poll(
      async () => {
        const [row] = await sql<{ busy: number }[]>`
          select count(*)::int as busy from audiences
          where project_id = ${app.project.id} and (claim is not null or next_at <= now())`;
        return row!.busy;
      },
      { interval: 10 },
    )
    .toBe(0);

async function runAt(app: AProject, at: Date) {
  await idle(app);
  await sql`update audiences set next_at = ${new Date(0)} where project_id = ${app.project.id}`;
  await syncProjectAudiences(
    app.project.id,
    () => false,
    () => at,
  );
}

/** Runs all audiences of the project as the scheduler does on the next day. */
async function nextRun(app: AProject) {
  later += 86_400_000;
  await runAt(app, new Date(Date.now() + later));
}

type Wire = { change: "add" | "remove"; data: string[][] };
const rowsOf = ({ method, body }: FakeRequest): Wire => ({
  change: method === "DELETE" ? "remove" : "add",
  data: (JSON.parse(body) as { payload: { data: string[][] } }).payload.data,
});

/** A custom audience with the rules of a set: adding twice and removing twice change nothing. */
function metaAudience() {
  const members = new Set<string>();
  const calls: Wire[] = [];
  let next: ((request: FakeRequest) => FakeResponse | null) | null = null;
  return {
    members,
    calls,
    refuseNext: (by: typeof next) => {
      next = by;
    },
    answer(request: FakeRequest): FakeResponse {
      const refusal = next?.(request) ?? null;
      if (refusal) return refusal;
      const wire = rowsOf(request);
      calls.push(wire);
      for (const row of wire.data) {
        const key = row.join("|");
        if (wire.change === "add") members.add(key);
        else members.delete(key);
      }
      return {
        status: 200,
        body: { audience_id: "1", num_received: wire.data.length, num_invalid_entries: 0 },
      };
    },
  };
}

const input = (more: Record<string, unknown> = {}) =>
  audienceInput.parse({
    title: "Lapsed buyers",
    conditions: {},
    kind: "meta",
    settings: { audience_id: "123" },
    secrets: { access_token: "EAAB" },
    ...more,
  });

async function started(more: Record<string, unknown> = {}) {
  const app = await aProject();
  const fake = metaAudience();
  const network = await aNetwork((request) => fake.answer(request));
  completeEnv({
    OUTBOUND_ALLOW: [...env.OUTBOUND_ALLOW, new URL(network.base).host].join(","),
    OUTBOUND_URLS: `meta=${encodeURIComponent(`${network.base}/v24.0`)}`,
  });
  const campaign = await aCampaign(app, { network: "META" } as never);
  const person = (email: string) => anAttributedUser(app, campaign.id, { email, userId: email });
  const add = async (extra: Record<string, unknown> = {}) =>
    (await addAudience(app.project, input({ on: true, ...more, ...extra }), commandLine, new Date())).audience
      .id;
  return { app, fake, network, campaign, person, add };
}

const keyOf = (email: string) => `${hashedEmail(email, "plain")}||`;
const runsOf = async (app: AProject, id: number) =>
  (await listAudienceRuns(app.project, id, new Date(Date.now() + later + 3_600_000))).runs;

test("the first run sends everyone who matches, and later ones only the differences", async () => {
  const { app, fake, person, add, network } = await started();
  await person("a@example.com");
  await person("b@example.com");
  const id = await add();
  await idle(app);
  expect([...fake.members].sort()).toEqual([keyOf("a@example.com"), keyOf("b@example.com")].sort());
  expect(network.asked[0]).toMatchObject({ method: "POST" });
  expect(network.asked[0]!.url.pathname).toBe("/v24.0/123/users");
  expect(network.asked[0]!.headers.authorization).toBe("Bearer EAAB");
  expect(JSON.parse(network.asked[0]!.body).payload.schema).toEqual(["EMAIL", "PHONE", "MADID"]);

  await nextRun(app);
  expect(fake.calls).toHaveLength(1);

  await person("c@example.com");
  await updateConsentOf(
    app.project,
    { user: "a@example.com", device: null },
    { ...noConsentSignals, ad_user_data: false },
    new Date(),
  );
  await nextRun(app);
  expect(fake.calls.slice(1)).toEqual([
    { change: "remove", data: [[hashedEmail("a@example.com", "plain"), "", ""]] },
    { change: "add", data: [[hashedEmail("c@example.com", "plain"), "", ""]] },
  ]);
  const [run] = await runsOf(app, id);
  expect(run).toMatchObject({
    state: "done",
    matching: 3,
    sendable: 2,
    added: 1,
    removed: 1,
    members: 2,
    waiting: 0,
  });
  expect(run!.skipped).toEqual({ "not_consented:ad_user_data": 1 });
});

test("an erased person is removed at the receiver by the next run, also while the audience is paused", async () => {
  const { app, fake, person, add } = await started();
  await person("gone@example.com");
  await person("stays@example.com");
  const id = await add();
  await idle(app);
  await changeAudience(app.project, id, input({ on: false }), commandLine, new Date());
  await person("late@example.com");
  const gone = { user: "gone@example.com", install: null };
  await idle(app);
  await erasePerson(app.project, gone, commandLine, new Date());
  // The erasure makes the audience due, and the scheduler finds it.
  await syncProjectAudiences(
    app.project.id,
    () => false,
    () => new Date(),
  );
  expect([...fake.members]).toEqual([keyOf("stays@example.com")]);
  const rows = await sql<{ state: string }[]>`
    select m.state from audience_members m where m.project_id = ${app.project.id} and m.audience_id = ${id}`;
  expect(rows.map(({ state }) => state)).toEqual(["member"]);
});

test("a process that dies at any request leaves nothing missing and nothing behind", async () => {
  const { app, fake, person, add } = await started();
  for (const name of ["a", "b", "c"]) await person(`${name}@example.com`);
  // The receiver stored the additions, and the process died before it read the response.
  let died = 0;
  fake.refuseNext((request) => {
    if (died++ > 0) return null;
    fake.answer(request);
    return { status: 500, body: "" };
  });
  const id = await add();
  await idle(app);
  expect((await runsOf(app, id))[0]).toMatchObject({ state: "failed", added: 0, members: 0, waiting: 3 });
  // Meanwhile one of them no longer matches: the receiver has them, so they must be removed there.
  await sql`update installs set is_test = true where project_id = ${app.project.id} and install_instance_id in (
    select u.install_instance_id from users u where u.project_id = ${app.project.id} and u.user_id = 'b@example.com')`;
  await nextRun(app);
  expect([...fake.members].sort()).toEqual([keyOf("a@example.com"), keyOf("c@example.com")].sort());
  expect((await runsOf(app, id))[0]).toMatchObject({ state: "done", members: 2, waiting: 0 });
});

test("changed IDs replace the old ones", async () => {
  const { app, fake, person, add } = await started();
  await person("old@example.com");
  await add();
  await idle(app);
  await sql`update users set email = 'new@example.com' where project_id = ${app.project.id}`;
  await nextRun(app);
  expect([...fake.members]).toEqual([keyOf("new@example.com")]);
});

test("the hold-out is the same in every run and in every audience of the project, and a part of a larger one", async () => {
  const { app, fake, person, add } = await started();
  for (let n = 0; n < 60; n++) await person(`p${n}@example.com`);
  const id = await add({ holdout: 20 });
  await idle(app);
  const sent = new Set(fake.members);
  const [run] = await runsOf(app, id);
  expect(run!.held_out).toBeGreaterThan(2);
  expect(run!.held_out).toBeLessThan(30);
  expect(run!.held_out + run!.sendable).toBe(60);
  expect(sent.size).toBe(run!.sendable);
  await nextRun(app);
  expect(new Set(fake.members)).toEqual(sent);

  await changeAudience(app.project, id, input({ holdout: 40 }), commandLine, new Date());
  await nextRun(app);
  for (const key of fake.members) expect(sent.has(key)).toBe(true);
  expect(fake.members.size).toBeLessThan(sent.size);

  const receiver = await aReceiver();
  await add({ title: "Other", kind: "webhook", settings: { url: receiver.url }, holdout: 40 });
  await idle(app);
  await receiver.end();
  const emails = receiver
    .bodies()
    .flatMap(({ data }) => data.members.map((m: { email_sha256: string }) => m.email_sha256));
  expect(emails.map((email: string) => `${email}||`).sort()).toEqual([...fake.members].sort());
});

test("a rejected member is found by halving and not sent again; a rejected list refuses no member", async () => {
  const { app, fake, person, add } = await started();
  for (const name of ["a", "bad", "c", "d", "e"]) await person(`${name}@example.com`);
  const bad = hashedEmail("bad@example.com", "plain")!;
  const error = (message: string): FakeResponse => ({ status: 400, body: { error: { code: 100, message } } });
  fake.refuseNext(({ body }) => (body.includes(bad) ? error("Invalid row") : null));
  const id = await add();
  await idle(app);
  expect(fake.members.size).toBe(4);
  expect((await runsOf(app, id))[0]).toMatchObject({
    state: "done",
    added: 4,
    refused: 1,
    members: 4,
    waiting: 0,
  });
  const before = fake.calls.length;
  await nextRun(app);
  expect(fake.calls).toHaveLength(before);

  for (const name of ["f", "g", "h", "i"]) await person(`${name}@example.com`);
  fake.refuseNext(() => error("Audience does not exist"));
  await nextRun(app);
  const [run] = await runsOf(app, id);
  expect(run).toMatchObject({
    state: "failed",
    refused: 0,
    waiting: 4,
    problem: "Audience does not exist (100)",
  });
  fake.refuseNext(null);
  await nextRun(app);
  expect(fake.members.size).toBe(8);
});

test("removing an audience first removes its members at the receiver, unless they are kept", async () => {
  const { app, fake, person, add } = await started();
  await person("a@example.com");
  const id = await add();
  await idle(app);
  expect(fake.members.size).toBe(1);
  await removeAudience(app.project, id, "remove", commandLine, new Date());
  await nextRun(app);
  await expect
    .poll(async () => (await listAudiences(app.project, new Date())).audiences, { interval: 20 })
    .toEqual([]);
  expect(fake.members.size).toBe(0);
  const kept = await add();
  await idle(app);
  await removeAudience(app.project, kept, "keep", commandLine, new Date());
  expect(fake.members.size).toBe(1);
  const [left] = await sql<{ n: number }[]>`
    select (select count(*)::int from audience_members m where m.project_id = ${app.project.id})
      + (select count(*)::int from audience_runs r where r.project_id = ${app.project.id}) as n`;
  expect(left!.n).toBe(0);
});

test("each condition selects exactly the people that it describes", async () => {
  const app = await aProject();
  const meta = await aCampaign(app, { network: "META" } as never);
  const tiktok = await aCampaign(app, { network: "TIKTOK" } as never);
  const now = new Date();
  const day = (ago: number) => new Date(now.getTime() - ago * 86_400_000);
  const people = {
    new: await anAttributedUser(app, meta.id, { userId: "new", at: day(1), network: "META" }),
    payer: await anAttributedUser(app, meta.id, { userId: "payer", at: day(20), network: "META" }),
    lapsed: await anAttributedUser(app, tiktok.id, { userId: "lapsed", at: day(60), network: "TIKTOK" }),
  };
  const pays = (user: string, minor: number, ago: number, more = {}) => sql`
    insert into payments ${sql({
      project_id: app.project.id,
      ...{
        id: newId(day(ago)),
        type: "DEFAULT",
        status: "PAYMENT_COMPLETED",
        amount_minor: minor,
        paid_at: day(ago),
      },
      ...{ user_id: user, platform: "ANDROID", ...more },
    })}`;
  await pays("payer", 5_000, 10);
  await pays("payer", 2_000, 2, { status: "PAYMENT_FAILED" });
  await pays("lapsed", 9_000, 50);
  await pays("lapsed", 9_000, 49, { type: "SUBSCRIPTION_REFUNDED" });
  const does = (user: string, name: string, ago: number) => sql`
    insert into events ${sql({ project_id: app.project.id, id: newId(day(ago)), occurred_at: day(ago), name, user_id: user, platform: "ANDROID" })}`;
  await does("payer", "level_up", 3);
  await does("payer", "level_up", 2);
  await does("new", "level_up", 1);
  await does("lapsed", "level_up", 40);
  await sql`update installs set country = 'DE', app_version = '2.10.0', last_open_at = ${day(1)}
    where project_id = ${app.project.id} and install_instance_id = ${people.payer.instance}`;
  await sql`update installs set country = 'FR', app_version = '2.9', last_open_at = ${day(45)}, platform = 'IOS'
    where project_id = ${app.project.id} and install_instance_id = ${people.lapsed.instance}`;
  await sql`update installs set app_version = 'dev', last_open_at = ${day(0)}
    where project_id = ${app.project.id} and install_instance_id = ${people.new.instance}`;

  const id = (
    await addAudience(app.project, input({ kind: "csv", settings: {}, secrets: undefined }), commandLine, now)
  ).audience.id;
  await idle(app);
  const select = async (conditions: Record<string, unknown>) => {
    const change = input({ kind: "csv", settings: {}, secrets: undefined, conditions });
    await changeAudience(app.project, id, change, commandLine, new Date());
    await runAt(app, now);
    const members = await findAudienceMembers(app.project.id, id, { from: "", to: null, max: 100 });
    return members.map(({ ids }) => ids.user_id).sort();
  };
  expect(await select({})).toEqual(["lapsed", "new", "payer"]);
  expect(await select({ platform: "IOS" })).toEqual(["lapsed"]);
  expect(await select({ countries: ["DE", "IT"] })).toEqual(["payer"]);
  expect(await select({ networks: ["TIKTOK"] })).toEqual(["lapsed"]);
  expect(await select({ networks: ["TIKTOK"], campaigns: [meta.id] })).toEqual(["lapsed", "new", "payer"]);
  expect(await select({ organic: true })).toEqual([]);
  expect(await select({ installed: { min_days: 10, max_days: 30 } })).toEqual(["payer"]);
  expect(await select({ installed: { max_days: 10 } })).toEqual(["new"]);
  expect(await select({ last_open: { min_days: 30 } })).toEqual(["lapsed"]);
  expect(await select({ app_version: { from: "2.9.1" } })).toEqual(["payer"]);
  expect(await select({ app_version: { to: "2.9.1" } })).toEqual(["lapsed"]);
  expect(await select({ revenue: { min: 50 } })).toEqual(["payer"]);
  expect(await select({ revenue: { min: 50.01 } })).toEqual([]);
  expect(await select({ revenue: { max: 0 } })).toEqual(["lapsed", "new"]);
  expect(await select({ revenue: { min: 50, within_days: 9 } })).toEqual([]);
  expect(await select({ events: [{ name: "level_up" }] })).toEqual(["new", "payer"]);
  expect(await select({ events: [{ name: "level_up", at_least: 2 }] })).toEqual(["payer"]);
  expect(await select({ events: [{ name: "level_up", did: false }] })).toEqual(["lapsed"]);
  expect(
    await select({
      events: [{ name: "level_up" }, { name: "level_up", did: false, at_least: 2 }],
      platform: "ANDROID",
    }),
  ).toEqual(["new"]);
});

test("members that are already stored take up no more room", async () => {
  const { app } = await started();
  await addAudience(app.project, input(), commandLine, new Date());
  await idle(app);
  const [audience] = await sql<{ id: number }[]>`
    update audiences set claim = 'claimed' where project_id = ${app.project.id} returning id`;
  const of = {
    ...({ table: "audiences", project: app.project.id, id: audience!.id } as const),
    ...{ claim: "claimed", dueAt: new Date() },
  };
  const member = (digest: string, held_out = false) => ({
    ...{ digest, held_out, install_id: newId(new Date()), ids: { user_id: digest } },
  });
  const store = (rows: ReturnType<typeof member>[]) =>
    storeSeen(of, rows, { run: 1, at: new Date(), mayAdd: true });
  expect(await store([member("a"), member("b"), member("c", true)])).toBe(2);
  expect(await store([member("a"), member("b"), member("d")])).toBe(1);
  expect(
    await storeSeen({ ...of, claim: "lost" }, [member("e")], { run: 1, at: new Date(), mayAdd: true }),
  ).toBe(null);
});
