import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { drainQueue } from "@/lib/outbound/send/queue";
import { defaultDependencies } from "@/lib/outbound/send/run";
import { aCampaign, anAttributedUser, aProject } from "@/testing/factories";
import { aReceiver } from "@/testing/receiver";

const ends: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

/** Events of two installs in alternation, which wait for a webhook. */
async function waiting(count: number) {
  const app = await aProject();
  const { project } = app;
  const campaign = await aCampaign(app);
  const instances = [await anAttributedUser(app, campaign.id), await anAttributedUser(app, campaign.id)].map(
    ({ instance }) => instance,
  );
  const receiver = await aReceiver();
  ends.push(receiver.end);
  const hook = { kind: "webhook", name: "Hook", mode: "live", settings: { url: receiver.url } } as const;
  const { destination } = await createDestination(project, { ...hook, secrets: {} }, commandLine, new Date());
  await sql`
    with happened as (
      insert into events (project_id, id, occurred_at, name, user_id, install_instance_id, platform)
      select ${project.id}, uuidv7(), now(), 'buy', 'u' || n, (${instances}::text[])[1 + n % 2], 'ANDROID'
      from generate_series(1, ${count}::int) n returning id, install_instance_id
    )
    insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, install_instance_id,
      state, next_at)
    select ${project.id}, uuidv7(), ${destination.id}, 'event:' || h.id, 'event', h.id::text, now(),
      h.install_instance_id, 'waiting', now()
    from happened h`;
  const drain = (extend: () => Promise<void>) =>
    drainQueue(
      project,
      { project_id: project.id, destination_id: destination.id },
      () => false,
      extend,
      defaultDependencies(() => new Date()),
    );
  const log = () => sql<{ uid: string; instance: string; state: string }[]>`
    select event_uid as uid, install_instance_id as instance, state from deliveries where project_id = ${project.id}`;
  return { receiver, drain, log };
}

test("each delivery of many batches is sent once with its own install, however long renewing the lease takes", async () => {
  const { receiver, drain, log } = await waiting(1_600);
  let renewed = 0;
  expect(await drain(() => sleep(renewed++ % 2 === 0 ? 400 : 0))).toBe(1_600);
  const rows = await log();
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(["sent"]));
  const reported = receiver.bodies().map(({ data }) => [data.uid, data.install_instance_id].join(" "));
  expect(reported.sort()).toEqual(rows.map(({ uid, instance }) => `${uid} ${instance}`).sort());
});

test("a process that loses the lease stores the responses of its calls", async () => {
  const { receiver, drain, log } = await waiting(600);
  await expect(drain(() => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  const sent = (await log()).filter(({ state }) => state === "sent").map(({ uid }) => uid);
  expect(sent).toHaveLength(500);
  expect(sent.sort()).toEqual(
    receiver
      .bodies()
      .map(({ data }) => data.uid)
      .sort(),
  );
});
