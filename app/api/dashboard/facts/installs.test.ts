import { describe, expect, test } from "vitest";
import { sql } from "@/db";
import type { Role } from "@/lib/accounts/access/roles";
import { commandLine } from "@/lib/accounts/audit/actor";
import { changeRules } from "@/lib/attribution/rule-sets/rule-sets";
import { newId, randomBase62 } from "@/lib/base/ids";
import { captureEvent } from "@/lib/facts/events/capture";
import { registerInstall, storeInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { removePayment } from "@/lib/facts/payments/remove";
import { identify } from "@/lib/facts/users/identify";
import { asServed, unquoted } from "@/lib/platform/http/testing";
import {
  aCampaign,
  aClick,
  aMember,
  anAccount,
  anInstall,
  aProject,
  decideEverything,
} from "@/testing/factories";
import { installsRoutes } from "./installs";

const minute = 60_000;

asServed([installsRoutes], (call) => {
  async function someone(role: Role = "viewer", timeZone = "UTC") {
    const account = await anAccount();
    const app = await aProject({ account, timeZone });
    const { session } = await aMember(role, account);
    const path = `/api/dashboard/projects/${app.project.id}/installs`;
    const get = async (rest = "", query: Record<string, string | number> = {}) => {
      const got = await call(`GET ${path}${rest}`, { session, query });
      return { status: got.status, msg: got.body?.msg, data: got.body?.data, text: got.text };
    };
    const ids = async (query: Record<string, string | number> = {}) => {
      const found = (await get("", query)).data.installs.map((one: { id: string }) => one.id);
      expect((await get("/totals", query)).data).toEqual({ count: found.length, more: false });
      return found;
    };
    return { app, account, session, path, get, ids };
  }

  test("an install that could not be decided is retried on request, once; others are not", async () => {
    const { app, path, session } = await someone("admin");
    const { id } = await anInstall(app, null);
    const again = () => call(`POST ${path}/${id}/retry`, { session });
    expect(await again()).toMatchObject({
      status: 409,
      body: { msg: "This install is not set aside, so there is nothing to retry." },
    });
    await sql`
      update installs set state = 'PARKED'
      where project_id = ${app.project.id} and id = ${id}`;
    const both = await Promise.all([again(), again()]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    await decideEverything(app);
    const [row] = await sql`select state from installs where project_id = ${app.project.id} and id = ${id}`;
    expect(row).toEqual({ state: "DECIDED" });
    const [logged] = await sql`
      select count(*)::int as n from audit_log
      where project_id = ${app.project.id} and action = 'install.retry' and target = ${id}`;
    expect(logged).toEqual({ n: 1 });
    expect((await call(`POST ${path}/nothing/retry`, { session })).status).toBe(404);
  });

  describe("installs", () => {
    test("200 newest first, page after page, each install once while others arrive", async () => {
      const { app, get } = await someone();
      const now = Date.now();
      const made: string[] = [];
      // Three have the same time, so time alone does not distinguish them.
      for (const ago of [5, 4, 3, 3, 3, 2, 1])
        made.unshift((await anInstall(app, null, { at: new Date(now - ago * minute) })).id);
      const first = await get("", { limit: 3 });
      await anInstall(app, null, { at: new Date(now) });
      const second = await get("", { limit: 3, before: first.data.next });
      const third = await get("", { limit: 3, before: second.data.next });
      const seen = [first, second, third].flatMap(({ data }) => data.installs).map((one) => one.id);
      expect(seen).toHaveLength(7);
      expect(new Set(seen)).toEqual(new Set(made));
      const times = [first, second, third]
        .flatMap(({ data }) => data.installs)
        .map((one) => one.installed_at);
      expect(times).toEqual([...times].sort().reverse());
      expect(third.data.next).toBeNull();
    });

    test("200 each filter returns the matching installs, and totals have the same number", async () => {
      const { app, ids } = await someone();
      const campaign = await aCampaign(app);
      const organic = await anInstall(app, null, { at: new Date(Date.now() - 60_000) });
      const tied = await anInstall(app, campaign.id, { network: "META" });
      const waiting = await anInstall(app, null, { state: "PENDING" });
      const set = (id: string, changes: Record<string, string>) =>
        sql`update installs set ${sql(changes)} where project_id = ${app.project.id} and id = ${id}`;
      await set(tied.id, { platform: "IOS", method: "link", kind: "REINSTALL", country: "DE" });
      await set(organic.id, { method: "organic" });
      await sql`
        insert into decisions (project_id, install_id, version, decided_at, rules, attribution_type, method, reason,
          confidence,
          kind, candidates, evidence)
        values (${app.project.id}, ${organic.id}, 1, now(), 'r', 'ORGANIC', 'organic', 'ambiguous', 40, 'INSTALL',
          '[]', '{}')`;
      expect(await ids({ campaign: campaign.id })).toEqual([tied.id]);
      expect(await ids({ campaign: "organic" })).toEqual([organic.id]);
      expect(await ids({ network: "meta" })).toEqual([tied.id]);
      expect(await ids({ kind: "REINSTALL" })).toEqual([tied.id]);
      expect(await ids({ platform: "IOS" })).toEqual([tied.id]);
      expect(await ids({ method: "link" })).toEqual([tied.id]);
      expect(await ids({ country: "DE" })).toEqual([tied.id]);
      expect(await ids({ reason: "ambiguous" })).toEqual([organic.id]);
      expect(await ids({ reason: "no_click_seen" })).toEqual([]);
      expect(await ids({ state: "PENDING" })).toEqual([waiting.id]);
      expect(await ids({ campaign: campaign.id, platform: "ANDROID" })).toEqual([]);
      await sql`update installs set flags = '{too_fast}' where project_id = ${app.project.id} and id = ${tied.id}`;
      expect(await ids({ suspicious: "yes" })).toEqual([tied.id]);
      expect(await ids({ suspicious: "no" })).toEqual([waiting.id, organic.id]);
      expect(await ids({ fraud_rule: "too_fast" })).toEqual([tied.id]);
      expect(await ids({ fraud_rule: "install_farm" })).toEqual([]);
      await set(tied.id, { ad_set_id: "set 1", creative_id: "video", keyword_id: "tents & co" });
      expect(await ids({ ad_set: "set 1" })).toEqual([tied.id]);
      expect(await ids({ creative: "video", keyword: "tents & co" })).toEqual([tied.id]);
      expect(await ids({ ad_set: "set 1", creative: "other" })).toEqual([]);
    });

    test("200 an install with withheld postbacks is marked in the list, on its page and in the file, and keeps its campaign", async () => {
      const { app, get } = await someone();
      await changeRules(app.project, { fraud: { too_fast: { level: "hold" } } }, commandLine, new Date());
      const campaign = await aCampaign(app);
      const arrives = async (instance: string, secondsAfterClick: number) => {
        const at = new Date();
        const click = await aClick(app, {
          campaignId: campaign.id,
          at: new Date(at.getTime() - secondsAfterClick * 1_000),
        });
        await storeInstall(
          app.project,
          {
            token: "",
            install_instance_id: instance,
            platform: "ANDROID",
            device_data: { install_ref: `cairn_click=${click}` },
          },
          { userAgent: null, address: "", country: null, now: at },
        );
      };
      await arrives("slow", 60);
      await arrives("fast", 3);
      await decideEverything(app);
      const { data } = await get();
      const withheld = data.installs.filter((one: { postbacks_withheld: boolean }) => one.postbacks_withheld);
      expect(withheld).toMatchObject([
        { install_instance_id: "fast", flags: ["too_fast"], campaign: { id: campaign.id } },
      ]);
      const page = await get(`/${withheld[0].id}`);
      expect(page.data).toMatchObject({
        install: { postbacks_withheld: true },
        charges: [{ rule: "too_fast", level: "hold" }],
        versions: [{ suspicion: "Suspicious: Too fast (tag and withhold postbacks)." }],
      });
      const lines = unquoted((await get("/export.csv")).text)
        .trim()
        .split(/\r?\n/);
      expect(lines.map((line) => line.split(",").at(-1))).toEqual([
        "Withheld from networks",
        "true",
        "false",
      ]);
    });

    test("200 an install that could not be decided is found by that state, and its page shows the result", async () => {
      const { app, get, ids } = await someone();
      const { id } = await anInstall(app, null, { state: "PENDING" });
      await anInstall(app, null);
      await sql`update installs set state = 'PARKED' where project_id = ${app.project.id} and id = ${id}`;
      expect(await ids({ state: "PARKED" })).toEqual([id]);
      expect((await get(`/${id}`)).data).toMatchObject({
        install: { state: "PARKED" },
        sentence: "This install couldn't be attributed after five tries.",
      });
    });

    test("200 a day is one of the project's time zone", async () => {
      const { app, ids } = await someone("viewer", "Asia/Kolkata");
      // 18:30 UTC is midnight in Kolkata.
      const before = await anInstall(app, null, { at: new Date("2026-03-09T18:29:59.999Z") });
      const inside = await anInstall(app, null, { at: new Date("2026-03-09T18:30:00Z") });
      const last = await anInstall(app, null, { at: new Date("2026-03-10T18:29:59.999Z") });
      expect(await ids({ from: "2026-03-10", to: "2026-03-10" })).toEqual([last.id, inside.id]);
      expect(await ids({ to: "2026-03-09" })).toEqual([before.id]);
    });

    test("200 installs are found by any complete ID", async () => {
      const { app, ids } = await someone();
      const device = newId(new Date());
      const { id, instance } = await anInstall(app, null, { deviceIds: [device] });
      await anInstall(app, null);
      const context = { userAgent: null, now: new Date() };
      const body = { token: "", install_instance_id: instance, user_data: { id: "ada" } };
      await identify(app.project, body as never, context);
      for (const search of [id, id.toUpperCase(), instance, device, device.toUpperCase(), "ada", " ada "])
        expect(await ids({ search }), search).toEqual([id]);
      expect(await ids({ search: "ad" })).toEqual([]);
      expect(await ids({ search: "\u0000" })).toEqual([]);
    });

    test.each([
      [{ campaign: "spring" }, 400, "campaign must be the ID of a campaign."],
      [{ network: "nobody" }, 400, "Unknown ad network."],
      [{ kind: "install" }, 400, "Kind must be one of INSTALL, REINSTALL."],
      [{ reason: "luck" }, 400, "Reason must be one of ambiguous"],
      [{ from: "2026-02-30" }, 400, "from must be a date such as 2026-03-31."],
      [{ to: "yesterday" }, 400, "to must be a date such as 2026-03-31."],
      [{ before: "1" }, 400, "The cursor is not valid. Send `next` from the previous response."],
      [{ limit: "500" }, 422, "Limit 500 exceeds maximum allowed value of 200."],
    ])("%j", async (query, status, sentence) => {
      const { get } = await someone();
      const got = await get("", query);
      expect(got.status).toBe(status);
      expect(got.msg).toContain(sentence);
    });

    test("200 CSV contains all matches, not one page", async () => {
      const { app, get } = await someone();
      const campaign = await aCampaign(app, { name: '=Spring, "new"' });
      for (let i = 0; i < 3; i++) await anInstall(app, campaign.id);
      await anInstall(app, null);
      const { text } = await get("/export.csv", { campaign: campaign.id });
      const lines = unquoted(text).trimEnd().split("\r\n");
      expect(lines).toHaveLength(4);
      expect(lines[0]).toBe(
        "Install ID,Instance ID,Installed at,Kind,Platform,State,Test,Method,Reason,Confidence,Campaign,Campaign display ID,Network,Publisher,Clicked at,App version,OS version,Device,Country,Uninstalled at,User ID,Fraud rules,Withheld from networks",
      );
      expect(lines[1]).toContain(`"'=Spring, ""new"""`);
    });
  });

  describe("one install", () => {
    /** A click, an install, a user, an event, a payment and its removal, made by the functions behind app calls. */
    async function aLife(role: Role) {
      const own = await someone(role);
      const { app } = own;
      const campaign = await aCampaign(app, { name: "Spring" });
      const later = await aCampaign(app, { name: "Summer" });
      const now = Date.now();
      const old = await aClick(app, { campaignId: campaign.id, at: new Date(now - 60 * minute) });
      const gaid = newId(new Date());
      await aClick(app, { campaignId: later.id, at: new Date(now - 50 * minute), advertisingId: gaid });
      const instance = randomBase62(16);
      const at = new Date(now - 10 * minute);
      const { processingId: id } = await registerInstall(
        app.project,
        {
          token: "",
          install_instance_id: instance,
          platform: "ANDROID",
          app_version: "1.2",
          device_data: { gaid, install_ref: `cairn_click=${old}`, device_name: "Pixel 8" },
        } as never,
        { userAgent: "okhttp/4", address: "203.0.113.7", now: at },
      );
      await decideEverything(app);
      const context = (ago: number) => ({ userAgent: null, now: new Date(now - ago * minute) });
      const device = { token: "", install_instance_id: instance };
      await identify(app.project, { ...device, user_data: { id: "ada" } } as never, context(8));
      await captureEvent(app.project, { ...device, event_name: "walked" } as never, context(6));
      const payment = {
        ...device,
        amount: 12.5,
        type: "ONE_TIME",
        status: "PAYMENT_COMPLETED",
        payment_id: "p1",
      };
      await capturePayment(app.project, payment as never, context(4));
      await removePayment(app.project, { payment_id: "p1" }, new Date(now - 2 * minute));
      return { ...own, id, instance, gaid, old };
    }

    test("200 the timeline from the first click to the refund, and the reason for the decision", async () => {
      const { get, id, old } = await aLife("viewer");
      const { data } = await get(`/${id}`);
      expect(data.install).toMatchObject({ id, reason: "advertising_id", user_id: "ada", state: "DECIDED" });
      expect(data.sentence).toBe(
        "This install came from “Summer”: it was matched by the device's advertising ID, clicked 40 minutes before the install.",
      );
      expect(data.remarks).toEqual([]);
      expect(data.install.confidence).toBe(97);
      expect(data.candidates).toHaveLength(2);
      expect(data.candidates.find((one: { click_id: string }) => one.click_id === old)).toMatchObject({
        campaign: "“Spring”",
        score: 100,
        won: false,
        lost: "lost_to_later_click",
        text: "Found by the click ID in the Play install referrer, clicked 50 minutes before the install. It lost to a later one (“Summer”).",
      });
      // Evidence in numbers, so that candidates can be ranked at a glance.
      expect(data.candidates.map((one: { strength: number }) => one.strength)).toEqual([100, 97]);
      // The timeline has the result only; the sentence is above it.
      const titles = data.timeline.filter((one: { kind: string }) => one.kind === "decision");
      expect(titles.map((one: { title: string }) => one.title)).toContain("Summer");
      const kinds = data.timeline.map((one: { kind: string }) => one.kind);
      expect(kinds.filter((kind: string) => kind !== "decision")).toEqual([
        "click",
        "click",
        "install",
        "signed_in",
        "event",
        "payment",
        "removal",
      ]);
      expect(kinds).toContain("decision");
      expect(data.timeline.find((one: { kind: string }) => one.kind === "removal").amount_minor).toBe(-1250);
      expect(data.versions.map((one: { version: number }) => one.version)).toEqual([1]);
      expect(data.evidence).toMatchObject({ seen_before: null });
      expect(data.cut).toBe(false);
    });

    test("200 only admins see the device's own data", async () => {
      const { app, account, get, id, gaid } = await aLife("marketer");
      const hidden = await get(`/${id}`);
      expect(hidden.data.device).toBeNull();
      expect(hidden.text).not.toContain(gaid);
      const { session } = await aMember("admin", account);
      const got = await call(`GET /api/dashboard/projects/${app.project.id}/installs/${id}`, { session });
      expect(got.body.data.device.ids).toEqual([expect.objectContaining({ kind: "gaid", id: gaid })]);
      expect(got.body.data.device.data).toMatchObject({ device_name: "Pixel 8" });
    });

    test("200 a pending install is shown as pending", async () => {
      const { app, get } = await someone();
      const { id } = await anInstall(app, null, { state: "PENDING" });
      expect((await get(`/${id}`)).data).toMatchObject({
        sentence: "Attribution is pending; it usually takes a second.",
        candidates: [],
      });
    });

    test.each(["nothing", newId(new Date())])("404 %s", async (id) => {
      const { get } = await someone();
      expect(await get(`/${id}`)).toMatchObject({ status: 404, msg: "Install not found!" });
    });
  });

  describe("explain", () => {
    test("200 by device, user, instance, install and click", async () => {
      const { app, get } = await someone();
      const campaign = await aCampaign(app);
      const click = await aClick(app, { campaignId: campaign.id });
      const device = newId(new Date());
      const { id, instance } = await anInstall(app, null, { deviceIds: [device] });
      await sql`insert into click_uses (project_id, click_id, install_id, used_at)
        values (${app.project.id}, ${click}, ${id}, now())`;
      const body = { token: "", install_instance_id: instance, user_data: { id: "ada" } };
      await identify(app.project, body as never, { userAgent: null, now: new Date() });
      for (const [q, by] of [
        [device, "device id"],
        ["ada", "user id"],
        [instance, "instance id"],
        [id, "install id"],
        [click, "its click"],
      ]) {
        const { data } = await get("/explain", { q: q! });
        expect(data.text).toBeNull();
        expect(data.installs).toEqual([expect.objectContaining({ id, found_by: by })]);
      }
    });

    test("200 a sentence when there is no install", async () => {
      const { app, get } = await someone();
      const explanation = async (q: string) => (await get("/explain", { q })).data;
      expect((await explanation("nobody")).text).toContain("No match.");
      const context = { userAgent: null, now: new Date() };
      await identify(app.project, { token: "", user_data: { id: "bela" } } as never, context);
      expect((await explanation("bela")).text).toContain("This user exists, but not on any known install");
      const lost = { token: "", install_instance_id: "lost", user_data: { id: "bela" } };
      await identify(app.project, lost as never, context);
      expect((await explanation("lost")).text).toContain("never sent init");
      const campaign = await aCampaign(app);
      const click = await aClick(app, { campaignId: campaign.id });
      expect((await explanation(click)).text).toBe("This is a click that hasn't led to an install.");
    });

    test.each([
      ["", "Paste an ID."],
      ["x".repeat(257), "This ID is too long."],
    ])("400 %s", async (q, sentence) => {
      const { get } = await someone();
      expect(await get("/explain", { q })).toMatchObject({ status: 400, msg: sentence });
    });
  });
});
