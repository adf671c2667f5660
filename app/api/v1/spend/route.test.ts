import { expect, test } from "vitest";
import * as spend from "@/app/api/v1/spend/route";
import { sql } from "@/db";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { aCampaign, aProject, ledgerOf } from "@/testing/factories";

const path = "POST /api/v1/spend";

asServedOrBoth([spend], (call) => {
  test("200 stores days of cost; a repeat changes nothing, another amount replaces the earlier one", async () => {
    const app = await aProject({ currency: "USD" });
    const { id, displayId } = await aCampaign(app);
    const send = (amount: number) =>
      call(path, {
        key: app.serverKey,
        body: {
          rows: [{ date: "2026-06-14", campaign: displayId, ad_set_id: "1", ad_set_name: "One", amount }],
        },
      });
    expect(await send(10.5)).toMatchObject({
      status: 200,
      body: { msg: "Spend stored.", status: 200, data: { rows: 1 } },
    });
    await send(10.5);
    expect((await ledgerOf(app.project.id, id)).spend).toEqual({ count: 0, amount: 1050 });
    await send(4);
    expect((await ledgerOf(app.project.id, id)).spend).toEqual({ count: 0, amount: 400 });
  });

  test("200 platform and country are part of a row's identity; rows of one call complement each other", async () => {
    const app = await aProject({ currency: "USD" });
    const { id, displayId: campaign } = await aCampaign(app);
    const send = (...rows: object[]) =>
      call(path, {
        key: app.serverKey,
        body: { rows: rows.map((row) => ({ date: "2026-06-14", campaign, ...row })) },
      });
    const stored = async () =>
      Object.fromEntries(
        (
          await sql`
            select platform || ' ' || country as of, sum(amount) as amount from ledger
            where project_id = ${app.project.id} and campaign_id = ${id} group by 1 having sum(amount) <> 0`
        ).map((row) => [row.of, Number(row.amount)]),
      );
    const rows = [
      { platform: "ios", country: "de", amount: 6 },
      { platform: "IOS", country: "FR", amount: 3 },
      { platform: "ANDROID", country: "DE", amount: 2 },
      { amount: 1.5 },
    ];
    expect(await send(...rows)).toMatchObject({ status: 200, body: { data: { rows: 4 } } });
    await send(...rows);
    expect(await stored()).toEqual({ "IOS DE": 600, "IOS FR": 300, "ANDROID DE": 200, " ": 150 });
    expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
  });

  test("200 spend never counts twice: a row without a breakdown includes those with one, in either order", async () => {
    const app = await aProject({ currency: "USD" });
    const { id, displayId: campaign } = await aCampaign(app);
    const steps: [row: object, left: Record<string, number>][] = [
      [{ amount: 10 }, { " ": 1000 }],
      [{ platform: "IOS", amount: 6 }, { "IOS ": 600 }],
      [
        { platform: "ANDROID", country: "DE", amount: 3 },
        { "IOS ": 600, "ANDROID DE": 300 },
      ],
      [
        { platform: "ANDROID", country: "FR", amount: 1 },
        { "IOS ": 600, "ANDROID DE": 300, "ANDROID FR": 100 },
      ],
      [
        { country: "DE", amount: 5 },
        { " DE": 500, "ANDROID FR": 100 },
      ],
      [{ platform: "ANDROID", amount: 4 }, { "ANDROID ": 400 }],
      [
        { ad_set_id: "1", country: "DE", amount: 2 },
        { "ANDROID ": 400, " DE": 200 },
      ],
      [{ amount: 8 }, { " ": 800, " DE": 200 }],
    ];
    for (const [row, left] of steps) {
      const body = { rows: [{ date: "2026-06-14", campaign, ...row }] };
      expect((await call(path, { key: app.serverKey, body })).status).toBe(200);
      const stored = await sql`
        select platform || ' ' || country as of, sum(amount) as amount from ledger
        where project_id = ${app.project.id} and campaign_id = ${id} group by 1 having sum(amount) <> 0`;
      expect(
        Object.fromEntries(stored.map((each) => [each.of, Number(each.amount)])),
        JSON.stringify(row),
      ).toEqual(left);
    }
    expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
  });

  test("the audit log records each changing call with its key", async () => {
    const app = await aProject();
    const { displayId } = await aCampaign(app);
    const send = (amount: number) => {
      const rows = [{ date: "2026-06-14", campaign: displayId, amount }];
      return call(path, { key: app.serverKey, body: { rows } });
    };
    for (const amount of [10, 10, 12]) expect((await send(amount)).status).toBe(200);
    const log = await sql`
      select actor, action, detail from audit_log
      where project_id = ${app.project.id} and action like 'spend.%' order by id`;
    const entry = {
      actor: `server key ${app.serverKey.slice(0, 10)}`,
      action: "spend.report",
      detail: { rows: 1 },
    };
    expect(log).toEqual([entry, entry]);
  });

  test("200 with the network's claims: summed over a call's rows, a version for each change, unchanged if missing", async () => {
    const app = await aProject();
    const { displayId } = await aCampaign(app);
    const send = (...parts: object[]) =>
      call(path, {
        key: app.serverKey,
        body: {
          rows: parts.map((part, i) => ({
            date: "2026-06-14",
            campaign: displayId,
            ad_set_id: String(i),
            amount: 1,
            ...part,
          })),
        },
      });
    await send({ installs: 3, clicks: 20, impressions: 900 }, { installs: 1.5 });
    await send({ installs: 3, clicks: 20, impressions: 900 }, { installs: 1.5 });
    await send({ installs: 6 });
    await send({});
    const versions = await sql`
      select version, impressions, clicks, installs::float8 as installs, source from network_claims
      where project_id = ${app.project.id} order by version`;
    const source = `Server key ${app.serverKey.slice(0, 10)}`;
    expect(versions).toEqual([
      { version: 1, impressions: 900, clicks: 20, installs: 4.5, source },
      { version: 2, impressions: 900, clicks: 20, installs: 6, source },
    ]);
    expect((await send({ installs: -1 })).body.msg).toBe("installs must not be negative.");
  });

  test("of twenty concurrent uploads one amount is left, not a sum", async () => {
    const app = await aProject();
    const { id, displayId } = await aCampaign(app);
    await sql`insert into limit_settings (project_id, "group", per_second) values (${app.project.id}, 'writes', null)`;
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        call(path, {
          key: app.serverKey,
          body: { rows: [{ date: "2026-06-14", campaign: displayId, amount: i + 1 }] },
        }),
      ),
    );
    const [row] = await sql`select amount_minor from spend where project_id = ${app.project.id}`;
    expect((await ledgerOf(app.project.id, id)).spend?.amount).toBe(row!.amount_minor);
  });

  test("a campaign by the network's ID; another currency with the rate of its day", async () => {
    const app = await aProject({ currency: "USD" });
    const { id } = await aCampaign(app);
    await sql`update campaigns set network = 'META', network_campaign_id = '123' where project_id = ${app.project.id}`;
    const rows = [
      { date: "2026-06-14", network: "meta", network_campaign_id: 123, amount: 100, currency: "EUR" },
    ];
    const without = await call(path, { key: app.serverKey, body: { rows } });
    expect(without).toMatchObject({
      status: 400,
      body: {
        msg: "There is no exchange rate from EUR to USD on 2026-06-14. Add one, then try again: spend is never counted without.",
      },
    });
    await sql`insert into exchange_rates (project_id, currency, day, rate) values
      (${app.project.id}, 'EUR', '2026-06-01', 1.1), (${app.project.id}, 'EUR', '2026-06-15', 2)`;
    expect((await call(path, { key: app.serverKey, body: { rows } })).status).toBe(200);
    expect((await ledgerOf(app.project.id, id)).spend).toEqual({ count: 0, amount: 11_000 });
  });

  test("400 an unknown campaign, another project's, a date that does not exist, a negative amount: nothing is stored", async () => {
    const [app, other] = await Promise.all([aProject(), aProject()]);
    const [{ displayId }, foreign] = await Promise.all([aCampaign(app), aCampaign(other)]);
    const good = { date: "2026-06-14", campaign: displayId, amount: 1 };
    for (const bad of [
      { campaign: "nobody" },
      { campaign: foreign.displayId },
      { date: "2026-02-30" },
      { amount: -1 },
      { campaign: null },
    ]) {
      const got = await call(path, { key: app.serverKey, body: { rows: [good, { ...good, ...bad }] } });
      expect(got.status, JSON.stringify(bad)).toBe(400);
    }
    expect(await ledgerOf(app.project.id)).toEqual({});
  });

  test("400 for a day that has not begun anywhere; a day that has begun in the earliest zone is accepted", async () => {
    const app = await aProject();
    const { displayId: campaign } = await aCampaign(app);
    const dayAt = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);
    const send = (date: string) =>
      call(path, { key: app.serverKey, body: { rows: [{ date, campaign, amount: 1 }] } });
    expect((await send(dayAt(14))).status).toBe(200);
    const text = "date must not be in the future.";
    expect(await send(dayAt(14 + 24))).toMatchObject({
      status: 400,
      body: { msg: text, errors: { "rows.0.date": text } },
    });
    expect((await ledgerOf(app.project.id)).spend?.amount).toBe(100);
  });

  test("400 for two amounts for one part of a day in one call; a repeated row counts once", async () => {
    const app = await aProject({ currency: "USD" });
    const { displayId: campaign } = await aCampaign(app);
    const row = { date: "2026-06-14", campaign, ad_set_id: "1", amount: 1 };
    const send = (...rows: object[]) => call(path, { key: app.serverKey, body: { rows } });
    expect(await send(row, { ...row, ad_set_id: "2" }, { ...row, amount: 2 })).toMatchObject({
      status: 400,
      body: {
        errors: {
          "rows.2":
            "rows.0 has another amount for the same part of the same day. Send their sum, or one of them.",
        },
      },
    });
    expect(await ledgerOf(app.project.id)).toEqual({});
    expect(await send(row, row)).toMatchObject({ status: 200, body: { data: { rows: 1 } } });
    expect((await ledgerOf(app.project.id)).spend?.amount).toBe(100);
  });

  test("400 for an amount that is missing, empty or text", async () => {
    const app = await aProject();
    const { displayId: campaign } = await aCampaign(app);
    for (const amount of [undefined, null, "", "1,500"]) {
      const rows = [{ date: "2026-06-14", campaign, amount }];
      expect(await call(path, { key: app.serverKey, body: { rows } })).toMatchObject({
        status: 400,
        body: { errors: { "rows.0.amount": "amount must be a number." } },
      });
    }
  });

  test("400 has a sentence with the row and field of the error", async () => {
    const app = await aProject();
    await sql`insert into limit_settings (project_id, "group", per_second) values (${app.project.id}, 'writes', null)`;
    const row = { date: "2026-06-14", campaign: "x", amount: 1 };
    const wrong: [body: object, msg: string, at: string][] = [
      [{}, "rows must be a list.", "rows"],
      [{ rows: [] }, "rows must have at least one entry.", "rows"],
      [{ rows: Array(501).fill(row) }, "rows must have at most 500 entries.", "rows"],
      [{ rows: [5] }, "Each row must be an object.", "rows.0"],
      [{ rows: [row, { ...row, date: 5 }] }, "date must have the form YYYY-MM-DD.", "rows.1.date"],
      [{ rows: [{ ...row, ad_set_id: {} }] }, "ad_set_id must be text or a number.", "rows.0.ad_set_id"],
      [{ rows: [{ ...row, campaign: 5 }] }, "campaign must be text.", "rows.0.campaign"],
      [{ rows: [{ ...row, platform: "web" }] }, "platform must be IOS or ANDROID.", "rows.0.platform"],
      [{ rows: [{ ...row, country: 5 }] }, "country must be a code such as DE.", "rows.0.country"],
      ...["DEU", "ZZ", "EU", "UK", "Germany"].map((country): [object, string, string] => [
        { rows: [{ ...row, country }] },
        "country must be an ISO 3166 code such as DE.",
        "rows.0.country",
      ]),
      [{ rows: [{ ...row, currency: 5 }] }, "currency must be a code such as EUR.", "rows.0.currency"],
    ];
    for (const [body, msg, at] of wrong) {
      const got = await call(path, { key: app.serverKey, body });
      expect(got, msg).toMatchObject({ status: 400, body: { msg, errors: { [at]: msg } } });
    }
  });

  test("401 Server key missing! / Server key invalid!", async () => {
    expect(await call(path, { body: {} })).toMatchObject({
      status: 401,
      body: { msg: "Server key missing!" },
    });
    expect(await call(path, { key: "x", body: {} })).toMatchObject({
      status: 401,
      body: { msg: "Server key invalid!" },
    });
  });
});
