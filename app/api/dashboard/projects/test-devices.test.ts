import { describe, expect, test } from "vitest";
import * as captureEvent from "@/app/api/client/capture-event/route";
import * as capturePayment from "@/app/api/client/capture-payment/route";
import * as handleDeeplink from "@/app/api/client/handle-deeplink/route";
import * as init from "@/app/api/client/init/route";
import * as trigger from "@/app/api/client/trigger/route";
import { auditRoutes } from "@/app/api/dashboard/accounts/audit";
import { installsRoutes } from "@/app/api/dashboard/facts/installs";
import { sql } from "@/db";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { asServed } from "@/lib/platform/http/testing";
import {
  aCampaign,
  aClick,
  aMember,
  anAccount,
  aProject,
  decideEverything,
  ledgerOf,
  withoutLimits,
} from "@/testing/factories";
import { testDevicesRoutes } from "./test-devices";

const client = [init, trigger, captureEvent, capturePayment, handleDeeplink].map((one) => ({
  GET: one.POST,
}));
const phone = "0b0f6e4c-1d1c-4d43-b1e1-aaaaaaaaaaaa";
const other = "0b0f6e4c-1d1c-4d43-b1e1-bbbbbbbbbbbb";

asServed([testDevicesRoutes, installsRoutes, auditRoutes, ...client], (call) => {
  const day = (n: number) => new Date(Date.UTC(2026, 5, 10 + n, 12));

  async function someone() {
    const account = await anAccount();
    const app = await aProject({ account });
    await withoutLimits(app);
    const { session } = await aMember("admin", account);
    const path = `/api/dashboard/projects/${app.project.id}`;
    const request = async (line: string, body?: object, now?: Date) => {
      const [method, rest] = line.split(" ");
      const got = await call(`${method} ${path}${rest}`, { session, body, ...(now ? { now } : {}) });
      return { status: got.status, msg: got.body?.msg, data: got.body?.data };
    };
    const send = async (name: string, body: object, now: Date) => {
      const got = await call(`POST /api/client/${name}`, {
        body: { token: app.token, platform: "ANDROID", ...body },
        now,
      });
      expect(got.status, got.text).toBeLessThan(300);
      return got.body;
    };
    const campaign = await aCampaign(app, { name: "Spring" });
    const installed = async (
      instance: string,
      gaid: string | null,
      at: Date,
      click: string | null = null,
    ) => {
      const device_data = { gaid, ...(click ? { install_ref: `cairn_click=${click}` } : {}) };
      const { processing_id } = await send("init", { install_instance_id: instance, device_data }, at);
      await decideEverything(app);
      return processing_id as string;
    };
    const figures = async () => {
      await decideEverything(app);
      expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
      return ledgerOf(app.project.id);
    };
    return { app, request, send, campaign, installed, figures };
  }

  /** One fact of every kind that is counted for an install. */
  async function aLife() {
    const own = await someone();
    const { app, send, campaign, installed } = own;
    const click = await aClick(app, { campaignId: campaign.id, at: day(0), adSetId: "set" });
    const id = await installed("one", phone, day(0), click);
    const on = { install_instance_id: "one" };
    await send("init", on, day(1));
    await send("init", on, day(7));
    await send("trigger", { ...on, user_data: { id: "ada" } }, day(1));
    await send("capture-event", { ...on, event_name: "walked", event_data: { amount: 2 } }, day(2));
    await send("capture-payment", { ...on, payment_id: "p1", amount: 9.99 }, day(2));
    await send("capture-payment", { ...on, amount: 4, type: "SUBSCRIPTION_REFUNDED" }, day(3));
    await send("handle-deeplink", { ...on, deeplink_url: campaign.link }, day(9));
    // Another user, who remains counted.
    await installed("two", other, day(0));
    await send("trigger", { install_instance_id: "two", user_data: { id: "bela" } }, day(1));
    return { ...own, id, on };
  }

  describe("an install marked as a test", () => {
    test("200 is removed from every figure with all its facts, and can be added again", async () => {
      const { request, figures, id, app } = await aLife();
      const before = await figures();
      expect(before).toMatchObject({ installs: { count: 2 }, signups: { count: 2 } });
      expect(await request(`PUT /installs/${id}/test`, { test: true })).toMatchObject({
        status: 200,
        data: { is_test: true, installs: 1 },
      });
      expect(await figures()).toEqual({
        clicks: { count: 1, amount: 0 },
        installs: { count: 1, amount: 0 },
        signups: { count: 1, amount: 0 },
      });
      const page = (await request(`GET /installs/${id}`)).data;
      expect(page.install.is_test).toBe(true);
      expect(page.remarks).toContain("It's a test and excluded from reports.");
      expect((await request(`PUT /installs/${id}/test`, { test: true })).data.installs).toBe(0);
      expect((await request(`PUT /installs/${id}/test`, { test: false })).data.installs).toBe(1);
      expect(await figures()).toEqual(before);
      const [user] = await sql`
        select c.name from users u join campaigns c on c.project_id = ${app.project.id} and c.id = u.campaign_id
        where u.project_id = ${app.project.id} and u.user_id = 'ada'`;
      expect(user).toEqual({ name: "Spring" });
    });

    test("200 later facts are stored, and count only when the install counts again", async () => {
      const { request, send, figures, id, on } = await aLife();
      await request(`PUT /installs/${id}/test`, { test: true });
      const quiet = await figures();
      await send("init", on, day(14));
      await send("capture-event", { ...on, event_name: "rested" }, day(14));
      await send("capture-payment", { ...on, payment_id: "p2", amount: 5 }, day(14));
      await send("trigger", { ...on, user_data: { id: "cleo" } }, day(14));
      await send("handle-deeplink", { ...on, deeplink_url: "https://example.com" }, day(14));
      expect(await figures()).toEqual(quiet);
      await request(`PUT /installs/${id}/test`, { test: false });
      expect(await figures()).toMatchObject({
        "event rested": { count: 1 },
        "payment DEFAULT": { amount: 1499 },
        signups: { count: 2 },
      });
    });

    test("200 each change is in the audit log, once", async () => {
      const { request, id } = await aLife();
      for (const test of [true, true, false]) await request(`PUT /installs/${id}/test`, { test });
      const actions = (await request("GET /audit")).data.entries.map(
        (one: { action: string; target: string }) => [one.action, one.target],
      );
      expect(actions.filter(([action]: string[]) => action?.startsWith("install."))).toEqual([
        ["install.count", id],
        ["install.test", id],
      ]);
    });

    test.each([["nothing"], ["01a19d59-0000-7000-8000-000000000000"]])("404 %s", async (id) => {
      const { request } = await someone();
      const missing = { status: 404, msg: "Install not found!" };
      expect(await request(`PUT /installs/${id}/test`, { test: true })).toMatchObject(missing);
      expect(await request(`POST /installs/${id}/forget`)).toMatchObject(missing);
    });

    test("409 while it is pending", async () => {
      const { app, request, installed } = await someone();
      const id = await installed("one", null, day(0));
      await sql`update installs set state = 'PARKED' where project_id = ${app.project.id} and id = ${id}`;
      expect((await request(`PUT /installs/${id}/test`, { test: true })).status).toBe(409);
    });

    test("400 without a value", async () => {
      const { request, installed } = await someone();
      const id = await installed("one", null, day(0));
      expect(await request(`PUT /installs/${id}/test`, {})).toMatchObject({
        status: 400,
        msg: "Test must be true or false.",
      });
    });
  });

  describe("a test device", () => {
    test("201 its installs leave the figures, and later ones never count, also with another ID of the device", async () => {
      const { request, figures, installed, id } = await aLife();
      const before = await figures();
      const added = await request("POST /test-devices", {
        device_id: phone.toUpperCase(),
        name: "Ada's Pixel",
      });
      expect(added).toMatchObject({ status: 201, data: { installs: 1 } });
      expect(await figures()).toMatchObject({ installs: { count: 1 } });
      const later = await installed("three", phone, day(20));
      expect((await figures()).installs).toEqual({ count: 1, amount: 0 });
      expect((await request(`GET /installs/${later}`)).data.install.is_test).toBe(true);

      const { devices: list, installs } = (await request("GET /test-devices")).data;
      expect(list).toMatchObject([{ device_id: phone, name: "Ada's Pixel", installs: 2 }]);
      expect(installs.map((one: { id: string; listed: boolean }) => [one.id, one.listed])).toEqual([
        [later, true],
        [id, true],
      ]);
      expect((await request(`PUT /installs/${id}/test`, { test: false })).status).toBe(409);

      expect(await request(`DELETE /test-devices/${phone}`)).toMatchObject({
        status: 200,
        data: { installs: 2 },
      });
      expect(await figures()).toMatchObject({ ...before, reinstalls: { count: 1 } });
      expect((await request("GET /test-devices")).data).toEqual({ devices: [], installs: [] });
      expect((await request(`DELETE /test-devices/${phone}`)).status).toBe(404);
    });

    test("200 its installs are attributed to clicks on a campaign's test link, which are not counted", async () => {
      const { app, request, campaign, installed, figures } = await someone();
      await request("POST /test-devices", { device_id: phone, name: "Phone" });
      const click = await aClick(app, { campaignId: campaign.id, at: day(0) });
      await sql`update clicks set is_test = true where project_id = ${app.project.id} and id = ${click}`;
      await sql`delete from ledger where project_id = ${app.project.id}`;
      const tester = await installed("one", phone, day(0), click);
      const person = await installed("two", other, day(0), click);
      const campaignOf = async (id: string) =>
        (await request(`GET /installs/${id}`)).data.install.campaign?.name;
      expect(await campaignOf(tester)).toBe("Spring");
      expect(await campaignOf(person)).toBeUndefined();
      expect(await figures()).toEqual({ installs: { count: 1, amount: 0 } });
    });

    test("200 an install stays a test while another ID of its device is listed", async () => {
      const { request, installed, send, figures } = await someone();
      await installed("one", phone, day(0));
      await send("init", { install_instance_id: "one", device_data: { gaid: phone } }, day(0));
      const id = await send(
        "init",
        { install_instance_id: "two", device_data: { gaid: phone, android_id: "feedfacefeedface" } },
        day(1),
      );
      await figures();
      await request("POST /test-devices", { device_id: "feedfacefeedface", name: "By its Android id" });
      expect((await request("POST /test-devices", { device_id: phone, name: "Phone" })).data.installs).toBe(
        1,
      );
      expect((await request(`DELETE /test-devices/${phone}`)).data.installs).toBe(1);
      expect((await request(`GET /installs/${id.processing_id}`)).data.install.is_test).toBe(true);
      await figures();
    });

    test("200 an install can add its device to the list", async () => {
      const { request, installed } = await someone();
      const id = await installed("one", phone, day(0));
      await installed("two", phone, day(3));
      expect((await request(`PUT /installs/${id}/test`, { test: true, device: true })).data.installs).toBe(2);
      expect((await request("GET /test-devices")).data.devices).toMatchObject([
        { device_id: phone, installs: 2 },
      ]);
      const unknown = await installed("three", null, day(0));
      expect((await request(`PUT /installs/${unknown}/test`, { test: true, device: true })).status).toBe(409);
    });

    test.each([
      [{ device_id: "", name: "x" }, 400, "Device ID"],
      [{ device_id: "00000000-0000-0000-0000-000000000000", name: "x" }, 400, "This ID is all zeros"],
      [{ device_id: "a b", name: "x" }, 400, "The ID contains a space"],
      [{ device_id: "unknown", name: "x" }, 400, "This is not a device ID"],
      [{ device_id: "shiba", name: "x" }, 400, "This is not a device ID"],
      [{ device_id: "feedfacefeedface", name: "" }, 400, "Name"],
    ])("%j", async (body, status, sentence) => {
      const { request } = await someone();
      const got = await request("POST /test-devices", body);
      expect(got.status).toBe(status);
      expect(got.msg).toContain(sentence);
    });

    test("409 for a listed device", async () => {
      const { request } = await someone();
      await request("POST /test-devices", { device_id: "feedfacefeedface", name: "One" });
      expect(
        await request("POST /test-devices", { device_id: "FEEDFACEFEEDFACE", name: "Two" }),
      ).toMatchObject({
        status: 409,
        msg: "This device is already a test device.",
      });
    });
  });

  describe("a forgotten device", () => {
    test("200 counts as new at its next init, with any ID", async () => {
      const { request, figures, installed, send, id, on } = await aLife();
      const again = await installed("three", phone, day(10));
      const before = await figures();
      expect(before).toMatchObject({ installs: { count: 2 }, reinstalls: { count: 1 } });
      expect(await request(`POST /installs/${again}/forget`)).toMatchObject({
        status: 200,
        data: { installs: 2 },
      });
      // Existing figures do not change.
      expect(await figures()).toEqual(before);

      const fresh = await installed("one", phone, new Date());
      expect(fresh).not.toBe(id);
      expect((await request(`GET /installs/${fresh}`)).data.install).toMatchObject({
        kind: "INSTALL",
        install_instance_id: "one",
        user_id: null,
      });
      expect(await figures()).toMatchObject({ installs: { count: 3 }, reinstalls: { count: 1 } });
      await send("trigger", { ...on, user_data: { id: "dora" } }, new Date());
      await send("capture-event", { ...on, event_name: "fresh" }, new Date());
      expect(await figures()).toMatchObject({ signups: { count: 3 }, "event fresh": { count: 1 } });

      // The old installs keep their campaigns, and refer to each other.
      const old = (await request(`GET /installs/${id}`)).data;
      expect(old.install.install_instance_id).toMatch(/^forgotten-/);
      expect(old.timeline.map((one: { kind: string }) => one.kind)).toEqual(
        expect.arrayContaining(["event", "payment", "signed_in"]),
      );
      expect(old.device.other_installs.map((one: { id: string }) => one.id)).toEqual([again]);
      expect(JSON.stringify(old.device.ids)).not.toContain(phone);
    });

    test("200 a test device that was forgotten remains a test device", async () => {
      const { request, installed, figures } = await someone();
      const id = await installed("one", phone, day(0));
      await request("POST /test-devices", { device_id: phone, name: "Phone" });
      await request(`POST /installs/${id}/forget`);
      const fresh = await installed("one", phone, new Date());
      expect((await request(`GET /installs/${fresh}`)).data.install).toMatchObject({
        kind: "INSTALL",
        is_test: true,
      });
      expect(await figures()).toEqual({});
    });

    test("200 is in the audit log once", async () => {
      const { request, installed } = await someone();
      const id = await installed("one", phone, day(0));
      await request(`POST /installs/${id}/forget`);
      const entries = (await request("GET /audit")).data.entries;
      expect(entries.filter((one: { action: string }) => one.action === "device.forget")).toMatchObject([
        { target: id },
      ]);
    });
  });
});
