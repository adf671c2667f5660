import { beforeAll, describe, expect, test } from "vitest";
import * as reporting from "@/app/api/v1/reporting/campaigns/route";
import { sql } from "@/db";
import { captureEvent } from "@/lib/facts/events/capture";
import { registerInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { identify } from "@/lib/facts/users/identify";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import {
  type AProject,
  aCampaign,
  aClick,
  aProject,
  aStoreListing,
  decideEverything,
} from "@/testing/factories";

const path = "GET /api/v1/reporting/campaigns";
const dayMs = 86_400_000;
const now = new Date("2026-06-20T12:00:00Z");
const installDay = new Date("2026-06-05T10:00:00Z");
const onDay = (day: number) => new Date(installDay.getTime() + day * dayMs);

const noLimit = (app: AProject) =>
  sql`insert into limit_settings (project_id, "group", per_second)
    values (${app.project.id}, 'reporting', null), (${app.project.id}, 'address', null)`;

const open = (app: AProject, instance: string, at: Date, click?: string) =>
  registerInstall(
    app.project,
    {
      token: "",
      install_instance_id: instance,
      platform: "ANDROID",
      device_data: click ? { install_ref: `cairn_click=${click}` } : {},
    },
    { userAgent: null, address: "203.0.113.9", now: at },
  );

asServedOrBoth([reporting], (call) => {
  describe("credentials and limits", () => {
    test("401 missing or invalid server key", async () => {
      for (const key of [undefined, "nonsense", `cairn_${"a".repeat(38)}`]) {
        const got = await call(path, key ? { key } : {});
        expect(got).toMatchObject({
          status: 401,
          body: { msg: "Unauthorized access.", status: 401, data: null },
        });
      }
    });

    test("402 a suspended account, with payment_link at the top and in data", async () => {
      const app = await aProject();
      await sql`
        update projects set suspended_at = now(), payment_link = 'https://pay.example/1' where id = ${app.project.id}`;
      const got = await call(path, { key: app.serverKey });
      expect(got.status).toBe(402);
      expect(got.body).toMatchObject({
        status: 402,
        payment_link: "https://pay.example/1",
        data: { payment_link: "https://pay.example/1" },
      });
    });

    test("429 a second call within the minute, with Retry-After 60; another key is not limited; after 60 s 200", async () => {
      const app = await aProject();
      expect((await call(path, { key: app.serverKey, tick: 1_000 })).status).toBe(200);
      const second = await call(path, { key: app.serverKey, tick: 60_999 });
      expect(second).toMatchObject({
        status: 429,
        body: { msg: "Rate limit exceeded. Please try again later.", status: 429 },
      });
      expect(second.headers.get("retry-after")).toBe("60");
      expect((await call(path, { key: app.serverKey, tick: 61_000 })).status).toBe(200);
    });

    test("422 a rejected argument does not use up the minute", async () => {
      const app = await aProject();
      for (const limit of ["0", "101", "x", "-1", "1.5"]) {
        const got = await call(path, { key: app.serverKey, tick: 5_000, query: { limit } });
        expect(got.status, limit).toBe(422);
        expect(got.body.msg).toContain("limit");
        expect(got.body.msg).toContain("1 to 100");
      }
      expect((await call(path, { key: app.serverKey, tick: 5_001 })).status).toBe(200);
    });

    test("422 for dates that do not exist, and undocumented values", async () => {
      const app = await aProject();
      await noLimit(app);
      const wrong: Record<string, string>[] = [
        { from: "2026-02-30" },
        { from: "0000-01-01" },
        { to: "x" },
        { start_date: "2026-1-1" },
        { sort_field: "id; drop table" },
        { sort_field: "__proto__" },
        { sort_order: "up" },
        { view: "all" },
        { platform: "web" },
        { active: "yes" },
        { page: "0" },
        { page: "2.5" },
        { meta_account_id: "abc" },
        { active_users: "0" },
      ];
      for (const query of wrong) {
        expect((await call(path, { key: app.serverKey, query })).status, JSON.stringify(query)).toBe(422);
      }
    });
  });

  test("meta_account_id leaves the campaigns of that Meta account; an account of another network has none", async () => {
    const app = await aProject();
    await noLimit(app);
    const accounts = await sql<{ id: number; network: string }[]>`
      insert into network_accounts (project_id, network, name)
      values (${app.project.id}, 'META', 'One'), (${app.project.id}, 'GOOGLE', 'Two') returning id, network`;
    const made = new Map<string, number>();
    for (const { id, network } of accounts) {
      made.set(network, (await aCampaign(app, { network, network_account_id: id })).id);
    }
    const idsOf = async (account: number) => {
      const got = await call(path, { key: app.serverKey, query: { meta_account_id: account }, now });
      return got.body.data.campaigns.map(({ id }: { id: number }) => id);
    };
    for (const { id, network } of accounts) {
      expect(await idsOf(id)).toEqual(network === "META" ? [made.get("META")] : []);
    }
  });

  test("capi_configured is true while an account's conversions are sent to its network, and not in dry run", async () => {
    const app = await aProject();
    await noLimit(app);
    const [account] = await sql<{ id: number }[]>`
      insert into network_accounts (project_id, network, name) values (${app.project.id}, 'META', 'One') returning id`;
    await aCampaign(app, { network: "META", network_account_id: account!.id });
    const configured = async () => {
      const got = await call(path, { key: app.serverKey, now });
      return got.body.data.campaigns[0].network_account.capi_configured;
    };
    expect(await configured()).toBe(false);
    await sql`
      insert into destinations (project_id, kind, name, mode)
      values (${app.project.id}, 'google', 'Google', 'live'), (${app.project.id}, 'meta', 'Meta', 'dry_run')`;
    expect(await configured()).toBe(false);
    await sql`update destinations set mode = 'live' where project_id = ${app.project.id} and kind = 'meta'`;
    expect(await configured()).toBe(true);
    await sql`update destinations set paused_at = now() where project_id = ${app.project.id} and kind = 'meta'`;
    expect(await configured()).toBe(false);
  });

  test("uninstalls are shown and sorted for rows with checked installs; others are last", async () => {
    const app = await aProject();
    await noLimit(app);
    const [many, few, unknown] = await Promise.all(
      ["Many", "Few", "Unknown"].map((name) => aCampaign(app, { name })),
    );
    const cell = (campaign: number, measure: string, count: number, day: string) => sql`
      insert into ledger (project_id, day, campaign_id, measure, platform, count)
      values (${app.project.id}, ${day}::date, ${campaign}, ${measure}, 'ANDROID', ${count})`;
    await cell(unknown!.id, "installs", 9, "2026-06-01");
    for (const [one, deleted] of [
      [many!, 1_200],
      [few!, 0],
    ] as const) {
      await cell(one.id, "probed", 5_000, "2026-06-01");
      if (deleted) await cell(one.id, "uninstalls", deleted, "2026-06-03");
    }
    const read = async (query: Record<string, string>) =>
      (await call(path, { key: app.serverKey, query: { sort_field: "uninstalls", ...query }, now })).body.data
        .campaigns;
    const reported = async (query: Record<string, string>) =>
      (await read(query)).map(({ name, uninstalls }: Record<string, string>) => [name, uninstalls]);
    const last = ["Unknown", undefined];
    expect(await reported({})).toEqual([["Many", "1,200"], ["Few", "0"], last]);
    expect(await reported({ sort_order: "ascending" })).toEqual([["Few", "0"], ["Many", "1,200"], last]);
    // By the day of the uninstall, not of the install.
    expect((await reported({ start_date: "2026-06-02", end_date: "2026-06-04" }))[0]).toEqual([
      "Many",
      "1,200",
    ]);
    expect((await read({})).at(-1)).not.toHaveProperty("uninstalls");
    for (const adSet of (await read({}))[0].adSets) expect(adSet).not.toHaveProperty("uninstalls");
  });

  test("publisher: only the figures of one, of those without one, or of IDs beyond the limit", async () => {
    const app = await aProject();
    await noLimit(app);
    const campaign = await aCampaign(app, { network: "APPLOVIN" });
    const from = async (publisherId: string, count: number) => {
      for (let n = 0; n < count; n++) {
        const click = await aClick(app, {
          campaignId: campaign.id,
          at: new Date(now.getTime() - 600_000),
          ...(publisherId && { publisherId }),
        });
        await open(app, `${publisherId} ${n}`, now, click);
      }
    };
    await from("com.game", 3);
    await from("(other)", 2);
    await from("", 1);
    await decideEverything(app);
    await sql`
      insert into ledger (project_id, day, campaign_id, measure, publisher_id, count, amount)
      values (${app.project.id}, '2026-06-20', ${campaign.id}, 'spend', '-', 0, 500)`;
    const read = async (publisher?: string) => {
      const query: Record<string, string> = publisher === undefined ? {} : { publisher };
      const { installs, active_users, activity_in_last_x_days, spend } = (
        await call(path, { key: app.serverKey, query, now })
      ).body.data.campaigns[0];
      return [installs, active_users, activity_in_last_x_days, spend];
    };
    expect(await read()).toEqual(["6", 6, 12, "$5.00"]);
    expect(await read("com.game")).toEqual(["3", 3, 6, "$0.00"]);
    expect(await read("(other)")).toEqual(["2", 2, 4, "$0.00"]);
    expect(await read("none")).toEqual(["1", 1, 2, "$0.00"]);
    expect(await read("com.other")).toEqual(["0", 0, 0, "$0.00"]);
    const long = { publisher: "x".repeat(129) };
    expect(await call(path, { key: app.serverKey, query: long, now })).toMatchObject({ status: 422 });
  });

  describe("one project's figures", () => {
    let app: AProject;
    let summer: { id: number; displayId: string };
    let winter: { id: number; displayId: string };
    const read = async (query: Record<string, string | number> = {}) =>
      (await call(path, { key: app.serverKey, query, now })).body;
    const row = async (query: Record<string, string | number> = {}) =>
      (await read(query)).data.campaigns.find((campaign: { id: number }) => campaign.id === summer.id);

    beforeAll(async () => {
      app = await aProject({ currency: "USD", timeZone: "Asia/Kolkata" });
      await noLimit(app);
      const ios = await aStoreListing(app, "IOS");
      summer = await aCampaign(app, { name: "Summer 100%", now: onDay(-3), store_listing_ids: [ios] });
      winter = await aCampaign(app, {
        name: "Winter_",
        deeplink: "myapp://winter",
        now: new Date("2026-06-25T00:00:00Z"),
      });
      await sql`update campaigns set network = 'META' where project_id = ${app.project.id} and id = ${summer.id}`;

      // Five installs whose opens are the worked example of retention.
      const opens: Record<string, number[]> = {
        A: [1, 2, 3, 5, 7, 9],
        B: [1, 4, 10],
        C: [1, 2],
        D: [3],
        E: [],
      };
      for (const name of Object.keys(opens)) {
        await open(
          app,
          name,
          installDay,
          await aClick(app, {
            campaignId: summer.id,
            at: onDay(-1),
            adSetId: name < "C" ? "set-1" : "set-2",
          }),
        );
      }
      await decideEverything(app);
      for (const [name, days] of Object.entries(opens))
        for (const day of days) await open(app, name, onDay(day));

      const context = { userAgent: null, now: onDay(0) };
      for (const name of ["A", "B", "C", "D"]) {
        await identify(
          app.project,
          { token: "", install_instance_id: name, user_data: { id: name } },
          context,
        );
      }
      const event = (instance: string, event_name: string, amount: number | null) =>
        captureEvent(
          app.project,
          { token: "", install_instance_id: instance, event_name, event_data: { amount } },
          context,
        );
      await Promise.all([
        event("A", "Purchase", 12.5),
        event("A", "Purchase", 1),
        event("B", "Purchase", null),
        event("A", "AddToCart", null),
      ]);
      const pay = (
        instance: string,
        amount: number,
        type: "FIRST_PAYMENT" | "SUBSCRIPTION_REFUNDED",
        day: number,
      ) =>
        capturePayment(
          app.project,
          { token: "", install_instance_id: instance, amount, type, status: "PAYMENT_COMPLETED" },
          { userAgent: null, now: onDay(day) },
        );
      await pay("A", 12_540.5, "FIRST_PAYMENT", 0);
      await pay("A", 100, "FIRST_PAYMENT", 2);
      await pay("B", 40.5, "SUBSCRIPTION_REFUNDED", 5);
      await sql`insert into ledger (project_id, day, campaign_id, measure, ad_set_id, count, amount)
        values (${app.project.id}, '2026-06-05', ${summer.id}, 'spend', 'set-1', 0, 215000)`;
    });

    test("counts and money are formatted strings; conversion is sign-ups per install", async () => {
      expect(await row()).toMatchObject({
        id: summer.id,
        display_id: summer.displayId,
        name: "Summer 100%",
        clicks: "5",
        installs: "5",
        "sign-ups": "4",
        conversion: "80.00%",
        revenue: "$12,600.00",
        spend: "$2,150.00",
        roas: "5.86",
        cost_per_install: "$430.00",
        cost_per_signup: "$537.50",
        click_through_attribution: "5",
        view_through_attribution: "0",
        meta: true,
        google: false,
        ad_network_code: "META",
        ios: true,
        android: false,
        has_date_filter: false,
        domain: { id: expect.any(Number), name: app.domain },
      });
    });

    test("custom and payment events: counts, amounts without a symbol", async () => {
      const got = await row();
      expect(got.custom_events).toEqual({
        AddToCart: { count: "1", amount: "0.00" },
        Purchase: { count: "3", amount: "13.50" },
      });
      expect(got.payment_events).toEqual({
        FIRST_PAYMENT: { count: "2", total: "12,640.50" },
        SUBSCRIPTION_REFUNDED: { count: "1", total: "40.50" },
      });
    });

    test("unique_user_events: unique_count replaces count; whitelists drop other names, and ignore unknown ones", async () => {
      const got = await row({
        unique_user_events: "Purchase,FIRST_PAYMENT,nothing",
        events: "Purchase,,nothing",
        payment_events: "FIRST_PAYMENT",
      });
      expect(got.custom_events).toEqual({ Purchase: { unique_count: "2", amount: "13.50" } });
      expect(got.payment_events).toEqual({ FIRST_PAYMENT: { unique_count: "1", total: "12,640.50" } });
      expect(got.adSets[0].custom_events).toEqual({ Purchase: { unique_count: "2", amount: "13.50" } });
    });

    test("cost_per_event: spend divided by the count, without a symbol, only for events with a count", async () => {
      const got = await row({ cost_per_event: "Purchase,FIRST_PAYMENT,nothing" });
      expect(got.cost_per_custom_events).toEqual({ Purchase: "716.67" });
      expect(got.cost_per_payment_events).toEqual({ FIRST_PAYMENT: "1,075.00" });
      expect(await row()).not.toHaveProperty("cost_per_custom_events");
    });

    test("retention: rolling d1 80, d7 40; classic d1 60, d7 20", async () => {
      const got = await row();
      expect(got.retention).toEqual({ d1: 80, d7: 40 });
      expect(got.classic_retention).toEqual({ d1: 60, d7: 20, d14: 0, d30: 0 });
    });

    test("daywise_revenue: of the first days after the install, minus refunds", async () => {
      expect((await row()).daywise_revenue).toEqual({
        d0: "$12,540.50",
        d3: "$12,640.50",
        d7: "$12,600.00",
        d30: "$0.00",
      });
    });

    test("cohort_figures: of the installs that have completed an age, at every level; null before", async () => {
      const cohort_figures =
        "d7:roas,d7:ltv,d7:paying_share,d7:retention,d7:cost_per_event:Purchase,d14:revenue,d7:roas";
      const got = await row({ cohort_figures });
      expect(got.cohort_figures).toEqual({
        "d7:roas": "5.86",
        "d7:ltv": "$2,520.00",
        "d7:paying_share": "20.00%",
        "d7:retention": "20.00%",
        "d7:cost_per_event:Purchase": "$716.67",
        "d14:revenue": null,
      });
      const [first, second] = ["set-1", "set-2"].map((id) =>
        got.adSets.find((one: { id: string }) => one.id === id),
      );
      expect(first.cohort_figures["d7:ltv"]).toBe("$6,300.00");
      // Without spend, there is no ROAS.
      expect(second.cohort_figures["d7:roas"]).toBeNull();
      expect(await row()).not.toHaveProperty("cohort_figures");
      expect(await row({ cohort_figures, view: "retargeting" })).not.toHaveProperty("cohort_figures");
    });

    test.each([
      "d2:roas",
      "roas",
      "d7:colour",
      "d60:retention",
      "d7:events",
      "d7:roas:Purchase",
      "lifetime:ltv",
    ])("422 cohort_figures must be a list of ages and metrics: not %s", async (cohort_figures) => {
      expect(await read({ cohort_figures })).toMatchObject({
        status: 422,
        msg: "cohort_figures must be a list of ages and metrics, such as d7:roas,d30:ltv.",
      });
    });

    test("ad sets contain their share, and add up to the campaign", async () => {
      const { adSets } = await row();
      expect(
        adSets.map((set: { id: string; installs: string; retention: object }) => [
          set.id,
          set.installs,
          set.retention,
        ]),
      ).toEqual(
        expect.arrayContaining([
          ["set-1", "2", { d1: 100, d7: 100 }],
          ["set-2", "3", { d1: 67, d7: 0 }],
        ]),
      );
    });

    test("from and to are days of the project's zone, both inclusive; start_date and end_date are aliases", async () => {
      expect(await row({ from: "2026-06-05", to: "2026-06-05" })).toMatchObject({
        clicks: "0",
        installs: "5",
        revenue: "$12,540.50",
        has_date_filter: true,
      });
      expect(await row({ start_date: "2026-06-04", end_date: "2026-06-04" })).toMatchObject({
        clicks: "5",
        installs: "0",
      });
      expect(await row({ from: "2026-06-06", start_date: "2026-06-01" })).toMatchObject({ installs: "0" });
    });

    test("the dates never remove a campaign: one created later is listed with zeros", async () => {
      for (const query of [
        { from: "2026-06-01", to: "2026-06-02" },
        { from: "2026-06-09", to: "2026-06-01" },
      ]) {
        const { data } = await read(query);
        expect(data.pagination.total).toBe(2);
        const late = data.campaigns.find((campaign: { id: number }) => campaign.id === winter.id);
        expect(late).toMatchObject({
          installs: "0",
          revenue: "$0.00",
          conversion: "0%",
          retention: { d1: 0, d7: 0 },
          adSets: [],
        });
        expect(late).not.toHaveProperty("roas");
        expect(late).not.toHaveProperty("cost_per_install");
      }
    });

    test("active, network, platform and search filter", async () => {
      const ids = async (query: Record<string, string>) =>
        (await read(query)).data.campaigns.map(({ id }: { id: number }) => id);
      expect(await ids({ network: "meta" })).toEqual([summer.id]);
      expect(await ids({ network: "nonsense" })).toEqual([]);
      expect(await ids({ active: "false" })).toEqual([]);
      expect(await ids({ search: "%" })).toEqual([summer.id]);
      expect(await ids({ search: "_" })).toEqual([winter.id]);
      expect(await ids({ search: "MYAPP://winter" })).toEqual([winter.id]);
      expect((await ids({ search: app.domain })).length).toBe(2);
      expect(await ids({ search: `/?c=${summer.displayId}` })).toEqual([summer.id]);
      expect(await row({ platform: "ios" })).toMatchObject({ installs: "0", "sign-ups": "0" });
      expect(await row({ platform: "android" })).toMatchObject({ installs: "5", "sign-ups": "4" });
    });

    test("sorted by installs, the largest first by default; pages of the requested size", async () => {
      const order = async (query: Record<string, string | number>) =>
        (await read(query)).data.campaigns.map(({ id }: { id: number }) => id);
      expect(await order({})).toEqual([summer.id, winter.id]);
      expect(await order({ sort_order: "ascending" })).toEqual([winter.id, summer.id]);
      expect(await order({ sort_field: "created_at" })).toEqual([winter.id, summer.id]);
      for (const field of ["clicks", "signups", "revenue", "spend", "conversion", "roas"]) {
        expect(await order({ sort_field: field }), field).toEqual([summer.id, winter.id]);
      }
      expect((await order({ sort_field: "uninstalls" })).length).toBe(2);
      const second = await read({ limit: 1, page: 2 });
      expect(second.data.pagination).toEqual({ total: 2, pages: 2, page: 2, limit: 1 });
      expect(second.data.campaigns.length).toBe(1);
      expect((await read({ page: 9 })).data.campaigns).toEqual([]);
    });

    test("view retargeting: cost per reinstall instead of cost per install", async () => {
      const body = await read({ view: "retargeting" });
      expect(body).toMatchObject({
        msg: "Campaigns fetched successfully",
        status: 200,
        data: { view: "retargeting", display_currency: "USD" },
      });
      expect(body.data.campaigns[0]).toMatchObject({ reinstalls: "0", reengagements: "0" });
      // Its installs have no push tokens.
      expect(body.data.campaigns[0]).not.toHaveProperty("uninstalls");
      expect(body.data.campaigns[0]).not.toHaveProperty("cost_per_install");
    });

    test("active_users and activity of the last days", async () => {
      expect(await row({ active_users: 30 })).toMatchObject({ active_users: 5, activity_in_last_x_days: 14 });
      expect(await row()).toMatchObject({ active_users: 2, activity_in_last_x_days: 0 });
      expect(await row({ active_users: 6 })).toMatchObject({ active_users: 1 });
    });
  });
});
