import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as captureEvent from "@/app/api/client/capture-event/route";
import * as capturePayment from "@/app/api/client/capture-payment/route";
import * as handleDeeplink from "@/app/api/client/handle-deeplink/route";
import * as init from "@/app/api/client/init/route";
import * as removePayment from "@/app/api/client/remove-captured-payment/route";
import * as trigger from "@/app/api/client/trigger/route";
import { sql } from "@/db";
import type { Role } from "@/lib/accounts/access/roles";
import { newId, randomBase62 } from "@/lib/base/ids";
import { recordRejection } from "@/lib/facts/rejections/reject";
import { drainBatches } from "@/lib/platform/batch";
import { asServed } from "@/lib/platform/http/testing";
import { aCampaign, aClick, aMember, anAccount, aProject, decideEverything } from "@/testing/factories";
import { liveRoutes } from "./live";

const client = [init, trigger, captureEvent, capturePayment, removePayment, handleDeeplink];
type Entry = { kind: string; id: string; title: string; note: string | null; [name: string]: unknown };

asServed([liveRoutes, ...client.map((one) => ({ GET: one.POST }))], (call) => {
  async function someone(role: Role = "admin") {
    const account = await anAccount();
    const app = await aProject({ account });
    const { session } = await aMember(role, account);
    const path = `/api/dashboard/projects/${app.project.id}`;
    const get = async (rest: string, query: Record<string, string | number> = {}, now = new Date()) => {
      const got = await call(`GET ${path}${rest}`, { session, query, now });
      return { status: got.status, msg: got.body?.msg, data: got.body?.data, text: got.text };
    };
    const watch = async (query: Record<string, string | number> = {}): Promise<Entry[]> =>
      (await get("/live", query)).data.entries;
    const send = (name: string, body: object, query: { tick?: number; now?: Date } = {}) =>
      call(`POST /api/client/${name}`, {
        body: { token: app.token, platform: "ANDROID", ...body },
        ...query,
      });
    return { app, account, get, watch, send };
  }

  /** One fact of every kind. */
  async function aLife(role: Role = "admin") {
    const own = await someone(role);
    const { app, send } = own;
    const campaign = await aCampaign(app, { name: "Spring" });
    const click = await aClick(app, { campaignId: campaign.id, at: new Date(Date.now() - 60_000) });
    const instance = randomBase62(16);
    const device = { install_instance_id: instance };
    const install_ref = `cairn_click=${click}`;
    const first = await send("init", { ...device, device_data: { install_ref, secret: "of the device" } });
    await decideEverything(app);
    await send("trigger", { ...device, user_data: { id: "ada", name: "Ada" } });
    await send("capture-event", { ...device, event_name: "walked", event_data: { km: 3 } });
    await send("capture-payment", { ...device, user_id: "ada", payment_id: "p1", amount: 5 });
    await send("remove-captured-payment", { ...device, payment_id: "p1" });
    await send("handle-deeplink", { ...device, deeplink_url: campaign.link });
    await send("capture-event", { ...device, event_name: "" });
    await drainBatches();
    return { ...own, click, instance, id: first.body.processing_id as string };
  }

  const kindsOf = (entries: Entry[]) => entries.map((entry) => entry.kind).sort();

  describe("live", () => {
    test("200 all stored and rejected calls, the newest first", async () => {
      const { watch, id, instance } = await aLife();
      const entries = await watch();
      expect(kindsOf(entries)).toEqual(
        ["click", "event", "install", "open", "payment", "rejection", "removal", "signup"].sort(),
      );
      const times = entries.map((entry) => entry.at);
      expect(times).toEqual([...times].sort().reverse());
      const by = Object.fromEntries(entries.map((entry) => [entry.kind, entry]));
      expect(by.event).toMatchObject({
        title: "walked",
        campaign: "Spring",
        user_id: "ada",
        install_id: id,
        install_instance_id: instance,
        sent: { event_name: "walked", event_data: { km: 3 } },
      });
      expect(by.payment).toMatchObject({ amount_minor: 500, note: "removed" });
      expect(by.removal).toMatchObject({ amount_minor: -500 });
      expect(by.signup).toMatchObject({ title: "Ada" });
      expect(by.rejection).toMatchObject({ title: "capture-event", note: "event_name is required!" });
      expect(by.install?.sent).toMatchObject({ device_data: { secret: "of the device" } });
    });

    test("200 an uncounted click is listed with its reason", async () => {
      const { app, watch } = await someone();
      const campaign = await aCampaign(app);
      const click = await aClick(app, { campaignId: campaign.id });
      await sql`update clicks set not_counted = 'preview' where project_id = ${app.project.id} and id = ${click}`;
      expect(await watch({ kinds: "click" })).toMatchObject([{ id: click, note: "preview" }]);
    });

    test("200 facts of a test install are marked as tests", async () => {
      const { app, id, watch } = await aLife();
      await sql`update installs set is_test = true where project_id = ${app.project.id} and id = ${id}`;
      const notes = Object.fromEntries((await watch()).map((entry) => [entry.kind, entry.note]));
      expect(notes).toMatchObject({ install: "test", signup: "test", event: "test", payment: "removed" });
    });

    test("200 device data and rejections are visible to admins only", async () => {
      const { get } = await aLife("marketer");
      const { data, text } = await get("/live");
      expect(kindsOf(data.entries)).not.toContain("rejection");
      expect(data.entries.find((entry: Entry) => entry.kind === "install").sent).toBeNull();
      expect(text).not.toContain("of the device");
      expect((await get("/live", { kinds: "rejection" })).data.entries).toEqual([]);
    });

    test("200 a repeated request returns new entries only; a fact that was stored late is not lost", async () => {
      const { app, get, send } = await someone();
      const start = new Date();
      const first = await get("/live", {}, start);
      expect(first.data).toMatchObject({ entries: [], next: start.toISOString(), cut: false });
      // It begins before the first answer and is stored after it.
      const late = new Date(start.getTime() - 5_000);
      await send("trigger", { user_data: { id: "late" } }, { now: late });
      await send("trigger", { user_data: { id: "old" } }, { now: new Date(start.getTime() - 60_000) });
      const { data } = await get("/live", { after: first.data.next });
      expect(data.entries.map((entry: Entry) => entry.id)).toEqual(["late"]);
      expect(app.project.id).toBeGreaterThan(0);
    });

    test("200 filters by kind, install and user", async () => {
      const { send, watch, id, instance, click } = await aLife();
      await send("trigger", { install_instance_id: "other", user_data: { id: "bela" } });
      await send("capture-event", { install_instance_id: "other", event_name: "rested" });
      expect(kindsOf(await watch({ kinds: "event,payment" }))).toEqual(["event", "event", "payment"]);
      const all = ["click", "event", "install", "open", "payment", "removal", "signup"];
      for (const install of [id, instance]) expect(kindsOf(await watch({ install })), install).toEqual(all);
      expect(kindsOf(await watch({ user: "ada" }))).toEqual(all);
      expect(kindsOf(await watch({ user: "bela" }))).toEqual(["event", "signup"]);
      expect(kindsOf(await watch({ user: "bela", install: id }))).toEqual([]);
      // An install with that ID does not exist yet.
      expect(kindsOf(await watch({ install: "other" }))).toEqual(["event", "signup"]);
      expect((await watch({ kinds: "click", install: id })).map((entry) => entry.id)).toEqual([click]);
    });

    test("200 reports that there are more entries than requested", async () => {
      const { watch, get } = await aLife();
      const three = await get("/live", { limit: 3 });
      expect(three.data.cut).toBe(true);
      expect(three.data.entries).toEqual((await watch()).slice(0, 3));
    });

    test.each([
      [{ kinds: "click,luck" }, 400, "kinds must be one or more of click, install"],
      [{ after: "yesterday" }, 400, "after must be a time."],
      [{ limit: "1000" }, 422, "Limit 1000 exceeds maximum allowed value of 200."],
    ])("%j", async (query, status, sentence) => {
      const { get } = await someone();
      const got = await get("/live", query);
      expect(got.status).toBe(status);
      expect(got.msg).toContain(sentence);
    });
  });

  describe("rejections", () => {
    const reasonsOf = async (
      get: (
        rest: string,
        query?: Record<string, string>,
      ) => Promise<{ data: { rejections: { reason: string }[] } }>,
      query = {},
    ) => {
      await drainBatches();
      return (await get("/rejections", query)).data.rejections.map((one) => one.reason);
    };

    test("200 a rejection has the endpoint, the message and the hash of the body, never the body", async () => {
      const { app, get, send } = await someone();
      const body = { token: app.token, amount: -1, event_data: { card: "4111" } };
      await call("POST /api/client/capture-payment", { body });
      await drainBatches();
      const { data, text } = await get("/rejections");
      expect(data.rejections).toEqual([
        expect.objectContaining({
          endpoint: "capture-payment",
          reason: "amount must not be negative.",
          body_hash: createHash("sha256").update(JSON.stringify(body)).digest("hex"),
        }),
      ]);
      expect(text).not.toContain("4111");
      expect((await send("init", {})).status).toBe(400);
      expect(await reasonsOf(get, { endpoint: "init" })).toEqual(["install_instance_id is required!"]);
      expect(await reasonsOf(get, { search: "NEGATIVE" })).toEqual(["amount must not be negative."]);
    });

    test("200 at most one rejection a second per reason, and ten a second in total, are recorded", async () => {
      const { app, get, send } = await someone();
      const tick = 1_000_000;
      for (let i = 0; i < 5; i++) await send("init", {}, { tick: tick + i });
      expect(await reasonsOf(get)).toHaveLength(1);
      await send("init", {}, { tick: tick + 1_000 });
      expect(await reasonsOf(get)).toHaveLength(2);
      for (let i = 0; i < 20; i++)
        recordRejection(app.project.id, {
          endpoint: "init",
          reason: `another ${i}`,
          body: null,
          now: new Date(),
          tick: tick + 5_000 + i,
        });
      expect(await reasonsOf(get)).toHaveLength(12);
    });

    test("200 events from before the user is known are accepted, not stored, and shown here", async () => {
      const { get, send } = await someone();
      const device = { install_instance_id: "one" };
      expect((await send("capture-event", { ...device, event_name: "early" })).status).toBe(200);
      expect((await send("capture-payment", { ...device, amount: 1 })).status).toBe(201);
      expect(await reasonsOf(get)).toEqual([
        "The user is not identified yet; call trigger first. The payment was not stored.",
        "The user is not identified yet; call trigger first. The event was not stored.",
      ]);
    });

    test("200 how often each reason was recorded in the last week, the most frequent first", async () => {
      const { get, send } = await someone();
      const now = Date.now();
      const note = (daysAgo: number, tick: number) =>
        send("init", {}, { now: new Date(now - daysAgo * 86_400_000), tick });
      for (let i = 0; i < 3; i++) await note(i, 5_000_000 + i * 2_000);
      await note(8, 5_100_000);
      await send("capture-event", { event_name: "" }, { tick: 5_200_000 });
      await drainBatches();
      const { data } = await get("/rejections/reasons");
      expect(data).toEqual({
        days: 7,
        reasons: [
          {
            endpoint: "init",
            reason: "install_instance_id is required!",
            count: 3,
            last_at: new Date(now).toISOString(),
          },
          expect.objectContaining({ endpoint: "capture-event", reason: "event_name is required!", count: 1 }),
        ],
      });
    });

    test("200 a call without a known project is not recorded", async () => {
      const { app, get } = await someone();
      for (const token of ["", "x", `${app.token.slice(0, -1)}!`])
        await call("POST /api/client/init", { body: { token } });
      expect(await reasonsOf(get)).toEqual([]);
    });

    test("200 rejections older than 30 days are deleted when a new one is recorded", async () => {
      const { app, get, send } = await someone();
      for (const days of [31, 29]) {
        const at = new Date(Date.now() - days * 86_400_000);
        await sql`
          insert into rejections (project_id, id, at, endpoint, reason)
          values (${app.project.id}, ${newId(at)}, ${at}, 'init', ${`${days} days`})`;
      }
      await send("init", {});
      expect(await reasonsOf(get)).toEqual(["install_instance_id is required!", "29 days"]);
    });

    test("200 page after page", async () => {
      const { app, get } = await someone();
      const now = Date.now();
      for (let i = 0; i < 5; i++) {
        const at = new Date(now - i * 1_000);
        await sql`
          insert into rejections (project_id, id, at, endpoint, reason)
          values (${app.project.id}, ${newId(at)}, ${at}, 'init', ${String(i)})`;
      }
      const first = await get("/rejections", { limit: 3 });
      const second = await get("/rejections", { limit: 3, before: first.data.next });
      const seen = [first, second].flatMap(({ data }) => data.rejections).map((one) => one.reason);
      expect(seen).toEqual(["0", "1", "2", "3", "4"]);
      expect(second.data.next).toBeNull();
    });
  });
});
