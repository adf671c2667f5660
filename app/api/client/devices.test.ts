import { expect, test } from "vitest";
import { recordedClients } from "@/app/api/client/recorded-shapes";
import { endpoints } from "@/app/api/endpoints";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { installsNamed } from "@/lib/activity/lists/installs/list";
import { eraseDevice } from "@/lib/facts/installs/forget";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import {
  aCampaign,
  aClick,
  anInstall,
  aProject,
  decideEverything,
  ledgerOf,
  withoutLimits,
} from "@/testing/factories";

const modules = endpoints
  .filter(({ path }) => path.startsWith("/api/client/") || path.endsWith("/get-attribution-result"))
  .map((endpoint) => ({ GET: { endpoint } }));

asServedOrBoth(modules, (call) => {
  async function anApp() {
    const app = await aProject();
    await withoutLimits(app);
    const init = async (instance: string, device_data: object, platform = "REACT_NATIVE") => {
      const body = { token: app.token, install_instance_id: instance, platform, device_data };
      expect((await call("POST /api/client/init", { body })).status).toBe(202);
    };
    const installs = async () => {
      await decideEverything(app);
      return sql<{ id: string; kind: string; platform: string; campaign_id: number | null }[]>`
        select id, kind, platform, campaign_id from installs where project_id = ${app.project.id} order by id`;
    };
    const ids = () => sql<{ kind: string; device_id: string }[]>`
      select kind, device_id from install_devices where project_id = ${app.project.id} order by install_id, kind`;
    return { app, init, installs, ids };
  }

  test.each(recordedClients)(
    "$name: new phones are different devices, each with its platform",
    async (client) => {
      const { app, init, installs, ids } = await anApp();
      for (const user of ["ada", "bob", "cleo"]) {
        const known = {
          instance: client.newInstance(),
          user,
          referrer: "utm_source=google-play&utm_medium=organic",
        };
        const { body } = client.calls(known)[0]!;
        await init(known.instance, body.device_data as object, body.platform as string);
      }
      const found = await installs();
      expect(found.map(({ kind, platform }) => [kind, platform])).toEqual(
        Array(3).fill(["INSTALL", client.platform]),
      );
      const stored = (await ids()).map(({ device_id }) => device_id);
      expect(new Set(stored).size).toBe(stored.length);
      expect((await ledgerOf(app.project.id)).reinstalls).toBeUndefined();
    },
  );

  test("iPhones with React Native are attributed by their advertising IDs, each to its click", async () => {
    const { app, init, installs, ids } = await anApp();
    const client = recordedClients.find(({ name }) => name === "React Native on iOS")!;
    const campaigns = [await aCampaign(app), await aCampaign(app), await aCampaign(app)];
    for (const { id: campaignId } of campaigns) {
      const idfa = crypto.randomUUID();
      await aClick(app, {
        campaignId,
        platform: "IOS",
        at: new Date(Date.now() - 60_000),
        advertisingId: idfa,
      });
      const known = { instance: client.newInstance(), user: "u", referrer: "", idfa: idfa.toUpperCase() };
      await init(known.instance, client.calls(known)[0]!.body.device_data as object);
    }
    expect((await installs()).map(({ kind, campaign_id }) => [kind, campaign_id])).toEqual(
      campaigns.map(({ id }) => ["INSTALL", id]),
    );
    expect((await ids()).map(({ kind }) => kind)).toEqual(["idfa", "idfv", "idfa", "idfv", "idfa", "idfv"]);
  });

  test("a model is not an ID: two phones of one model are two installs", async () => {
    const { init, installs } = await anApp();
    await init("one", { device_id: "shiba", brand: "google" }, "ANDROID");
    await init("two", { device_id: "shiba", brand: "google" }, "ANDROID");
    expect((await installs()).map(({ kind }) => kind)).toEqual(["INSTALL", "INSTALL"]);
  });

  test("a second instance with the same device ID is a reinstall", async () => {
    const { init, installs } = await anApp();
    const phone = { android_id: "a1b2c3d4e5f60718", gaid: null };
    await init("one", phone);
    await init("two", { ...phone, android_id: "A1B2C3D4E5F60718" });
    expect((await installs()).map(({ kind }) => kind)).toEqual(["INSTALL", "REINSTALL"]);
  });

  test("an ID that appears on too many installs identifies no device", async () => {
    const { init, installs } = await anApp();
    for (let i = 0; i < 25; i++) await init(`phone ${i}`, { android_id: "c0ffee00c0ffee00" });
    const kinds = (await installs()).map(({ kind }) => kind);
    expect(kinds.slice(21)).toEqual(Array(4).fill("INSTALL"));
  });

  test.each(["unknown", "null", "undefined", "none", "shiba", "9774d56d682e549c", "0000000000000000"])(
    "no endpoint finds a device by %s, although it was stored as an ID",
    async (id) => {
      const { app, installs } = await anApp();
      const campaign = await aCampaign(app);
      const idfv = crypto.randomUUID();
      const one = await anInstall(app, campaign.id, { deviceIds: [id, idfv] });
      await anInstall(app, campaign.id, { deviceIds: [id] });
      const query = { key: app.serverKey, query: { device_identifier: id } };
      expect((await call("GET /api/v1/get-attribution-result", query)).status).toBe(204);
      expect(await installsNamed(app.project, id)).toEqual([]);
      expect(await installsNamed(app.project, idfv)).toMatchObject([{ id: one.id }]);
      expect((await eraseDevice(app.project, one.id, commandLine, new Date())).installs).toBe(1);
      expect(await installs()).toHaveLength(2);
    },
  );
});
