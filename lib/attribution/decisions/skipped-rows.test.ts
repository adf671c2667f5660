/** A genuine click is found among any number of other clicks. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sql } from "@/db";
import { backgroundProject } from "@/lib/accounts/access/callers";
import { decide } from "@/lib/attribution/decisions/engine";
import { gatherCases } from "@/lib/attribution/decisions/gather";
import type { PendingInstall } from "@/lib/attribution/evidence/install";
import { attributionRulesOf } from "@/lib/attribution/rule-sets/windows";
import { newId } from "@/lib/base/ids";
import { storeInstall } from "@/lib/facts/installs/register";
import { addressKey } from "@/lib/platform/address-key";
import { storeClicks } from "@/lib/traffic/clicks/queries";
import { followClick } from "@/lib/traffic/visits/follow";
import { type AProject, aCampaign, aProject, aStoreListing, decideEverything } from "@/testing/factories";
import { historyCount } from "@/testing/rounds";

const minute = 60_000;
const pixel =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const curl = "curl/8.5.0";

let people = 0;
/** A phone and a household that other tests do not use. */
function someone() {
  people += 1;
  const n = String(Date.now() % 100_000_000).padStart(8, "0") + String(people).padStart(4, "0");
  return {
    gaid: `38400000-8cf0-41bd-b23e-${n}`,
    address: `86.${people % 250}.${(people * 7) % 250}.${(Date.now() % 250) + 1}`,
  };
}

const ago = (minutes: number) => new Date(Date.now() - minutes * minute);

async function follows(
  app: AProject,
  displayId: string,
  who: { gaid?: string; address: string },
  at: Date,
  { agent = pixel, tick = performance.now() } = {},
) {
  await followClick(
    {
      method: "GET",
      host: app.domain,
      path: `/${displayId}`,
      rawQuery: who.gaid ? `gaid=${who.gaid}` : "",
      header: (name) => ({ "user-agent": agent, "accept-language": "en-US" })[name] ?? null,
      address: who.address,
      now: at,
      tick,
    },
    {
      record: async (row) => void (await storeClicks([row])),
      visit: () => Promise.reject(new Error("the database is there")),
    },
  );
}

async function opens(
  app: AProject,
  who: { gaid?: string; address: string },
  at: Date,
  begun: Date | null = null,
) {
  const instance = newId(at);
  await storeInstall(
    app.project,
    {
      token: "",
      platform: "ANDROID",
      install_instance_id: instance,
      device_data: {
        os_version: "14",
        device_model: "Pixel 8",
        language: "en",
        gaid: who.gaid,
        installBeginTimestampServerSeconds: begun === null ? undefined : Math.floor(begun.getTime() / 1_000),
      },
    },
    { userAgent: pixel, address: who.address, now: at },
  );
  await decideEverything(app);
  const [row] = await sql<
    { campaign_id: number | null; method: string; candidates: number; left_out: unknown }[]
  >`
    select s.campaign_id, s.method, jsonb_array_length(d.candidates) as candidates, d.evidence->'left_out' as left_out
    from installs s join decisions d on d.project_id = ${app.project.id} and d.install_id = s.id
      and d.version = s.decision_version
    where s.project_id = ${app.project.id} and s.install_instance_id = ${instance}`;
  return row!;
}

async function aStore() {
  const app = await aProject();
  return app;
}

describe("a genuine click wins", () => {
  test("after 25 clicks of a bot with the same advertising ID, and the decision has the number of skipped clicks", async () => {
    const app = await aStore();
    const campaign = await aCampaign(app);
    const who = someone();
    await follows(app, campaign.displayId, who, ago(60));
    for (let n = 0; n < 25; n++)
      await follows(app, campaign.displayId, { ...who, address: someone().address }, ago(30 - n / 10), {
        agent: curl,
      });
    const decided = await opens(app, who, ago(10));
    expect(decided).toMatchObject({ campaign_id: campaign.id, method: "advertising_id" });
    expect(decided.left_out).toEqual({ counted: 0, not_counted: 6 });
  });

  test("of a campaign that was clicked 25 times in ten seconds with the same advertising ID", async () => {
    const app = await aStore();
    const campaign = await aCampaign(app);
    const who = someone();
    for (let n = 0; n < 25; n++)
      await follows(app, campaign.displayId, who, new Date(ago(20).getTime() + n * 100), {
        tick: 1_000 + n * 100,
      });
    expect(await opens(app, who, ago(10))).toMatchObject({
      campaign_id: campaign.id,
      method: "advertising_id",
    });
  });

  test("after 55 hits of curl from the same IP", async () => {
    const app = await aStore();
    const campaign = await aCampaign(app);
    const who = { address: someone().address };
    await follows(app, campaign.displayId, who, ago(30));
    for (let n = 0; n < 55; n++)
      await follows(app, campaign.displayId, who, ago(25 - n / 10), { agent: curl });
    expect(await opens(app, who, ago(10))).toMatchObject({
      campaign_id: campaign.id,
      method: "probabilistic",
    });
  });

  test("after 60 counted clicks of another system with the same advertising ID", async () => {
    const app = await aStore();
    const campaign = await aCampaign(app);
    const who = someone();
    await follows(app, campaign.displayId, who, ago(60));
    for (let n = 0; n < 60; n++)
      await follows(app, campaign.displayId, who, ago(30 - n / 10), { agent: iphone, tick: 20_000 * n });
    expect(await opens(app, who, ago(10))).toMatchObject({
      campaign_id: campaign.id,
      method: "advertising_id",
    });
  });

  test("although another system sent the same advertising ID a second before", async () => {
    const app = await aStore();
    const campaign = await aCampaign(app);
    const who = someone();
    await follows(app, campaign.displayId, who, ago(20), { agent: iphone, tick: 1_000 });
    await follows(app, campaign.displayId, who, new Date(ago(20).getTime() + 1_000), { tick: 2_000 });
    expect(await opens(app, who, ago(10))).toMatchObject({
      campaign_id: campaign.id,
      method: "advertising_id",
    });
  });

  test("after 40 clicks that arrived during the installation", async () => {
    const app = await aStore();
    const [campaign, other] = [await aCampaign(app), await aCampaign(app)];
    const who = someone();
    await follows(app, campaign.displayId, who, ago(60));
    for (let n = 0; n < 40; n++)
      await follows(app, other.displayId, who, ago(20 - n / 10), { tick: 20_000 * n });
    expect(await opens(app, who, ago(10), ago(30))).toMatchObject({
      campaign_id: campaign.id,
      method: "advertising_id",
    });
  });

  test("after 30 clicks of a campaign that was deleted later", async () => {
    const app = await aStore();
    const [campaign, other] = [await aCampaign(app), await aCampaign(app)];
    const who = someone();
    await follows(app, campaign.displayId, who, ago(60));
    for (let n = 0; n < 30; n++)
      await follows(app, other.displayId, who, ago(20 - n / 10), { tick: 20_000 * n });
    await sql`update campaigns set deleted_at = now() where project_id = ${app.project.id} and id = ${other.id}`;
    const decided = await opens(app, who, ago(10));
    expect(decided).toMatchObject({ campaign_id: campaign.id, method: "advertising_id" });
    expect(decided.left_out).toEqual({ counted: 11, not_counted: 0 });
  });

  test("of Google's own campaign, after a bot followed a link with the same Google click ID", async () => {
    const app = await aStore();
    await aStoreListing(app, "ANDROID");
    const instance = newId(ago(10));
    await storeClicks([
      {
        project_id: app.project.id,
        id: newId(ago(20)),
        clicked_at: ago(20),
        kind: "click",
        campaign_id: (await aCampaign(app)).id,
        platform: "ANDROID",
        network: "GOOGLE",
        not_counted: "bot",
        params: { gclid: `g-${instance}` },
      },
    ]);
    await storeInstall(
      app.project,
      {
        token: "",
        platform: "ANDROID",
        install_instance_id: instance,
        device_data: { install_ref: `gclid=g-${instance}&gad_campaignid=77` },
      },
      { userAgent: pixel, address: "", now: ago(10) },
    );
    await decideEverything(app);
    expect(await sql`select method, network from installs where project_id = ${app.project.id}`).toEqual([
      { method: "gclid", network: "GOOGLE" },
    ]);
  });
});

describe("uncounted clicks", () => {
  const uncounted = ["bot", "duplicate", "preview", "prefetch", "head", "inactive", "deleted"];
  const click = (campaigns: number) =>
    fc.record({
      campaign: fc.nat(campaigns - 1),
      minutes: fc.integer({ min: 1, max: 500 }),
      by: fc.constantFrom("gaid", "address", "both"),
      platform: fc.constantFrom("ANDROID", "ANDROID", "IOS", "DESKTOP"),
      kind: fc.constantFrom("click", "click", "click", "view"),
      model: fc.constantFrom("Pixel 8", "SM-S911B", null),
    });

  test("never change the campaign, the match type or the chosen click", async () => {
    const app = await aStore();
    const campaigns: number[] = [];
    for (let n = 0; n < 3; n++) campaigns.push((await aCampaign(app)).id);
    const project = (await backgroundProject(app.project.id))!;
    const rules = attributionRulesOf({ view_through: true });
    const chosen = async (install: PendingInstall) => {
      const [one] = await gatherCases(project, [install], rules, install.installed_at);
      const { method, winner } = decide(one!.evidence.facts, one!.touches, rules, one!.fraudChecks);
      return { method, campaign: winner?.campaignId ?? null, click: winner?.clickId ?? null };
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(click(3), { maxLength: 12 }),
        fc.array(fc.tuple(click(3), fc.constantFrom(...uncounted)), { maxLength: 8 }),
        fc.constantFrom(1, 30, 120),
        async (genuine, others, times) => {
          const who = someone();
          const now = new Date();
          const store = (clicks: { of: (typeof genuine)[number]; notCounted: string | null; n: number }[]) =>
            storeClicks(
              clicks.map(({ of, notCounted, n }) => {
                const at = new Date(now.getTime() - of.minutes * minute + n * 50);
                return {
                  project_id: app.project.id,
                  id: newId(at),
                  clicked_at: at,
                  kind: of.kind as "click" | "view",
                  campaign_id: campaigns[of.campaign]!,
                  platform: of.platform,
                  language: "en",
                  os_version: "14",
                  ...(of.model === null ? {} : { device_model: of.model }),
                  user_agent: `agent ${of.model} ${n % 7}`,
                  ...(of.by === "address" ? {} : { advertising_id: who.gaid }),
                  ...(of.by === "gaid" ? {} : { address_key: addressKey(who.address)! }),
                  ...(notCounted === null ? {} : { not_counted: notCounted }),
                };
              }),
            );
          await store(genuine.map((of) => ({ of, notCounted: null, n: 0 })));
          const install: PendingInstall = {
            id: newId(now),
            install_instance_id: newId(now),
            platform: "ANDROID",
            installed_at: now,
            app_version: null,
            block_entry_id: null,
            os_version: "14",
            device_model: "Pixel 8",
            language: "en",
            country: null,
            address_list: null,
            address_key: addressKey(who.address),
            link: null,
            is_test: false,
            device_data: { model: "Pixel 8", gaid: who.gaid },
            consent: null,
            decision_version: 0,
            device_ids: [],
            seen_before: null,
            earlier: [],
          };
          const before = await chosen(install);
          await store(
            others.flatMap(([of, notCounted]) =>
              Array.from({ length: times }, (_, n) => ({ of, notCounted, n })),
            ),
          );
          expect(await chosen(install)).toEqual(before);
        },
      ),
      { numRuns: historyCount(40) },
    );
  });
});
