import { afterAll, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { updatePushToken } from "@/lib/facts/installs/details";
import { registerInstall } from "@/lib/facts/installs/register";
import { storeProbed } from "@/lib/facts/uninstalls/store-queries";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { enqueueFacts } from "@/lib/outbound/enqueue/enqueue";
import { rulesNamed } from "@/lib/outbound/kinds/webhook/events";
import { previewFact } from "@/lib/outbound/preview/preview";
import { defaultDependencies, sendDue } from "@/lib/outbound/send/run";
import { type AProject, aCampaign, aClick, aProject, decideEverything } from "@/testing/factories";
import { aReceiver } from "@/testing/receiver";

const now = new Date();
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const ends: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

/** A webhook that receives uninstalls, and an install of a campaign with a push token. */
async function aStage() {
  const app = await aProject();
  const campaign = await aCampaign(app, { name: "Alps" });
  const receiver = await aReceiver();
  ends.push(receiver.end);
  await createDestination(
    app.project,
    {
      kind: "webhook",
      name: "Hook",
      mode: "live" as const,
      settings: { url: receiver.url },
      secrets: {},
      rules: rulesNamed(["uninstall"]),
    },
    commandLine,
    now,
  );
  const click = await aClick(app, { campaignId: campaign.id, at: hoursAgo(201) });
  await init(app, hoursAgo(200), { install_ref: `cairn_click=${click}` });
  await updatePushToken(app.project.id, { install_instance_id: "i", push_token: "a:b" }, hoursAgo(199));
  await decideEverything(app);
  const uninstalled = (uninstalledAt: Date, tokenAt = hoursAgo(199)) =>
    storeProbed(
      app.project.id,
      [
        {
          instance: "i",
          token_at: tokenAt,
          probe: { ended: "unregistered", responses: [] },
          next_at: null,
          answered: true,
          gone_at: uninstalledAt,
        },
      ],
      now,
    );
  return { app, receiver, gone: uninstalled };
}

const init = (app: AProject, at: Date, device_data = {}) =>
  registerInstall(
    app.project,
    { token: "", install_instance_id: "i", platform: "ANDROID", device_data },
    { userAgent: null, address: "203.0.113.7", now: at },
  );

const deliveriesOf = (app: AProject) => sql<{ event_uid: string; state: string; reason: string | null }[]>`
  select event_uid, state, reason from deliveries where project_id = ${app.project.id} order by event_uid`;

const enqueued = (app: AProject, count: number) =>
  expect
    .poll(
      async () => {
        await enqueueFacts(5_000, () => now, app.project.id);
        return (await deliveriesOf(app)).length;
      },
      { interval: 20 },
    )
    .toBe(count);

const send = (app: AProject) =>
  sendDue(
    5_000,
    defaultDependencies(() => new Date()),
    app.project.id,
  );

test("a webhook receives an uninstall once, with the campaign of the install", async () => {
  const { app, receiver, gone: uninstalled } = await aStage();
  await uninstalled(hoursAgo(50));
  await uninstalled(hoursAgo(40));
  await enqueued(app, 1);
  await send(app);
  const [{ id } = { id: "" }] = await sql<{ id: string }[]>`
    select id from installs where project_id = ${app.project.id}`;
  const day = hoursAgo(50).toISOString().slice(0, 10);
  expect(receiver.bodies()).toEqual([
    {
      type: "uninstall",
      timestamp: hoursAgo(50).toISOString(),
      data: expect.objectContaining({
        id,
        uid: `uninstall:${id}:${day}`,
        install_instance_id: "i",
        install_id: id,
        decision: expect.objectContaining({ campaign: expect.objectContaining({ name: "Alps" }) }),
      }),
    },
  ]);
  expect((await previewFact(app.project, { fact: "uninstall", id }, now, true)).previews).toMatchObject([
    { would: "send", delivery: { state: "sent" } },
  ]);
});

test("no uninstall is sent if the app was opened again before, and one is sent if the app is removed again", async () => {
  const { app, receiver, gone: uninstalled } = await aStage();
  await uninstalled(hoursAgo(100));
  await enqueued(app, 1);
  await init(app, hoursAgo(90));
  await send(app);
  expect(await deliveriesOf(app)).toMatchObject([{ state: "skipped", reason: "opened_again" }]);
  await uninstalled(hoursAgo(50));
  await enqueued(app, 2);
  await send(app);
  expect(receiver.bodies()).toHaveLength(1);
  expect((await deliveriesOf(app)).map(({ state }) => state)).toEqual(["skipped", "sent"]);
});
