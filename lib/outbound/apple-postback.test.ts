import { afterAll, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { receivePostback } from "@/lib/apple/postbacks/receive";
import { env } from "@/lib/base/env";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { enqueueFacts } from "@/lib/outbound/enqueue/enqueue";
import { rulesNamed } from "@/lib/outbound/kinds/webhook/events";
import { defaultDependencies, sendDue } from "@/lib/outbound/send/run";
import { anAakPostback, anAppId, aSkanPostback, listApp, testAppleKeys } from "@/testing/apple-postbacks";
import { aCampaign, aProject } from "@/testing/factories";
import { aReceiver } from "@/testing/receiver";

const ends: (() => unknown)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

test("a webhook receives each verified postback once, no other copy, and no developer's test", async () => {
  const [app, appId, receiver] = [await aProject(), anAppId(), await aReceiver()];
  ends.push(receiver.end);
  await listApp(app, appId);
  const input = {
    kind: "webhook",
    name: "Ops",
    mode: "live" as const,
    settings: { url: receiver.url },
    secrets: {},
    rules: rulesNamed(["skan.postback"]),
  };
  await createDestination(app.project, input, commandLine, new Date());
  const campaign = await aCampaign(app, { name: "Summer" });
  await sql`
    insert into apple_sources (project_id, network_id, source_identifier, campaign_id)
    values (${app.project.id}, 'v9wttpbfk9', '5239', ${campaign.id})`;
  const at = new Date("2026-06-30T12:00:00Z");
  const postback = aSkanPostback(appId, { "conversion-value": 20, "country-code": "de" });
  const receive = (framework: "skan" | "aak", raw: Record<string, unknown>) =>
    receivePostback(framework, raw, { now: at, keys: testAppleKeys });
  for (const copy of [postback, postback, { ...postback, "conversion-value": 21 }])
    await receive("skan", copy);
  await receive("skan", { ...aSkanPostback(appId), "did-win": false });
  await receive("aak", anAakPostback(appId, { isTest: true }));
  await receive("skan", aSkanPostback(appId, { "did-win": false }));
  const calls = async () => {
    await enqueueFacts(5_000, () => new Date(), app.project.id);
    await sendDue(
      5_000,
      defaultDependencies(() => new Date()),
      app.project.id,
    );
    return receiver.calls.length;
  };
  // Other tests have open transactions, and later events are not read until those end.
  await expect.poll(calls).toBe(1);
  const [{ id } = { id: "" }] = await sql<{ id: string }[]>`
    select id from apple_postbacks
    where project_id = ${app.project.id} and is_first and did_win and not is_test`;
  const url = `${env.APP_URL}/p/${app.project.id}/ios/postbacks/${id}`;
  expect(receiver.bodies()[0]).toEqual({
    type: "skan.postback",
    timestamp: at.toISOString(),
    data: {
      id,
      uid: `apple_postback:${id}`,
      framework: "skan",
      received_at: at.toISOString(),
      postback_id: postback["transaction-id"],
      sequence: 0,
      conversion_type: "download",
      did_win: true,
      app_id: String(appId),
      ad_network_id: "v9wttpbfk9",
      network: "META",
      source_identifier: "5239",
      campaign: { id: campaign.id, name: "Summer", display_id: campaign.displayId },
      unsigned: {
        conversion_value: 20,
        coarse_conversion_value: null,
        country: "DE",
        ad_interaction_type: "click",
      },
      text: `Apple counted an install from Meta, Summer, window 1 of 3. ${url}`,
      url,
    },
  });
  expect(await calls()).toBe(1);
});
