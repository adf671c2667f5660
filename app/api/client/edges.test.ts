import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { sql } from "@/db";
import { randomBase62 } from "@/lib/base/ids";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { throughBothAdapters } from "@/lib/platform/http/testing";
import {
  type AProject,
  aCampaign,
  aProject,
  decideEverything,
  ledgerOf,
  withoutLimits,
} from "@/testing/factories";

const modules = endpoints
  .filter(({ path }) => path.startsWith("/api/client/"))
  .map((endpoint) => ({ GET: { endpoint } }));
const id = () => randomBase62(20);
const day = 86_400_000;
const range = (n: number) => Array.from({ length: n }, (_, i) => i);

throughBothAdapters(modules, (call) => {
  async function anApp() {
    const app = await aProject();
    await withoutLimits(app);
    const post = (name: string, body: object, query: { now?: Date; headers?: Record<string, string> } = {}) =>
      call(`POST /api/client/${name}`, {
        body: { token: app.token, platform: "ANDROID", ...body },
        ...query,
      });
    const ok = async (
      name: string,
      body: object,
      query: { now?: Date; headers?: Record<string, string> } = {},
    ) => {
      const got = await post(name, body, query);
      expect(got.status, `${name}: ${got.text}`).toBeLessThan(300);
      return got;
    };
    return { app, post, ok };
  }
  const installs = (app: AProject) => sql`
    select install_instance_id as instance, kind, campaign_id, link, installed_at, state from installs
    where project_id = ${app.project.id} order by installed_at, id`;

  describe("init", () => {
    test("a second init after a day, or from another platform, is an open of the same install", async () => {
      const { app, ok } = await anApp();
      const first = new Date(Date.now() - 2 * day);
      await ok("init", { install_instance_id: "a" }, { now: first });
      await ok(
        "init",
        { install_instance_id: "a", platform: "IOS" },
        { now: new Date(first.getTime() + day) },
      );
      await decideEverything(app);
      expect((await installs(app)).length).toBe(1);
      expect(await ledgerOf(app.project.id)).toMatchObject({
        installs: { count: 1 },
        "opened_on 1": { count: 1 },
      });
    });

    test("a new instance on a known device is a reinstall, not an install", async () => {
      const { app, ok } = await anApp();
      const device_data = { gaid: crypto.randomUUID() };
      await ok("init", { install_instance_id: "old", device_data });
      await decideEverything(app);
      await ok("init", { install_instance_id: "new", device_data: { gaid: device_data.gaid.toUpperCase() } });
      await decideEverything(app);
      expect((await installs(app)).map(({ kind }) => kind)).toEqual(["INSTALL", "REINSTALL"]);
      const ledger = await ledgerOf(app.project.id);
      expect([ledger.installs?.count, ledger.reinstalls?.count]).toEqual([1, 1]);
    });

    test("the all-zero advertising ID identifies no device", async () => {
      const { app, ok } = await anApp();
      for (const instance of ["a", "b"])
        await ok("init", {
          install_instance_id: instance,
          device_data: { gaid: "00000000-0000-0000-0000-000000000000" },
        });
      await decideEverything(app);
      expect((await installs(app)).map(({ kind }) => kind)).toEqual(["INSTALL", "INSTALL"]);
    });

    test("a link counts for its campaign if the campaign belongs to this project, and is otherwise ignored", async () => {
      const { app, ok } = await anApp();
      const [own, other] = [await aCampaign(app), await aProject()];
      const foreign = await aCampaign(other);
      const links = [
        `https://${app.domain}/?c=${own.displayId}`,
        `https://${app.domain}/?c=unknown`,
        `https://${other.domain}/?c=${foreign.displayId}`,
        `https://${app.domain}/?c=${foreign.displayId}`,
        "not a link %E0%A4%A",
        "",
      ];
      for (const link of links) await ok("init", { install_instance_id: id(), link });
      await decideEverything(app);
      expect((await installs(app)).map(({ campaign_id }) => campaign_id)).toEqual([
        own.id,
        ...Array(5).fill(null),
      ]);
    });

    test("the device's clock is ignored: the time of arrival counts", async () => {
      const { app, ok } = await anApp();
      const now = new Date();
      for (const years of [-10, 10]) {
        const at = Math.round(now.getTime() / 1_000) + years * 365 * 86_400;
        const device_data = { install_ref_installBeginTimestampSeconds: at, first_open_timestamp: at };
        await ok("init", { install_instance_id: id(), device_data }, { now });
      }
      expect((await installs(app)).map(({ installed_at }) => installed_at)).toEqual([now, now]);
    });
  });

  describe("in any order", () => {
    test("trigger, event and payment before init are accepted and counted, and the install joins them", async () => {
      const { app, ok } = await anApp();
      await ok("trigger", { install_instance_id: "a", user_data: { id: "u" } });
      await ok("capture-event", { install_instance_id: "a", event_name: "e" });
      await ok("capture-payment", { install_instance_id: "a", amount: 3 });
      const campaign = await aCampaign(app);
      await ok("init", { install_instance_id: "a", link: `https://${app.domain}/?c=${campaign.displayId}` });
      await decideEverything(app);
      expect(await ledgerOf(app.project.id, campaign.id)).toMatchObject({
        installs: { count: 1 },
        signups: { count: 1 },
        "event e": { count: 1 },
        "payment DEFAULT": { count: 1, amount: 300 },
      });
    });

    test("an event before trigger is not stored, and does not appear later", async () => {
      const { app, ok } = await anApp();
      await ok("capture-event", { install_instance_id: "a", event_name: "early" });
      await ok("capture-payment", { install_instance_id: "a", amount: 1, payment_id: "p" });
      await ok("trigger", { install_instance_id: "a", user_data: { id: "u" } });
      expect(Object.keys(await ledgerOf(app.project.id))).toEqual(["signups"]);
      // A rejected payment must not use up its ID.
      await ok("capture-payment", { install_instance_id: "a", amount: 2, payment_id: "p" });
      expect((await ledgerOf(app.project.id))["payment DEFAULT"]).toEqual({ count: 1, amount: 200 });
    });

    test("the calls of a first day, shuffled and each sent up to five times, have the same result", async () => {
      const campaignLink = async (app: AProject) => {
        const campaign = await aCampaign(app);
        return { campaign, link: `https://${app.domain}/?c=${campaign.displayId}` };
      };
      const calls = (link: string): [string, object][] => [
        ["init", { install_instance_id: "a", link }],
        ["init", { install_instance_id: "b" }],
        ["trigger", { install_instance_id: "a", user_data: { id: "u" } }],
        ["trigger", { install_instance_id: "b", user_data: { id: "v" } }],
        ["set-user-data", { user_data: { id: "u", name: "Ada" } }],
        [
          "capture-event",
          {
            user_id: "u",
            install_instance_id: "a",
            event_name: "e",
            event_id: "1",
            event_data: { amount: 2 },
          },
        ],
        ["capture-event", { user_id: "u", install_instance_id: "a", event_name: "e", event_id: "2" }],
        ["capture-payment", { user_id: "u", install_instance_id: "a", payment_id: "p", amount: 7 }],
        ["capture-payment", { user_id: "v", install_instance_id: "b", payment_id: "q", amount: 5 }],
        ["handle-deeplink", { install_instance_id: "a", deeplink_url: link, timestamp: 1_760_000_000_000 }],
        ["update-push-token", { install_instance_id: "a", push_token: "t" }],
        ["attribution-data", { install_instance_id: "a" }],
      ];
      await fc.assert(
        fc.asyncProperty(
          fc.infiniteStream(fc.nat()),
          fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 12, maxLength: 12 }),
          async (draw, often) => {
            const { app, ok } = await anApp();
            const { campaign, link } = await campaignLink(app);
            const repeated = calls(link).flatMap((one, i) => Array<typeof one>(often[i]!).fill(one));
            for (let i = repeated.length - 1; i > 0; i--) {
              const j = draw.next().value % (i + 1);
              [repeated[i], repeated[j]] = [repeated[j]!, repeated[i]!];
            }
            // Users come first, because the contract excludes facts of unknown users.
            const users = calls(link).filter(([name]) => name === "trigger");
            for (const [name, body] of [...users, ...repeated]) await ok(name, body);
            await decideEverything(app);
            expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
            const { deeplink_opens, ...rest } = await ledgerOf(app.project.id);
            expect(deeplink_opens).toEqual({ count: 1, amount: 0 });
            expect(rest).toMatchObject({
              installs: { count: 2, amount: 0 },
              signups: { count: 2, amount: 0 },
              "event e": { count: 2, amount: 200 },
              "payment DEFAULT": { count: 2, amount: 1200 },
            });
            expect((await ledgerOf(app.project.id, campaign.id)).installs).toEqual({ count: 1, amount: 0 });
          },
        ),
        { numRuns: 5 },
      );
    });
  });

  describe("a repeated Idempotency-Key marks a repeat if the body has no ID", () => {
    test("for events, payments and opened links; another key is another call", async () => {
      const { app, ok } = await anApp();
      await ok("trigger", { install_instance_id: "a", user_data: { id: "u" } });
      const link = `https://${app.domain}/x`;
      const request = async (key: string) => {
        const headers = { "idempotency-key": key };
        await ok("capture-event", { install_instance_id: "a", event_name: "e" }, { headers });
        await ok("capture-payment", { install_instance_id: "a", amount: 1 }, { headers });
        await ok("handle-deeplink", { install_instance_id: "a", deeplink_url: link }, { headers });
      };
      await Promise.all([request("1"), request("1"), request("1")]);
      await request("2");
      await decideEverything(app);
      const ledger = await ledgerOf(app.project.id);
      const counts = [ledger["event e"], ledger["payment DEFAULT"], ledger.deeplink_opens];
      expect(counts.map((each) => each?.count)).toEqual([2, 2, 2]);
    });

    test("an ID in the body takes precedence; 400 for a key that is too long", async () => {
      const { app, ok, post } = await anApp();
      await ok("trigger", { install_instance_id: "a", user_data: { id: "u" } });
      for (const payment_id of ["p", "q"])
        await ok(
          "capture-payment",
          { install_instance_id: "a", amount: 1, payment_id },
          { headers: { "idempotency-key": "same" } },
        );
      expect((await ledgerOf(app.project.id))["payment DEFAULT"]?.count).toBe(2);
      const long = await post(
        "capture-payment",
        { amount: 1 },
        { headers: { "idempotency-key": "x".repeat(201) } },
      );
      expect(long).toMatchObject({
        status: 400,
        body: { msg: "Idempotency-Key must not be longer than 200 characters." },
      });
    });
  });

  describe("payments", () => {
    test("another project can use the same payment ID; user, amount and status of the first record do not change", async () => {
      const [one, two] = [await anApp(), await anApp()];
      for (const { ok } of [one, two]) {
        for (const user of ["u", "v"]) await ok("trigger", { user_data: { id: user } });
        await ok("capture-payment", {
          user_id: "u",
          payment_id: "p",
          amount: 1,
          status: "PAYMENT_INITIATED",
        });
        await ok("capture-payment", {
          user_id: "v",
          payment_id: "p",
          amount: 9,
          status: "PAYMENT_COMPLETED",
        });
      }
      for (const { app } of [one, two]) {
        const rows =
          await sql`select user_id, amount_minor, status from payments where project_id = ${app.project.id}`;
        expect([...rows]).toEqual([{ user_id: "u", amount_minor: 100, status: "PAYMENT_INITIATED" }]);
        expect((await ledgerOf(app.project.id))["payment DEFAULT"]).toBeUndefined();
      }
    });

    test("refunds count as negative, types without money not at all, and a removal subtracts exactly that", async () => {
      const { app, ok } = await anApp();
      await ok("trigger", { user_data: { id: "u" } });
      const pay = (type: string, amount: number) =>
        ok("capture-payment", { user_id: "u", payment_id: type, type, amount });
      await pay("FIRST_PAYMENT", 100);
      await pay("SUBSCRIPTION_REFUNDED", 30);
      await pay("SUBSCRIPTION_CANCELLED", 500);
      await ok("remove-captured-payment", { payment_id: "SUBSCRIPTION_REFUNDED" });
      const ledger = await ledgerOf(app.project.id);
      expect(ledger["payment FIRST_PAYMENT"]).toEqual({ count: 1, amount: 10_000 });
      expect(ledger["payment SUBSCRIPTION_REFUNDED"]).toBeUndefined();
      expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
    });

    test("concurrent captures and removals end as they would one after another", async () => {
      const { app, ok, post } = await anApp();
      await ok("trigger", { user_data: { id: "u" } });
      await Promise.all(
        range(30).flatMap((i) => [
          ok("capture-payment", { user_id: "u", payment_id: `p${i}`, amount: 1 }),
          post("remove-captured-payment", { payment_id: `p${i}` }),
        ]),
      );
      const [row] =
        await sql`select count(*) filter (where removed_at is null)::int as left, count(*)::int as all
          from payments where project_id = ${app.project.id}`;
      expect(row!.all).toBe(30);
      expect((await ledgerOf(app.project.id))["payment DEFAULT"]?.count ?? 0).toBe(row!.left);
      expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
    });

    test("all of a user's ten thousand payments are removed in one effect", async () => {
      const { app, ok } = await anApp();
      await ok("trigger", { user_data: { id: "u" } });
      await sql`
        with stored as (
          insert into payments (project_id, id, payment_id, type, status, amount_minor, paid_at, user_id, platform)
          select ${app.project.id}, gen_random_uuid(), 'p' || n, 'DEFAULT', 'PAYMENT_COMPLETED', n, now(), 'u',
            'ANDROID'
          from generate_series(1, 10000) n returning project_id, paid_at, amount_minor
        )
        insert into ledger (project_id, day, campaign_id, measure, name, platform, count, amount)
        select ${app.project.id}::bigint, (paid_at at time zone 'UTC')::date, 0, 'payment', 'DEFAULT', 'ANDROID', count(*),
          sum(amount_minor)
        from stored group by 1, 2`;
      await ok("remove-captured-payment", { user_id: "u" });
      expect((await ledgerOf(app.project.id))["payment DEFAULT"]).toBeUndefined();
    });
  });

  describe("extra fields of apps", () => {
    test("fields that apps may not set are ignored", async () => {
      const { app, ok } = await anApp();
      const other = await aProject();
      const extra = {
        project_id: other.project.id,
        id: "x",
        campaign_id: 1,
        is_test: true,
        is_admin: true,
        counted: false,
        state: "DECIDED",
      };
      await ok("init", { install_instance_id: "a", ...extra });
      await ok("trigger", { install_instance_id: "a", user_data: { id: "u" }, ...extra });
      await ok("capture-payment", { user_id: "u", amount: 1, ...extra });
      expect((await installs(other)).length).toBe(0);
      const [row] = await sql`select is_test, campaign_id from installs where project_id = ${app.project.id}`;
      expect(row).toEqual({ is_test: false, campaign_id: null });
    });

    test("any text is either rejected with the field's name or stored unchanged and distinct", async () => {
      const { app, post, ok } = await anApp();
      const texts = [
        "\u00e9",
        "e\u0301",
        "\u202Eevil",
        "zero\u200Bwidth",
        "👩‍👩‍👧",
        "<script>alert(1)</script>",
        "{{7*7}}",
        "\u0024{7*7}",
        "'; DROP TABLE users; --",
        "\\",
        "%s%n",
        "NULL",
        "undefined",
        "true",
        "0",
        "1e309",
        "ﷺ",
        "Ω≈ç√∫",
        "田中さん",
        "../../etc/passwd",
        "=1+1",
        "a\tb",
        "a\nb",
        "\u0007",
        "İstanbul",
        "ß",
      ];
      for (const text of texts) {
        const user = await post("trigger", {
          install_instance_id: text,
          user_data: { id: text, name: text },
        });
        expect(user.status, text).toBe(200);
        await ok("capture-event", { user_id: text, event_name: text, event_data: { [text]: text } });
        await ok("capture-payment", { user_id: text, payment_id: text, amount: 1 });
      }
      const users = await sql`select user_id as id, name from users where project_id = ${app.project.id}`;
      expect(new Set(users.map((row) => row.id))).toEqual(new Set(texts));
      expect(users.every((row) => row.id === row.name)).toBe(true);
      const events = await sql`select name, data from events where project_id = ${app.project.id}`;
      expect(events.every(({ name, data }) => data[name] === name)).toBe(true);
      expect(events.length).toBe(texts.length);
    });

    test("of a hundred concurrent push tokens or IDs one is stored complete, also for an unknown install", async () => {
      const { app, ok } = await anApp();
      await Promise.all(
        range(100).flatMap((i) => [
          ok("update-push-token", { install_instance_id: "a", push_token: `token ${i}` }),
          ok("integrations", { install_instance_id: "a", integration_info: { first: i, second: i } }),
        ]),
      );
      const [row] =
        await sql`select push_token, integrations from install_details where project_id = ${app.project.id}`;
      expect(row!.push_token).toMatch(/^token \d+$/);
      expect(row!.integrations.first).toBe(row!.integrations.second);
      const last = new Date(Date.now() + 1_000);
      await ok("update-push-token", { install_instance_id: "a", push_token: "last" }, { now: last });
      await ok("update-push-token", { install_instance_id: "a", push_token: "older" });
      const [stored] = await sql`select push_token from install_details where project_id = ${app.project.id}`;
      expect(stored!.push_token).toBe("last");
    });

    test("two users of one install and one user of two: the latest is signed in, and each install signed up once", async () => {
      const { app, ok } = await anApp();
      const now = Date.now();
      const at = (s: number) => ({ now: new Date(now + s * 1_000) });
      await ok("trigger", { install_instance_id: "a", user_data: { id: "u" } }, at(0));
      await ok("trigger", { install_instance_id: "a", user_data: { id: "v" } }, at(1));
      await ok("trigger", { install_instance_id: "b", user_data: { id: "u" } }, at(2));
      await ok("capture-event", { install_instance_id: "a", event_name: "e" }, at(3));
      await ok("capture-event", { install_instance_id: "b", event_name: "e" }, at(3));
      const events = await sql`
          select install_instance_id as at, user_id as by from events where project_id = ${app.project.id} order by 1`;
      expect([...events]).toEqual([
        { at: "a", by: "v" },
        { at: "b", by: "u" },
      ]);
      expect((await ledgerOf(app.project.id)).signups?.count).toBe(1);
    });

    test("links of other hosts, with broken escapes or of 8 kB get a response, and are never followed", async () => {
      const { app, post } = await anApp();
      for (const url of [
        "https://127.0.0.1:1/x",
        "https://a.example/%E0%A4%A",
        `https://a.example/${"x".repeat(8_000)}`,
        "myapp://?c=%",
      ]) {
        const got = await post("handle-deeplink", { deeplink_url: url });
        expect([200, 400]).toContain(got.status);
        if (got.status === 200) expect(got.body.data.is_linkrunner).toBe(false);
      }
      expect((await ledgerOf(app.project.id)).deeplink_opens).toBeUndefined();
    });
  });
});
