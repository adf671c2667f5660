import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { consentRoutes } from "@/app/api/dashboard/facts/consent";
import { installsRoutes } from "@/app/api/dashboard/facts/installs";
import { endpoints } from "@/app/api/endpoints";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { wakeAttribution } from "@/lib/attribution/wake";
import { randomBase62 } from "@/lib/base/ids";
import { onUndecidedInstall } from "@/lib/facts/app-calls/wake-attribution";
import { eraseDevice } from "@/lib/facts/installs/forget";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { erasePerson, exportPerson } from "@/lib/privacy/person";
import {
  aCampaign,
  aClick,
  aMember,
  anAccount,
  aProject,
  decideEverything,
  withoutLimits,
} from "@/testing/factories";
import { aTcString, everyPurpose, optedOut } from "@/testing/networks/consent-strings";

const modules = endpoints
  .filter(({ path }) => path.startsWith("/api/client/") || path === "/api/v1/consent")
  .map((endpoint) => ({ GET: { endpoint } }));

asServedOrBoth([...modules, consentRoutes, installsRoutes], (call) => {
  async function anApp({ inside = "granted" } = {}) {
    const account = await anAccount();
    const app = await aProject({ account });
    await withoutLimits(app);
    const { session } = await aMember("admin", account);
    const dashboard = `/api/dashboard/projects/${app.project.id}`;
    if (inside !== "granted") {
      const body = { inside, outside: "granted" };
      expect((await call(`PUT ${dashboard}/consent`, { session, body })).status).toBe(200);
    }
    const install = randomBase62(20);
    const gaid = randomUUID();
    const send = (name: string, body: object) =>
      call(`POST /api/client/${name}`, {
        body: { token: app.token, install_instance_id: install, platform: "ANDROID", ...body },
      });
    const ok = async (name: string, body: object) => {
      const got = await send(name, body);
      expect(got.status, got.text).toBeLessThan(300);
      return got;
    };
    const bySelf = (body: object) => call("POST /api/v1/consent", { key: app.serverKey, body });
    /** All places where the install's advertising ID is stored. */
    const stored = async () => {
      const [row] = await sql<{ in_data: boolean; devices: number }[]>`
        select s.device_data::text like ${`%${gaid}%`} as in_data, (select count(*)::int from install_devices v
          where v.project_id = ${app.project.id} and v.install_id = s.id and v.device_id = ${gaid}) as devices
        from installs s where s.project_id = ${app.project.id} and s.install_instance_id = ${install}`;
      return row!.in_data || row!.devices > 0;
    };
    const states = async () =>
      await sql<Record<string, unknown>[]>`
        select eea, ad_user_data, ad_personalization, att_status, source from consent_history
        where project_id = ${app.project.id} and install_instance_id = ${install} order by id`;
    return { app, install, gaid, send, ok, bySelf, stored, states, session, dashboard };
  }

  test("a consent is valid until another one is sent, by any sender; every state is stored once", async () => {
    const { ok, bySelf, states } = await anApp();
    await ok("set-consent", { eea: true, ad_user_data: "GRANTED", ad_personalization: false });
    await ok("init", {
      device_data: { att_status: "notDetermined", consent: { ad_personalization: false } },
    });
    await ok("init", { device_data: { att_status: "notDetermined" } });
    await ok("trigger", { user_data: { id: "u" } });
    expect((await bySelf({ user_id: "u", ad_user_data: false })).body.data).toEqual({ installs: 1 });
    const first = {
      eea: true,
      ad_user_data: true,
      ad_personalization: false,
      att_status: null,
      source: "app",
    };
    expect(await states()).toEqual([
      first,
      { ...first, att_status: "NOT_DETERMINED" },
      { ...first, att_status: "NOT_DETERMINED", ad_user_data: false, source: "api" },
    ]);
  });

  test("consent strings are stored with their answers and their history, from the app and from the server", async () => {
    const { app, install, ok, bySelf } = await anApp();
    const everything = aTcString(everyPurpose);
    const nothing = aTcString();
    await ok("set-consent", { tc_string: everything, gpp_string: optedOut });
    await ok("init", { device_data: { IABTCF_TCString: everything } });
    await ok("trigger", { user_data: { id: "u" } });
    expect((await bySelf({ user_id: "u", tc_string: nothing })).status).toBe(200);
    const rows = await sql<Record<string, unknown>[]>`
      select eea, ad_user_data, ad_personalization, ad_storage, us_opt_out, tc_string, gpp_string, source
      from consent_history where project_id = ${app.project.id} and install_instance_id = ${install} order by id`;
    const answered = (given: boolean) => ({
      ad_user_data: given,
      ad_personalization: given,
      ad_storage: given,
    });
    const first = { eea: true, us_opt_out: true, gpp_string: optedOut };
    expect(rows).toEqual([
      { ...first, ...answered(true), tc_string: everything, source: "app" },
      { ...first, ...answered(false), tc_string: nothing, source: "api" },
    ]);
  });

  test("a TC string without consent removes stored advertising IDs, and an opt-out in the US does not", async () => {
    const { ok, gaid, stored } = await anApp();
    await ok("init", { device_data: { gaid } });
    await ok("set-consent", { gpp_string: optedOut });
    expect(await stored()).toBe(true);
    await ok("set-consent", { tc_string: aTcString({ purposes: [1] }) });
    expect(await stored()).toBe(false);
  });

  test("a refusal removes stored advertising IDs at once, and none is stored until it is withdrawn", async () => {
    const { ok, gaid, stored } = await anApp();
    await ok("init", { device_data: { gaid, brand: "google" } });
    expect(await stored()).toBe(true);
    await ok("set-consent", { ad_user_data: false });
    expect(await stored()).toBe(false);
    await ok("init", { device_data: { gaid } });
    await ok("attribution-data", { device_data: { gaid } });
    await ok("trigger", { user_data: { id: "u" }, data: { device_data: { gaid } } });
    expect(await stored()).toBe(false);
    await ok("set-consent", { ad_user_data: true });
    await ok("init", { device_data: { gaid } });
    expect(await stored()).toBe(true);
  });

  test("a refusal applies in the same call as the ID, before it, and from the server", async () => {
    const inside = await anApp();
    await inside.ok("init", { device_data: { gaid: inside.gaid, consent: { ad_user_data: false } } });
    expect(await inside.stored()).toBe(false);
    const before = await anApp();
    await before.ok("set-consent", { ad_storage: false });
    await before.ok("init", { device_data: { gaid: before.gaid } });
    expect(await before.stored()).toBe(false);
    const after = await anApp();
    await after.ok("init", { device_data: { gaid: after.gaid } });
    const body = { device_identifier: after.gaid.toUpperCase(), limit_ad_tracking: true };
    expect((await after.bySelf(body)).body.data).toEqual({ installs: 1 });
    expect(await after.stored()).toBe(false);
  });

  test("withdrawn consent ends a match by advertising ID, and only for this install", async () => {
    const { app, ok, gaid, install } = await anApp();
    const { id: campaignId } = await aCampaign(app);
    await aClick(app, { campaignId, advertisingId: gaid, at: new Date(Date.now() - 60_000) });
    await ok("init", { device_data: { gaid } });
    const other = randomBase62(20);
    await ok("init", { install_instance_id: other, device_data: { gaid: randomUUID() } });
    await decideEverything(app);
    const method = async (of: string) =>
      (
        await sql<{ method: string }[]>`
          select method from installs where project_id = ${app.project.id} and install_instance_id = ${of}`
      )[0]!.method;
    expect(await method(install)).toBe("advertising_id");
    const was = await method(other);
    await ok("set-consent", { ad_user_data: false });
    await decideEverything(app);
    expect(await method(install)).not.toBe("advertising_id");
    expect(await method(other)).toBe(was);
  });

  test("withdrawn consent removes the advertising ID from the clicks of this install, and from no others", async () => {
    const { app, ok, gaid } = await anApp();
    const { id: campaignId } = await aCampaign(app);
    const params = {
      gaid: gaid.toUpperCase(),
      ifa_md5: "0cc175b9c0f1b6a831c399e269772661",
      sub1: gaid,
      ad_id: "9",
    };
    const others = randomUUID();
    const ids = [];
    for (const [n, advertisingId] of [gaid, gaid, others].entries()) {
      const id = await aClick(app, {
        campaignId,
        advertisingId,
        at: new Date(Date.now() - 60_000 * (n + 1)),
      });
      await sql`
        update clicks set params = ${JSON.stringify({ ...params, n: String(n) })}::text::jsonb
        where project_id = ${app.project.id} and id = ${id}`;
      ids.push(id);
    }
    await ok("init", { device_data: { gaid } });
    await decideEverything(app);
    await ok("set-consent", { limit_ad_tracking: true });
    const left = await sql<{ id: string; advertising_id: string | null; params: object }[]>`
      select id, advertising_id, params from clicks where project_id = ${app.project.id} order by id desc`;
    expect(left).toEqual([
      { id: ids[0], advertising_id: null, params: { ad_id: "9", n: "0" } },
      { id: ids[1], advertising_id: null, params: { ad_id: "9", n: "1" } },
      { id: ids[2], advertising_id: others, params: { ...params, n: "2" } },
    ]);
  });

  test("a refusal in the first call removes the advertising ID from the click that the install is attributed to", async () => {
    const { app, ok, gaid, install } = await anApp();
    const { id: campaignId } = await aCampaign(app);
    const aClickAgo = (minutes: number) =>
      aClick(app, { campaignId, advertisingId: gaid, at: new Date(Date.now() - 60_000 * minutes) });
    const [foreign, others] = [await aClickAgo(2), await aClickAgo(1)];
    const device_data = { install_ref: `cairn_click=${foreign}`, consent: { ad_user_data: false } };
    await ok("init", { device_data });
    await ok("init", {
      install_instance_id: randomBase62(20),
      device_data: { install_ref: `cairn_click=${others}` },
    });
    await decideEverything(app);
    const decided = await sql`select method from installs where project_id = ${app.project.id}
      and install_instance_id = ${install}`;
    expect([...decided]).toEqual([{ method: "play_referrer" }]);
    const left =
      await sql`select id, advertising_id from clicks where project_id = ${app.project.id} order by id`;
    expect([...left]).toEqual([
      { id: foreign, advertising_id: null },
      { id: others, advertising_id: gaid },
    ]);
  });

  test.each(["attribution-data", "trigger", "handle-deeplink"])(
    "consent sent by %s before the first init applies to the install",
    async (name) => {
      const { ok, gaid, states, stored } = await anApp();
      const device_data = { consent: { ad_user_data: false } };
      const bodies: Record<string, object> = {
        "attribution-data": { device_data },
        trigger: { user_data: { id: "u" }, data: { device_data } },
        "handle-deeplink": { deeplink_url: "https://example.com/", device_data },
      };
      await ok(name, bodies[name]!);
      await ok("init", { device_data: { gaid } });
      expect(await stored()).toBe(false);
      expect(await states()).toMatchObject([{ ad_user_data: false, source: "app" }]);
    },
  );

  test("a consent that changes what is allowed attributes the install again; a repeated one does not", async () => {
    const { app, ok } = await anApp({ inside: "denied" });
    await ok("set-consent", { eea: true });
    await ok("init", {});
    await decideEverything(app);
    // The decision is held back, so that it does not start before the check.
    onUndecidedInstall(() => undefined);
    try {
      for (const [ad_user_data, isDecidedAgain] of [
        [true, true],
        [true, false],
        [false, true],
        [false, false],
      ]) {
        await ok("set-consent", { ad_user_data });
        const waiting = await sql`select 1 from late_evidence where project_id = ${app.project.id}`;
        expect(waiting.length > 0).toBe(isDecidedAgain);
        await decideEverything(app);
      }
    } finally {
      onUndecidedInstall(wakeAttribution);
    }
  });

  test("an app that was offline for long and repeats its refusal in one batch gets a 200", async () => {
    const { app, install, ok } = await anApp();
    await ok("init", {});
    const refusal = { path: "set-consent", body: { install_instance_id: install, ad_user_data: false } };
    const got = await call("POST /api/client/batch", {
      body: { token: app.token, calls: new Array(50).fill(refusal) },
    });
    expect(got.status, got.text).toBe(200);
    const answers: { status: number }[] = got.body.data.answers;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("a device ID that appears on too many installs identifies none of them", async () => {
    const { app, ok, gaid, bySelf } = await anApp();
    for (let n = 0; n <= 20; n++)
      await ok("init", { install_instance_id: randomBase62(20), device_data: { gaid } });
    expect((await bySelf({ device_identifier: gaid, ad_user_data: false })).status).toBe(404);
    expect(await sql`select 1 from consents where project_id = ${app.project.id}`).toHaveLength(0);
  });

  test("a project's policy determines the meaning of missing consent where the law requires consent", async () => {
    const strict = await anApp({ inside: "denied" });
    const { gaid } = strict;
    await strict.ok("init", { device_data: { gaid, consent: { eea: true } } });
    expect(await strict.stored()).toBe(false);
    await strict.ok("set-consent", { ad_user_data: true });
    await strict.ok("init", { device_data: { gaid } });
    expect(await strict.stored()).toBe(true);
    const outside = await anApp({ inside: "denied" });
    await outside.ok("init", { device_data: { gaid: outside.gaid, consent: { eea: false } } });
    expect(await outside.stored()).toBe(true);
  });

  test("consent is shown on the install and as percentages", async () => {
    const { app, ok, session, dashboard, install } = await anApp();
    await ok("init", {
      device_data: { consent: { eea: true, ad_user_data: true, ad_personalization: false } },
    });
    await ok("init", { install_instance_id: randomBase62(20) });
    const [row] = await sql<{ id: string }[]>`
      select id from installs where project_id = ${app.project.id} and install_instance_id = ${install}`;
    const page = await call(`GET ${dashboard}/installs/${row!.id}`, { session });
    expect(page.body.data.consent).toMatchObject({
      allowed: { ad_user_data: true, ad_personalization: false, advertising_id: true },
      states: [{ eea: true, ad_user_data: true, ad_personalization: false, source: "app" }],
    });
    const shares = await call(`GET ${dashboard}/consent`, { session });
    expect(shares.body.data.regions).toMatchObject([
      {
        region: "inside",
        installs: 1,
        ad_user_data: { yes: 1, no: 0 },
        ad_personalization: { yes: 0, no: 1 },
      },
      { region: "outside", installs: 1, ad_user_data: { yes: 0, no: 0 } },
    ]);
  });

  test("consent is part of a person's export, and is deleted when the person is erased or the device is forgotten", async () => {
    const { app, ok, install } = await anApp();
    await ok("init", {});
    await ok("set-consent", { ad_user_data: true });
    const whom = { user: null, install };
    const found = await exportPerson(app.project, whom, commandLine);
    expect(found.consent).toMatchObject([{ ad_user_data: true, source: "app" }]);
    expect(found.consent_history).toMatchObject([{ ad_user_data: true }]);
    const [row] = await sql<{ id: string }[]>`
      select id from installs where project_id = ${app.project.id} and install_instance_id = ${install}`;
    const rows = async (name: string) =>
      (
        await sql<{ n: number }[]>`
          select (select count(*) from consents where project_id = ${app.project.id} and install_instance_id = ${name})
            + (select count(*) from consent_history
              where project_id = ${app.project.id} and install_instance_id = ${name}) as n`
      )[0]!.n;
    expect(await rows(install)).toBe(2);
    await eraseDevice(app.project, row!.id, commandLine, new Date(Date.now() + 1_000));
    expect(await rows(install)).toBe(0);
    await ok("init", {});
    await ok("set-consent", { ad_user_data: true });
    expect(await rows(install)).toBe(2);
    await erasePerson(app.project, whom, commandLine, new Date());
    expect(await rows(install)).toBe(0);
  });

  test.each<[object, string]>([
    [{}, "At least one of eea, ad_user_data,"],
    [{ ad_user_data: null, eea: "" }, "At least one of eea, ad_user_data,"],
    [{ ad_user_data: "perhaps" }, "ad_user_data must be true or false."],
    [{ eea: 1 }, "eea must be true or false."],
    [{ att_status: "ALLOWED" }, "att_status must be one of AUTHORIZED, DENIED, RESTRICTED, NOT_DETERMINED."],
    [{ install_instance_id: "", eea: true }, "install_instance_id is required!"],
    [{ tc_string: "hello" }, "tc_string must be a TC string of version 2."],
    [{ tc_string: 5 }, "tc_string must be a string."],
    [{ tc_string: "C".repeat(4_097) }, "tc_string must not be longer than 4096 characters."],
    [{ gpp_string: "DBABTA" }, "gpp_string must be a valid GPP string."],
    [{ gpp_string: "D".repeat(4_097) }, "gpp_string must not be longer than 4096 characters."],
    [{ us_privacy: "1Y" }, "us_privacy must be a US Privacy string, such as 1YNN."],
    [{ us_opt_out: "perhaps" }, "us_opt_out must be true or false."],
    [{ is_child: 1 }, "is_child must be true or false."],
  ])("400 %j", async (body, msg) => {
    const { send } = await anApp();
    const got = await send("set-consent", body);
    expect(got.status).toBe(400);
    expect(got.body).toMatchObject({ msg: expect.stringContaining(msg), status: 400, data: null });
  });

  test("servers get an error when the user is missing or unknown, or when their key is wrong", async () => {
    const { bySelf } = await anApp();
    expect(await bySelf({ ad_user_data: true })).toMatchObject({
      status: 400,
      body: { msg: "Either device_identifier or user_id is required." },
    });
    expect((await bySelf({ user_id: "u" })).body.msg).toContain("At least one of");
    for (const named of [
      { user_id: "nobody" },
      { device_identifier: randomUUID() },
      { device_identifier: "x" },
    ])
      expect(await bySelf({ ...named, eea: true })).toMatchObject({
        status: 404,
        body: { msg: "This user or device has no install in the project.", data: null },
      });
    const got = await call("POST /api/v1/consent", { key: "wrong", body: { user_id: "u", eea: true } });
    expect(got).toMatchObject({ status: 401, body: { msg: "Unauthorized access." } });
  });
});
