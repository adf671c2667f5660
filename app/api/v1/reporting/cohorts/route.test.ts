import { beforeAll, describe, expect, test } from "vitest";
import * as cohorts from "@/app/api/v1/reporting/cohorts/route";
import { sql } from "@/db";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { aProject, withoutLimits } from "@/testing/factories";
import { type KnownProject, knownProject } from "@/testing/reporting";

const path = "GET /api/v1/reporting/cohorts";
const june = { from: "2026-06-01", to: "2026-06-14" };

const breakdowns =
  "campaign, network, ad_set, creative, keyword, affiliate, tag, platform, country, app_version, publisher";
const refused: [Record<string, string>, string][] = [
  [{ granularity: "year" }, "granularity must be one of day, week, month."],
  [{ by: "user" }, `by must be one of ${breakdowns}.`],
  [{ by: "__proto__" }, `by must be one of ${breakdowns}.`],
  [{ projection: "yes" }, "projection must be one of true, false."],
  [{ event_users: "yes" }, "event_users must be one of true, false."],
  [{ event: "x".repeat(201) }, "event must have at most 200 characters."],
  [{ traffic: "free" }, "traffic must be one of paid, all."],
  [{ platform: "web" }, "platform must be one of ios, android."],
  [{ active: "yes" }, "active must be one of true, false."],
  [{ from: "2026-02-30" }, "from must be a date of the form YYYY-MM-DD."],
  [{ to: "x" }, "to must be a date of the form YYYY-MM-DD."],
  [{ from: "2026-06-02", to: "2026-06-01" }, "from must not be after to."],
  [{ country: "Germany" }, "A country must be two capital letters, or none."],
  [{ affiliate: "0" }, "affiliate must be the ID of an affiliate."],
  [{ meta_account_id: "abc" }, "meta_account_id must be a number."],
  [
    { granularity: "day", from: "0001-01-01" },
    "The report would have more than 366 cohorts. Choose fewer days, or cohorts by week or month.",
  ],
];

asServedOrBoth([cohorts], (call) => {
  describe("credentials and limits", () => {
    test("401 missing or invalid server key", async () => {
      for (const key of [undefined, "nonsense", `cairn_${"a".repeat(38)}`]) {
        expect(await call(path, key ? { key } : {})).toMatchObject({
          status: 401,
          body: { msg: "Unauthorized access.", status: 401, data: null },
        });
      }
    });

    test("402 a suspended account", async () => {
      const app = await aProject();
      await sql`update projects set suspended_at = now() where id = ${app.project.id}`;
      expect((await call(path, { key: app.serverKey })).status).toBe(402);
    });

    test("429 a second call within the minute, with Retry-After 60", async () => {
      const app = await aProject();
      expect((await call(path, { key: app.serverKey, tick: 1_000 })).status).toBe(200);
      const second = await call(path, { key: app.serverKey, tick: 60_999 });
      expect(second).toMatchObject({
        status: 429,
        body: { msg: "Rate limit exceeded. Please try again later.", status: 429 },
      });
      expect(second.headers.get("retry-after")).toBe("60");
    });
  });

  describe("one project's cohorts", () => {
    let world: KnownProject;
    beforeAll(async () => {
      world = await knownProject();
      await withoutLimits(world.app);
    });
    const request = async (query: Record<string, string> = {}) => {
      const { app, now } = world;
      return call(path, { key: app.serverKey, now, query: { ...june, ...query } });
    };

    test.each(refused)("422 %j", async (query, msg) => {
      const got = await request(query);
      expect(got).toMatchObject({ status: 422, body: { msg, status: 422 } });
      const code = msg.startsWith("The report") ? "report_too_large" : "invalid_request";
      expect(got.headers.get("cairn-error")).toBe(code);
    });

    test("200 a week of paid installs: every field, and null at ages that are not reached", async () => {
      const got = await request();
      expect(got).toMatchObject({ status: 200, body: { msg: "Cohorts fetched successfully", status: 200 } });
      const noAds = { ad_revenue: "€0.00", ad_ltv: "€0.00", ad_roas: "0.00" };
      const ads = {
        ...{ ad_revenue: "€0.30", ad_ltv: "€0.08", ad_roas: "0.01" },
        ...{ total_revenue: "€20.30", total_ltv: "€5.08", total_roas: "0.50" },
      };
      const age = (revenue: string, ltv: string, roas: string, retention: string | null, more = {}) => ({
        ...{ installs: "4", revenue, ltv, spend: "€41.00", roas, retention },
        ...{ ...noAds, total_revenue: revenue, total_ltv: ltv, total_roas: roas, ...more },
        // One of four installs pays, so revenue per payer is all of it.
        ...{ payers: "1", paying_share: "25.00%", arppu: revenue },
      });
      const figures = {
        installs: "4",
        spend: "€41.00",
        payback: null,
        ages: {
          d0: age("€15.00", "€3.75", "0.37", null),
          d1: age("€15.00", "€3.75", "0.37", "25.00%"),
          d3: age("€15.00", "€3.75", "0.37", "0%"),
          d7: age("€20.00", "€5.00", "0.49", "0%", ads),
          ...{ d14: null, d30: null, d60: null, d90: null, d180: null },
          lifetime: age("€20.00", "€5.00", "0.49", null, ads),
        },
      };
      expect(got.body.data).toEqual({
        cohorts: [{ from: "2026-06-01", to: "2026-06-07", ...figures }],
        values: [],
        total: figures,
        ...june,
        granularity: "week",
        by: null,
        spend_left_out: "€0.00",
        display_currency: "EUR",
      });
    });

    test("200 by campaign: a row for each, largest first; ROAS is null without spend", async () => {
      const { cohorts: rows, values, by } = (await request({ by: "campaign" })).body.data;
      expect(by).toBe("campaign");
      expect(
        rows.map(({ name, installs, spend }: Record<string, string>) => [name, installs, spend]),
      ).toEqual([
        ["Alps", "3", "€41.00"],
        ["Newsletter", "1", "€0.00"],
      ]);
      expect(rows[0].id).toBe(String(world.meta.id));
      expect(rows[1].ages.d0).toMatchObject({ ltv: "€0.00", roas: null });
      expect(values.map(({ name }: { name: string }) => name)).toEqual(["Alps", "Newsletter"]);
    });

    test("200 by country and by platform: spend that is not broken down has its own row, and a filter reports how much it leaves out", async () => {
      for (const [by, filter] of [
        ["country", { country: "IN" }],
        ["platform", { platform: "android" }],
      ] as const) {
        const { cohorts: rows, total, spend_left_out } = (await request({ by })).body.data;
        const other = rows.find(({ name }: { name: string }) => name === "Not broken down");
        expect(other).toMatchObject({
          installs: "0",
          spend: "€41.00",
          payback: null,
          ages: { d0: { roas: null } },
        });
        for (const row of rows) if (row !== other) expect(row).toMatchObject({ spend: "€0.00" });
        expect({ spend: total.spend, spend_left_out }).toEqual({ spend: "€41.00", spend_left_out: "€0.00" });
        const filtered = (await request(filter)).body.data;
        expect({ spend: filtered.total.spend, out: filtered.spend_left_out }).toEqual({
          spend: "€0.00",
          out: "€41.00",
        });
      }
    });

    test("200 with event: its count, amount, count per install and cost, up to each age", async () => {
      // Sent 46 and 70 hours after one install, and 21 hours after another.
      const of = (count: string, per_install: string, cost: string | null) => ({
        event: { count, amount: "€0.00", per_install, cost },
      });
      expect((await request({ event: "hike" })).body.data.total.ages).toMatchObject({
        d0: of("1", "0.25", "€41.00"),
        d1: of("2", "0.50", "€20.50"),
        d3: of("3", "0.75", "€13.67"),
        lifetime: of("3", "0.75", "€13.67"),
      });
      const unknown = (await request({ event: "toString" })).body.data.total.ages;
      expect(unknown.d0).toMatchObject(of("0", "0.00", null));
      expect((await request()).body.data.total.ages.d0).not.toHaveProperty("event");
    });

    test("200 with event_users=true: the installs with the event, up to each calendar day", async () => {
      // One install had it on the second and third day after it, and one on the next day.
      const of = (users: string, share: string) => ({ event: { users, share } });
      const { ages } = (await request({ event: "hike", event_users: "true" })).body.data.total;
      expect(ages).toMatchObject({
        d0: of("0", "0%"),
        d1: of("1", "25.00%"),
        d3: of("2", "50.00%"),
        lifetime: of("2", "50.00%"),
      });
      expect((await request({ event: "hike" })).body.data.total.ages.d3.event).not.toHaveProperty("users");
    });

    test("200 with projection=true: a small cohort has none, with the reason", async () => {
      const { total, cohorts: rows } = (await request({ projection: "true" })).body.data;
      const refused = "A projection needs 200 installs and 20 paying users.";
      for (const { projection } of [total, ...rows])
        expect(projection).toMatchObject({ refused, break_even_day: null, ages: { d30: null } });
      expect((await request()).body.data.total).not.toHaveProperty("projection");
    });

    test("200 traffic=all adds organic installs, and filters apply to the rows", async () => {
      const installs = async (query: Record<string, string>) =>
        (await request({ granularity: "month", ...query })).body.data.total.installs;
      expect(await installs({ traffic: "all" })).toBe("6");
      expect(await installs({ network: "meta" })).toBe("3");
      expect(await installs({ search: "newsletter" })).toBe("1");
      expect(await installs({ country: "none" })).toBe("2");
      expect(await installs({ platform: "ios" })).toBe("0");
    });

    test("200 without dates: the last 90 days", async () => {
      const { app, now } = world;
      const { from, to } = (await call(path, { key: app.serverKey, now })).body.data;
      expect({ from, to }).toEqual({ from: "2026-03-23", to: "2026-06-20" });
    });
  });
});
