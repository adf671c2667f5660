import { describe, expect, test } from "vitest";
import * as attributionData from "@/app/api/client/attribution-data/route";
import * as init from "@/app/api/client/init/route";
import * as campaign from "@/app/api/v1/campaigns/[display_id]/route";
import { sql } from "@/db";
import { backgroundProject } from "@/lib/accounts/access/callers";
import { commandLine } from "@/lib/accounts/audit/actor";
import { applyReplay, startReplay } from "@/lib/attribution/replay/replay";
import { runReplay } from "@/lib/attribution/replay/run";
import { randomBase62 } from "@/lib/base/ids";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { erasePerson } from "@/lib/privacy/person";
import {
  type AProject,
  aCampaign,
  aClick,
  aProject,
  decideEverything,
  withoutLimits,
} from "@/testing/factories";

const minute = 60_000;
const hour = 60 * minute;

asServedOrBoth([attributionData, init, { GET: campaign.PATCH }], (call) => {
  async function anApp() {
    const app = await aProject();
    await withoutLimits(app);
    const made = await aCampaign(app, { name: "Summer", deeplink: "myapp://home" });
    const start = Date.now() - 2 * minute;
    const at = (ms: number) => new Date(start + ms);
    const click = await aClick(app, { campaignId: made.id, at: at(-minute) });
    const instance = randomBase62(20);
    const post = async (name: string, body: object, now = at(0)) =>
      call(`POST /api/client/${name}`, {
        body: { token: app.token, install_instance_id: instance, platform: "ANDROID", ...body },
        now,
      });
    const query = async (now = at(minute), device_data: object = {}) => {
      const got = await post("attribution-data", { device_data }, now);
      expect(got.status, got.text).toBe(200);
      return got.body.data as { attribution_source: string; campaign_data: { name: string } | null };
    };
    const referrer = { install_ref: `cairn_click=${click}` };
    const rename = async (name: string) =>
      expect(
        (await call(`PATCH /api/v1/campaigns/${made.displayId}`, { key: app.serverKey, body: { name } }))
          .status,
      ).toBe(200);
    const attributed = async () => {
      await post("init", { device_data: referrer });
      await decideEverything(app);
    };
    return { app, made, at, instance, post, query, referrer, rename, attributed };
  }

  test("200 with the complete documented shape, dates without milliseconds", async () => {
    const { query, attributed, made } = await anApp();
    await attributed();
    const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(await query()).toEqual({
      deeplink: expect.stringContaining("myapp://home"),
      campaign_data: {
        id: made.displayId,
        name: "Summer",
        type: "INORGANIC",
        ad_network: "",
        group_name: "",
        asset_group_name: "",
        asset_name: "",
        installed_at: iso,
        store_click_at: iso,
      },
      attribution_source: "LINK",
      is_guess: false,
    });
  });

  test("200 marks a probabilistic match as a guess", async () => {
    const { app, query, attributed } = await anApp();
    await attributed();
    await sql`update installs set method = 'probabilistic' where project_id = ${app.project.id}`;
    expect(await query()).toMatchObject({ attribution_source: "LINK", is_guess: true });
  });

  describe("the response is kept for 24 hours", () => {
    test("it is identical byte by byte while its campaign is renamed or deleted, and current afterwards", async () => {
      const { at, post, query, attributed, rename, app, made } = await anApp();
      await attributed();
      const first = await post("attribution-data", {}, at(minute));
      await rename("Winter");
      const again = await post("attribution-data", {}, at(minute + 24 * hour - 1));
      expect(again.text).toBe(first.text);
      await sql`update campaigns set deleted_at = now() where project_id = ${app.project.id} and id = ${made.id}`;
      expect((await post("attribution-data", {}, at(minute + 23 * hour))).text).toBe(first.text);
      expect((await query(at(minute + 24 * hour))).campaign_data?.name).toBe("Winter");
    });

    test("concurrent calls get the same response", async () => {
      const { at, post, attributed, rename } = await anApp();
      await attributed();
      const request = Array.from({ length: 20 }, () => post("attribution-data", {}, at(minute)));
      await rename("Winter");
      const texts = new Set((await Promise.all(request)).map(({ text }) => text));
      texts.add((await post("attribution-data", {}, at(minute))).text);
      expect(texts.size).toBe(1);
    });

    test("a pending response is not kept", async () => {
      const { query, app, instance, attributed } = await anApp();
      expect((await query()).attribution_source).toBe("PENDING");
      await attributed();
      await sql`update installs set state = 'PENDING'
        where project_id = ${app.project.id} and install_instance_id = ${instance}`;
      expect((await query()).attribution_source).toBe("PENDING");
      await sql`update installs set state = 'DECIDED'
        where project_id = ${app.project.id} and install_instance_id = ${instance}`;
      expect((await query()).attribution_source).toBe("LINK");
    });

    test("an organic install is attributed again when rules are applied again; a change of rules alone changes nothing", async () => {
      const { query, app, attributed } = await anApp();
      await attributed();
      expect((await query()).attribution_source).toBe("LINK");
      const apply = async (settings: object) => {
        const project = (await backgroundProject(app.project.id))!;
        const day = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10);
        const days = { from: day(-24 * hour), to: day(24 * hour) };
        const now = () => new Date();
        const { id } = await startReplay(project, settings, days, commandLine, now());
        await runReplay(project, id, () => false, now);
        expect((await query()).attribution_source).toBe("LINK");
        await applyReplay(project, id, commandLine, now());
        await runReplay((await backgroundProject(app.project.id))!, id, () => false, now);
        await decideEverything(app);
      };
      await apply({ click_days: 0 });
      expect(await query()).toEqual({ deeplink: "", campaign_data: null, attribution_source: "ORGANIC" });
    });
  });

  describe("device_data of the call", () => {
    test("evidence that init did not send attributes the install again, and the app receives the result", async () => {
      const { query, post, app, referrer, at } = await anApp();
      await post("init", { device_data: { install_ref: "" } });
      await decideEverything(app);
      expect((await query()).attribution_source).toBe("ORGANIC");
      await query(at(minute), { ...referrer, gaid: "38400000-8cf0-11bd-b23e-10b96e40000d" });
      await expect
        .poll(async () => {
          await decideEverything(app);
          return (await query()).attribution_source;
        })
        .toBe("LINK");
      const devices = await sql`
        select device_id from install_devices where project_id = ${app.project.id}`;
      expect(devices.map(({ device_id }) => device_id)).toEqual(["38400000-8cf0-11bd-b23e-10b96e40000d"]);
    });

    test("a link pasted after the install identifies its click and attributes the install again", async () => {
      const { query, post, app, referrer, at } = await anApp();
      await post("init", {});
      await decideEverything(app);
      expect((await query()).attribution_source).toBe("ORGANIC");
      await query(at(minute), { pasted_link: `https://${app.domain}/?${referrer.install_ref}` });
      const answer = async () => {
        await decideEverything(app);
        return query();
      };
      await expect.poll(answer).toMatchObject({ campaign_data: { name: "Summer" }, is_guess: false });
      expect(await sql`select method from installs where project_id = ${app.project.id}`).toMatchObject([
        { method: "link" },
      ]);
    });

    test("device data never replaces evidence from init, and is ignored after a day", async () => {
      const { query, post, app, referrer, at, instance } = await anApp();
      const sent = { install_ref: "utm_source=google-play&utm_medium=organic" };
      await post("init", { device_data: sent });
      await decideEverything(app);
      await query(at(minute), referrer);
      await query(at(25 * hour), { gaid: "38400000-8cf0-11bd-b23e-10b96e40000d" });
      await decideEverything(app);
      const [row] = await sql`select device_data, decision_version from installs
        where project_id = ${app.project.id} and install_instance_id = ${instance}`;
      expect(row).toEqual({ device_data: sent, decision_version: 1 });
    });
  });

  test("an erased person's evidence is neither stored nor returned", async () => {
    const { query, post, app, attributed, instance, at } = await anApp();
    await attributed();
    expect((await query()).attribution_source).toBe("LINK");
    const stored = () => sql`select 1 from attribution_answers where project_id = ${app.project.id}`;
    expect((await stored()).length).toBe(1);
    await erasePerson(app.project, { user: null, install: instance }, commandLine, new Date());
    expect((await stored()).length).toBe(0);
    expect(await post("attribution-data", {}, at(minute))).toMatchObject({
      status: 400,
      body: { msg: "This person was erased, so nothing about them is stored." },
    });
    expect((await stored()).length).toBe(0);
  });

  test("expired responses are deleted when new ones are stored", async () => {
    const app: AProject = await aProject();
    await withoutLimits(app);
    const start = new Date();
    const query = (instance: string, now: Date) =>
      call("POST /api/client/attribution-data", {
        body: { token: app.token, install_instance_id: instance },
        now,
      });
    for (const instance of ["a", "b", "c"]) {
      await call("POST /api/client/init", {
        body: { token: app.token, install_instance_id: instance },
        now: start,
      });
    }
    await decideEverything(app);
    for (const instance of ["a", "b"]) await query(instance, start);
    await query("c", new Date(start.getTime() + 24 * hour));
    const rows = await sql`
      select s.install_instance_id as instance from attribution_answers a
      join installs s on s.project_id = ${app.project.id} and s.id = a.install_id where a.project_id = ${app.project.id}`;
    expect(rows.map(({ instance }) => instance)).toEqual(["c"]);
  });
});
