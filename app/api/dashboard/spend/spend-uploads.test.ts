import { describe, expect, test } from "vitest";
import * as apiSpend from "@/app/api/v1/spend/route";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { asServed } from "@/lib/platform/http/testing";
import { setExchangeRates } from "@/lib/spend/rates/change";
import { storeUploads } from "@/lib/spend/upload/run";
import { aCampaign, aMember, anAccount, aProject, ledgerOf } from "@/testing/factories";
import { spendRoutes } from "./spend";
import { spendUploadsRoutes } from "./spend-uploads";

const meta = (lines: string[]) =>
  [
    "Reporting starts,Reporting ends,Campaign name,Campaign ID,Ad set name,Ad Set ID,Amount spent (EUR)",
    ...lines,
  ].join("\n");

asServed([spendUploadsRoutes, spendRoutes, apiSpend], (call) => {
  async function someone() {
    const account = await anAccount();
    const app = await aProject({ account, currency: "EUR" });
    const { session } = await aMember("marketer", account);
    const path = `/api/dashboard/projects/${app.project.id}/spend`;
    const alps = await aCampaign(app, { name: "Alps", network: "META" });
    await sql`
      update campaigns set network_campaign_id = '111' where project_id = ${app.project.id} and id = ${alps.id}`;
    const send = (body: string | Uint8Array, name = "june.csv") =>
      call(`POST ${path}/uploads`, { session, body, query: { name } });
    const open = async (body: string | Uint8Array) => (await send(body)).body.data.upload;
    const change = async (one: { id: number; preview: { settings: object } }, patch: object) => {
      const body = { ...one.preview.settings, ...patch };
      return (await call(`PUT ${path}/uploads/${one.id}`, { session, body })).body.data.upload;
    };
    const store = (id: number) => call(`POST ${path}/uploads/${id}/store`, { session });
    const settled = async (id: number) => {
      for (;;) {
        const { body } = await call(`GET ${path}/uploads/${id}`, { session });
        if (body.data.upload.state !== "STORING") return body.data.upload;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const stored = async (body: string) => {
      const one = await open(body);
      const begun = await store(one.id);
      expect(begun.status, begun.text).toBe(200);
      return settled(one.id);
    };
    const list = async () => (await call(`GET ${path}`, { session })).body.data;
    const spent = async () => (await ledgerOf(app.project.id)).spend?.amount ?? 0;
    const proven = async () => expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
    return { app, session, path, alps, send, open, change, store, settled, stored, list, spent, proven };
  }

  test("a Meta file: columns are guessed, previewed, stored with names and shown with their source", async () => {
    const { open, store, settled, list, spent, proven, alps } = await someone();
    const one = await open(
      meta([
        "2026-06-01,2026-06-01,Alps,111,DACH,s1,10.50",
        "2026-06-02,2026-06-02,Alps,111,DACH,s1,1.25",
        ",,,,,,11.75",
      ]),
    );
    expect(one).toMatchObject({
      name: "june.csv",
      state: "DRAFT",
      preview: {
        settings: { network: "META", currency: "EUR", replaces: "days", date_form: "ymd" },
        lines: 3,
        rows: 2,
        skipped: 1,
        problems: [],
        unmatched: [],
        amount_minor: 1175,
        days: { from: "2026-06-01", to: "2026-06-02" },
        replaced: { rows: 0, amount_minor: 0 },
        sample: [{ campaign: "Alps", ad_set: "DACH", amount_minor: 1050 }, {}],
        ready: true,
      },
    });
    expect(await spent()).toBe(0);
    expect((await store(one.id)).body.data.upload).toMatchObject({ total: 2, preview: null });
    expect(await settled(one.id)).toMatchObject({ state: "STORED", stored: 2, problem: null });
    expect((await list()).rows[0]).toMatchObject({
      campaign: { id: alps.id },
      ad_set: { id: "s1", name: "DACH" },
      import: { kind: "FILE", name: "june.csv" },
    });
    expect(await spent()).toBe(1175);
    await proven();
    expect((await store(one.id)).status).toBe(409);
  });

  test("a file by platform and country is previewed, stored and listed; unknown values block it", async () => {
    const { open, change, store, settled, stored, list, spent, proven, path, session } = await someone();
    const head = "Day,Campaign ID,Operating system,Country,Amount spent (EUR)";
    const file = (...lines: string[]) => [head, ...lines].join("\n");
    const wrong = await open(file("2026-06-01,111,Windows,DE,1.00", "2026-06-01,111,iOS,Atlantis,1.00"));
    expect(wrong.preview).toMatchObject({
      ready: false,
      problems: [
        { line: 2, column: "Platform", value: "Windows", text: "The platform must be iOS or Android." },
        {
          line: 3,
          column: "Country",
          value: "Atlantis",
          text: "Unknown country. Use an ISO 3166 code such as DE, or the English name.",
        },
      ],
    });
    const lines = [
      "2026-06-01,111,iOS,Germany,5.00",
      "2026-06-01,111,iOS,at,2.00",
      "2026-06-01,111,,Unknown,1.00",
    ];
    const one = await open(file(...lines));
    expect(one.preview).toMatchObject({
      rows: 3,
      added: 0,
      sample: [
        { platform: "IOS", country: "DE" },
        { platform: "IOS", country: "AT" },
        { platform: null, country: null },
      ],
    });
    await store(one.id);
    expect(await settled(one.id)).toMatchObject({ state: "STORED", stored: 3 });
    expect((await list()).rows.map(({ country }: { country: string | null }) => country)).toEqual([
      null,
      "AT",
      "DE",
    ]);
    const only = async (country: string) =>
      (await call(`GET ${path}`, { session, query: { country } })).body.data.totals;
    expect(await only("AT")).toMatchObject({ rows: 1, amount_minor: 200 });
    expect(await only("none")).toMatchObject({ rows: 1, amount_minor: 100 });
    // The rows for the same spend: iOS and the rest, but not Android.
    const parts = await change(await open(file("2026-06-01,111,iOS,,9.00")), { replaces: "parts" });
    expect(parts.preview.replaced).toEqual({ rows: 3, amount_minor: 800 });
    await stored(file("2026-06-01,111,iOS,,9.00"));
    expect(await spent()).toBe(900);
    await proven();
    const { rows } = await list();
    const removal = {
      rows: 1,
      from: "2026-06-01",
      to: "2026-06-01",
      campaign: rows[0].campaign.id,
      part: { ad_set_id: "", creative_id: "", keyword_id: "", platform: "IOS", country: "" },
    };
    expect((await call(`POST ${path}/remove`, { session, body: removal })).status).toBe(200);
    expect(await spent()).toBe(0);
    await proven();
  });

  test("a column of installs is stored as the network's claim, added up by campaign and day", async () => {
    const { app, alps, stored, open } = await someone();
    const head = "Day,Campaign ID,Ad Set ID,Amount spent (EUR),Impressions,Link clicks,App installs";
    const file = (...lines: string[]) => [head, ...lines].join("\n");
    const wrong = await open(file("2026-06-01,111,s1,1.00,10,few,1"));
    expect(wrong.preview.problems).toMatchObject([
      { column: "Clicks", value: "few", text: "The count must be a whole number." },
    ]);
    await stored(
      file(
        '2026-06-01,111,s1,1.00,"1,200",30,4',
        "2026-06-01,111,s2,2.00,300,-,2",
        "2026-06-02,111,s1,1.00,,,",
      ),
    );
    const claims = await sql`
      select day::text as day, campaign_id, impressions, clicks, installs::float8 as installs, source, account_id
      from network_claims where project_id = ${app.project.id}`;
    expect(claims).toEqual([
      {
        day: "2026-06-01",
        campaign_id: alps.id,
        impressions: 1500,
        clicks: 30,
        installs: 6,
        source: "june.csv",
        account_id: null,
      },
    ]);
  });

  test("a repeated file counts once; a corrected one replaces all rows of its days", async () => {
    const { stored, open, spent, proven, list } = await someone();
    const june = meta([
      "2026-06-01,,Alps,111,DACH,s1,10",
      "2026-06-01,,Alps,111,France,s2,5",
      "2026-06-02,,Alps,111,DACH,s1,1",
    ]);
    await stored(june);
    await stored(june);
    expect(await spent()).toBe(1600);
    const corrected = meta(["2026-06-01,,Alps,111,DACH,s1,12"]);
    expect((await open(corrected)).preview.replaced).toEqual({ rows: 2, amount_minor: 1500 });
    await stored(corrected);
    expect(await spent()).toBe(1300);
    expect((await list()).totals.rows).toBe(2);
    await proven();
  });

  test("replacing only the same parts keeps the other parts of the day", async () => {
    const { stored, open, change, store, settled, spent, proven } = await someone();
    await stored(meta(["2026-06-01,,Alps,111,DACH,s1,10", "2026-06-01,,Alps,111,France,s2,5"]));
    const one = await open(meta(["2026-06-01,,Alps,111,DACH,s1,12"]));
    const changed = await change(one, { replaces: "parts" });
    expect(changed.preview.replaced).toEqual({ rows: 1, amount_minor: 1000 });
    await store(one.id);
    await settled(one.id);
    expect(await spent()).toBe(1700);
    await proven();
  });

  test("each error has its line, column and reason; nothing is stored until all are corrected or skipped", async () => {
    const { open, change, store, settled, spent } = await someone();
    const one = await open(
      meta([
        "2026-06-01,2026-06-01,Alps,111,DACH,s1,10",
        "2026-06-31,,Alps,111,DACH,s1,10",
        "2026-06-01,2026-06-07,Alps,111,DACH,s1,70",
        "2026-06-02,,Alps,111,DACH,s1,ten",
        "2026-06-03,,Alps,111,DACH,s1,-4",
      ]),
    );
    expect(one.preview).toMatchObject({ ready: false, problem_count: 4, rows: 1 });
    expect(one.preview.problems).toEqual([
      { line: 3, column: "Day", value: "2026-06-31", text: "This is not a valid date." },
      {
        line: 4,
        column: "Last day",
        value: "2026-06-07",
        text: "The line covers several days. Export one line per day.",
      },
      { line: 5, column: "Amount", value: "ten", text: "Enter an amount, such as 12.50." },
      { line: 6, column: "Amount", value: "-4", text: "The amount must not be negative." },
    ]);
    expect((await store(one.id)).status).toBe(400);
    const left = await change(one, { leave_out: true });
    expect(left.preview).toMatchObject({ ready: true, left: 4 });
    await store(one.id);
    await settled(one.id);
    expect(await spent()).toBe(1000);
  });

  describe("ambiguous lines need a choice before the file can be stored", () => {
    const future = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const lines = (...doubtful: string[]) => meta(["2026-06-01,,Alps,111,DACH,s1,10", ...doubtful]);

    test.each([
      ["future", lines(`${future},,Alps,111,DACH,s1,2`), 1200],
      ["empty", lines("2026-06-02,,Alps,111,DACH,s1,"), 1000],
      ["repeated", lines("2026-06-01,,Alps,111,DACH,s1,10"), 2000],
    ])("%s", async (kind, file, all) => {
      const { open, change, store, settled, spent, list } = await someone();
      const one = await open(file);
      expect(one.preview).toMatchObject({
        ready: false,
        problems: [],
        left: 1,
        rows: 1,
        amount_minor: 1000,
        doubts: [{ kind, lines: 1, first: [3], choice: null }],
      });
      expect((await store(one.id)).status).toBe(400);
      const without = await change(one, { doubts: { [kind]: "leave" } });
      expect(without.preview).toMatchObject({ ready: true, left: 1, amount_minor: 1000 });
      const taken = await change(one, { doubts: { [kind]: "take" } });
      expect(taken.preview).toMatchObject({ ready: true, left: 0, amount_minor: all });
      await store(one.id);
      await settled(one.id);
      expect(await spent()).toBe(all);
      expect((await list()).totals.rows).toBe(kind === "repeated" ? 1 : 2);
    });

    test("a dash without spend is not a missing amount, and another line of the same part is not a repeat", async () => {
      const { open } = await someone();
      const one = await open(lines("2026-06-02,,Alps,111,DACH,s1,--", "2026-06-01,,Alps,111,DACH,s1,3"));
      expect(one.preview).toMatchObject({ ready: true, doubts: [], added: 1, amount_minor: 1300 });
    });

    test("a file that an older version began to store is completed in the same way", async () => {
      const { app, open, spent, settled } = await someone();
      const one = await open(
        lines("2026-06-01,,Alps,111,DACH,s1,10", `${future},,Alps,111,DACH,s1,2`, "2026-06-02,,Alps,111,,,"),
      );
      await sql`update spend_imports set state = 'STORING', total = 3, settings = settings - 'doubts'
        where project_id = ${app.project.id} and id = ${one.id}`;
      await storeUploads(30_000, () => new Date());
      expect(await settled(one.id)).toMatchObject({ state: "STORED", stored: 3 });
      expect(await spent()).toBe(2200);
    });
  });

  test("an amount whose decimals differ from the rest of the file is reported, not multiplied", async () => {
    const { open } = await someone();
    const one = await open(
      'Day,Campaign ID,Cost\n2026-06-01,111,"1,234.50"\n2026-06-02,111,"12,5"\n2026-06-03,111,$3',
    );
    expect(one.preview).toMatchObject({
      ready: false,
      problems: [
        {
          line: 3,
          value: "12,5",
          text: "With a decimal comma this is 12.5. Other amounts have a decimal point, such as 1,234.50 on line 2. Use one number format.",
        },
        { line: 4, value: "$3", text: "This says $, but the currency is EUR." },
      ],
    });
  });

  test("a single separator before three digits is asked about, with both readings, and never guessed", async () => {
    const { open, change } = await someone();
    const file =
      'Day,Campaign ID,Cost\n2026-06-01,111,"1.234,56"\n2026-06-02,111,"€ 5,000"\n2026-06-03,111,7';
    const one = await open(file);
    expect(one.preview).toMatchObject({
      ready: false,
      problems: [],
      three_digits: { lines: 1, first: [3], text: "€ 5,000", thousands: 5000, decimals: 5, choice: null },
    });
    const thousands = await change(one, { three_digits: "thousands" });
    expect(thousands.preview).toMatchObject({ ready: true, amount_minor: 123_456 + 500_000 + 700 });
    const decimals = await change(one, { three_digits: "decimals" });
    expect(decimals.preview).toMatchObject({ ready: true, amount_minor: 123_456 + 500 + 700 });
  });

  test("an unknown campaign name is asked for: another campaign, or none", async () => {
    const { app, open, change, store, settled, spent } = await someone();
    const winter = await aCampaign(app, { name: "Winter" });
    const one = await open(
      meta(["2026-06-01,,Old name,999,,,10", "2026-06-01,,Brand,888,,,3", "2026-06-01,,winter,777,,,1"]),
    );
    expect(one.preview).toMatchObject({
      ready: false,
      rows: 1,
      unmatched: [
        { key: "999", name: "Old name", lines: 1, decided: false, campaign: null },
        { key: "888", name: "Brand", decided: false },
      ],
    });
    const campaigns = [
      { key: "999", campaign: winter.id },
      { key: "888", campaign: null },
    ];
    const changed = await change(one, { campaigns });
    expect(changed.preview).toMatchObject({ ready: true, rows: 1, added: 1, left: 1, amount_minor: 1100 });
    await store(one.id);
    await settled(one.id);
    expect(await spent()).toBe(1100);
    const stranger = await aCampaign(await aProject(), { name: "Theirs" });
    const foreign = await open(meta(["2026-06-01,,Old name,999,,,10"]));
    const tried = await change(foreign, { campaigns: [{ key: "999", campaign: stranger.id }] });
    expect(tried.preview.unmatched).toMatchObject([{ decided: false, campaign: null }]);
  });

  test("a campaign column may contain values of links, unless a campaign has such a name", async () => {
    const { app, alps, open, list, stored } = await someone();
    const called = await aCampaign(app);
    const id = called.displayId;
    const other = await aCampaign(app, { name: id });
    const lines = ["Day,Campaign,Amount", `2026-06-01,${alps.displayId},3.00`, `2026-06-01,${id},4.00`];
    expect(await open(lines.join("\n"))).toMatchObject({ preview: { unmatched: [], ready: true } });
    await stored(lines.join("\n"));
    const campaigns = (await list()).rows.map((row: { campaign: { id: number } }) => row.campaign.id);
    expect(campaigns.sort()).toEqual([alps.id, other.id].sort());
  });

  test("a missing rate keeps a file from being stored; the message has the currency and the first day", async () => {
    const { app, open, store, settled, path, session, spent, proven } = await someone();
    const file =
      "Day,Campaign,Campaign ID,Currency code,Cost\n2026-06-02,Alps,111,USD,10\n2026-06-01,Alps,111,usd,10";
    const one = await open(file);
    expect(one.preview).toMatchObject({
      ready: false,
      amount_minor: null,
      amounts: [{ currency: "USD", amount_minor: 2000 }],
      missing_rates: [{ currency: "USD", day: "2026-06-01", rows: 2 }],
    });
    await setExchangeRates(
      app.project,
      [{ currency: "USD", day: "2026-06-01", rate: 0.5 }],
      commandLine,
      new Date(),
    );
    const { body } = await call(`GET ${path}/uploads/${one.id}`, { session });
    expect(body.data.upload.preview).toMatchObject({ ready: true, amount_minor: 1000 });
    await store(one.id);
    await settled(one.id);
    expect(await spent()).toBe(1000);
    await proven();
  });

  test("columns that cannot be guessed can be chosen; days and amounts are read in other countries' formats", async () => {
    const { open, change, alps } = await someone();
    const one = await open(
      `Wann;Was;Summe\n01.06.2026;${alps.displayId};1.234,56\n02.06.2026;${alps.displayId};7`,
    );
    expect(one.preview).toMatchObject({
      missing: ["date", "amount", "campaign_name"],
      ready: false,
      columns: [
        { header: "Wann", samples: ["01.06.2026", "02.06.2026"] },
        { header: "Was" },
        { header: "Summe" },
      ],
    });
    const changed = await change(one, {
      columns: { date: 0, campaign: 1, amount: 2 },
      date_form: "dmy",
      decimal_mark: ",",
    });
    expect(changed.preview).toMatchObject({
      ready: true,
      amount_minor: 124_156,
      days: { from: "2026-06-01", to: "2026-06-02" },
    });
  });

  test("a file of thousands of rows is stored in parts, and continued after a crash", async () => {
    const { app, open, path, session, settled, spent, proven } = await someone();
    const lines = Array.from(
      { length: 4_500 },
      (_, i) => `2026-0${1 + (i % 3)}-${10 + (i % 19)},,Alps,111,,k${i},0.01`,
    );
    const one = await open(meta(lines));
    await sql`update spend_imports set state = 'STORING', total = 4500 where project_id = ${app.project.id}
      and id = ${one.id}`;
    await storeUploads(0, () => new Date());
    for (;;) {
      await storeUploads(30_000, () => new Date());
      const { body } = await call(`GET ${path}/uploads/${one.id}`, { session });
      if (body.data.upload.state !== "STORING") break;
    }
    expect(await settled(one.id)).toMatchObject({ state: "STORED", stored: 4_500 });
    expect(await spent()).toBe(4_500);
    await proven();
  });

  describe("refusals", () => {
    test("413 beyond 10 MB, 400 if it is not a table", async () => {
      const { send } = await someone();
      expect(await send(new Uint8Array(10 * 1024 * 1024 + 1).fill(0x61))).toMatchObject({
        status: 413,
        body: { msg: "The file is larger than 10 MB. Split it, for instance by month." },
      });
      expect((await send(Buffer.from("PK\u0003\u0004 xlsx"))).body.msg).toBe(
        "This is an Excel workbook. Save it as CSV and upload the CSV file.",
      );
      expect((await send("")).status).toBe(400);
    });

    test("404 for another project's file and for a discarded one", async () => {
      const [own, other] = await Promise.all([someone(), someone()]);
      const one = await own.open(meta(["2026-06-01,,Alps,111,DACH,s1,10"]));
      for (const method of ["GET", "DELETE"]) {
        const got = await call(`${method} ${other.path}/uploads/${one.id}`, { session: other.session });
        expect(got.status).toBe(404);
      }
      const body = one.preview.settings;
      expect(
        (await call(`PUT ${other.path}/uploads/${one.id}`, { session: other.session, body })).status,
      ).toBe(404);
      expect(
        (await call(`POST ${other.path}/uploads/${one.id}/store`, { session: other.session })).status,
      ).toBe(404);
      const deleted = await call(`DELETE ${own.path}/uploads/${one.id}`, { session: own.session });
      expect(deleted.status).toBe(200);
      expect((await own.store(one.id)).status).toBe(404);
    });

    test("400 for invalid settings", async () => {
      const { open, path, session } = await someone();
      const one = await open(meta(["2026-06-01,,Alps,111,DACH,s1,10"]));
      for (const bad of [
        { currency: "ABQ" },
        { network: "nobody" },
        { columns: { what: 1 } },
        { columns: { date: -1 } },
      ]) {
        const body = { ...one.preview.settings, ...bad };
        expect(
          (await call(`PUT ${path}/uploads/${one.id}`, { session, body })).status,
          JSON.stringify(bad),
        ).toBe(400);
      }
    });
  });
});
