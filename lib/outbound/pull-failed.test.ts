import { afterAll, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { enqueueFacts } from "@/lib/outbound/enqueue/enqueue";
import { rulesNamed } from "@/lib/outbound/kinds/webhook/events";
import { defaultDependencies, sendDue } from "@/lib/outbound/send/run";
import { addNetworkAccount } from "@/lib/spend/accounts/accounts";
import { endPull, saveCredentials } from "@/lib/spend/pull/queries";
import { aProject } from "@/testing/factories";
import { aReceiver } from "@/testing/receiver";

const ends: (() => unknown)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

async function aWorld() {
  const app = await aProject();
  const receiver = await aReceiver();
  ends.push(receiver.end);
  const now = new Date();
  const input = {
    kind: "webhook",
    name: "Ops",
    mode: "live" as const,
    settings: { url: receiver.url },
    secrets: {},
    rules: rulesNamed(["spend.pull_failed"]),
  };
  await createDestination(app.project, input, commandLine, now);
  const given = { network: "META", name: "Main", external_id: "77", currency: "EUR" };
  const { network_account: account } = await addNetworkAccount(app.project, given, commandLine, now);
  const credentials = { id: account.id, credentials: Buffer.from("sealed"), at: now };
  await saveCredentials(app.accountId, app.project.id, credentials, commandLine);
  const fail = (problem: string, nextAt: Date | null) =>
    endPull(app.project.id, account.id, { problem, nextAt }, new Date());
  const work = async () => {
    await enqueueFacts(5_000, () => new Date(), app.project.id);
    await sendDue(
      5_000,
      defaultDependencies(() => new Date()),
      app.project.id,
    );
  };
  const outboxRows = async () =>
    (await sql`select 1 from outbox where project_id = ${app.project.id}`).length;
  return { app, account, receiver, fail, work, outboxRows };
}

const soon = () => new Date(Date.now() + 60_000);

test("a webhook is notified when an account can't be read any more, in a sentence with a link", async () => {
  const { app, account, receiver, fail, work } = await aWorld();
  await fail("Meta rejected the credentials.", null);
  const calls = async () => {
    await work();
    return receiver.calls.length;
  };
  // Other tests have open transactions, and later events are not read until those end.
  await expect.poll(calls).toBe(1);
  expect(receiver.bodies()[0]).toMatchObject({
    type: "spend.pull_failed",
    data: {
      account: { id: account.id, name: "Main", network: "META" },
      problem: "Meta rejected the credentials.",
      next_at: null,
      text: expect.stringMatching(/^Spend of Main can't be read: Meta rejected .*\/spend\/sources$/),
    },
  });
  const [delivery] = await sql`select state, fact from deliveries where project_id = ${app.project.id}`;
  expect(delivery).toEqual({ state: "sent", fact: "pull_failed" });
});

test("a temporary failure is reported once it has lasted, and not after it has recovered", async () => {
  const { app, account, receiver, fail, work, outboxRows } = await aWorld();
  for (let i = 0; i < 2; i++) await fail("Meta rate-limited the request", soon());
  expect(await outboxRows()).toBe(0);
  for (let i = 0; i < 2; i++) await fail("Meta rate-limited the request", soon());
  expect(await outboxRows()).toBe(1);
  const good = { from: "2026-03-01", to: "2026-03-02", rows: 0, remarks: [], nextAt: soon() };
  await endPull(app.project.id, account.id, good, new Date());
  const state = async () => {
    await work();
    const [row] = await sql`select state, reason from deliveries where project_id = ${app.project.id}`;
    return row;
  };
  await expect.poll(state).toEqual({ state: "skipped", reason: "recovered" });
  expect(receiver.calls).toEqual([]);
});
