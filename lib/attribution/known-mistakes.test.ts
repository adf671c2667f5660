/** Mistakes that services of this kind are known to have made, as guarantees that this one does not. */
import { describe, expect, test } from "vitest";
import { sql } from "@/db";
import { type AProject, aCampaign, aClick, aProject, everythingDecided, ledgerOf } from "@/db/world";
import { attributionSettings, rulesOf } from "@/lib/attribution/rules";

import { follow } from "@/lib/clicks/follow";
import { storeClicks } from "@/lib/clicks/queries";
import { randomBase62 } from "@/lib/ids";
import { storeInstall } from "@/lib/installs/register";

const minute = 60_000;
const pixel =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36";

/** Somebody behind an address follows a link with a phone. */
async function follows(app: AProject, displayId: string, address: string, at: Date) {
  await follow(
    {
      method: "GET",
      host: app.domain,
      path: `/${displayId}`,
      rawQuery: "",
      header: (name) => ({ "user-agent": pixel, "accept-language": "en-US" })[name] ?? null,
      address,
      now: at,
      tick: performance.now(),
    },
    async (row) => {
      await storeClicks([row]);
    },
  );
}

async function opens(app: AProject, address: string, at: Date, device: Record<string, unknown> = {}) {
  const instance = randomBase62(16);
  await storeInstall(
    app.project,
    {
      token: "",
      platform: "ANDROID",
      install_instance_id: instance,
      device_data: { os_version: "14", device_model: "Pixel 8", language: "en", ...device },
    },
    { userAgent: pixel, address, now: at },
  );
  await everythingDecided(app);
  const [row] = await sql<{ campaign_id: number | null; method: string }[]>`
    select s.campaign_id, s.method from installs s
    where s.project_id = ${app.project.id} and s.install_instance_id = ${instance}`;
  return row!;
}

const organic = { campaign_id: null, method: "organic" };
const home = () => `85.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}.7`;
const at = () => new Date(Date.now() - 10 * minute);
const earlier = (time: Date, minutes: number) => new Date(time.getTime() - minutes * minute);

describe("likelihood", () => {
  test("the same phone behind the same address is found, so that what follows means something", async () => {
    const app = await aProject();
    const campaign = await aCampaign(app);
    const [address, now] = [home(), at()];
    await follows(app, campaign.displayId, address, earlier(now, 5));
    expect(await opens(app, address, now)).toEqual({ campaign_id: campaign.id, method: "probabilistic" });
  });

  test("a neighbour in the same /24 with the same phone is somebody else", async () => {
    const app = await aProject();
    const campaign = await aCampaign(app);
    const [address, now] = [home(), at()];
    await follows(app, campaign.displayId, address, earlier(now, 5));
    expect(await opens(app, address.replace(/\.7$/, ".8"), now)).toEqual(organic);
  });

  test("a click is used once: the second install that looks alike is organic", async () => {
    const app = await aProject();
    const campaign = await aCampaign(app);
    const [address, now] = [home(), at()];
    await follows(app, campaign.displayId, address, earlier(now, 5));
    expect((await opens(app, address, earlier(now, 1))).campaign_id).toBe(campaign.id);
    expect(await opens(app, address, now)).toEqual(organic);
  });

  test("any number of other projects' clicks behind the address neither hides the own one nor is used", async () => {
    const [app, other] = [await aProject(), await aProject()];
    const [own, foreign] = [await aCampaign(app), await aCampaign(other)];
    const [address, now] = [home(), at()];
    await follows(app, own.displayId, address, earlier(now, 5));
    await follows(other, foreign.displayId, address, earlier(now, 4));
    await sql`
      insert into clicks (project_id, id, clicked_at, kind, campaign_id, platform, os_version, device_model, language, address_key)
      select c.project_id, uuidv7(), c.clicked_at, c.kind, c.campaign_id, c.platform, c.os_version, c.device_model,
        c.language, c.address_key
      from clicks c cross join generate_series(1, 5000)
      where c.project_id = ${other.project.id}`;
    expect((await opens(app, address, now)).campaign_id).toBe(own.id);
    const [stranger] = [await aProject()];
    expect(await opens(stranger, address, now)).toEqual(organic);
  });

  test("no window of likely matches is longer than a day", () => {
    expect(attributionSettings.safeParse({ probabilistic_hours: 25 }).success).toBe(false);
    expect(rulesOf({}).probabilistic.windowMs).toBeLessThanOrEqual(24 * 60 * minute);
  });
});

test("an advertising id decides whatever the address is", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const [gaid, now] = [crypto.randomUUID(), at()];
  await aClick(app, { campaignId: campaign.id, at: earlier(now, 5), advertisingId: gaid });
  expect(await opens(app, home(), now, { gaid })).toEqual({
    campaign_id: campaign.id,
    method: "advertising_id",
  });
});

test("attributed and organic installs are all installs, each counted once", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const now = at();
  for (let i = 0; i < 6; i++) {
    const address = home();
    if (i % 2 === 0) await follows(app, campaign.displayId, address, earlier(now, 5));
    await opens(app, address, now);
  }
  const counted = async (id: number) => (await ledgerOf(app.project.id, id)).installs?.count ?? 0;
  expect([await counted(campaign.id), await counted(0)]).toEqual([3, 3]);
});
