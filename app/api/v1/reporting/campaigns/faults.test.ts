import { expect, test } from "vitest";
import * as reporting from "@/app/api/v1/reporting/campaigns/route";
import { sql } from "@/db";
import { captureEvent } from "@/lib/facts/events/capture";
import { capturePayment } from "@/lib/facts/payments/capture";
import { throughBothAdapters } from "@/lib/platform/http/testing";
import {
  type AProject,
  aCampaign,
  aClick,
  anAttributedUser,
  aProject,
  decideEverything,
  withoutLimits,
} from "@/testing/factories";

throughBothAdapters([reporting], (call) => {
  async function someone(input: Parameters<typeof aProject>[0] = {}) {
    const app = await aProject(input);
    await withoutLimits(app);
    const campaign = await aCampaign(app, { name: "Spring" });
    const read = async (query: Record<string, string | number> = {}) => {
      const got = await call("GET /api/v1/reporting/campaigns", { key: app.serverKey, query });
      expect(got.status, got.text).toBe(200);
      return { ...got, row: got.body.data.campaigns[0] };
    };
    return { app, campaign, read };
  }

  const context = (at: string) => ({ userAgent: null, now: new Date(at) });
  const pay = (app: AProject, user: string, amount: number) =>
    capturePayment(
      app.project,
      { token: "", user_id: user, amount, type: "DEFAULT", status: "PAYMENT_COMPLETED" },
      context("2026-06-02T10:00:00Z"),
    );

  test.each([
    ["2026-03-29", 23],
    ["2026-10-25", 25],
  ])("a day with a clock change (%s) contains each of its %i hours once", async (day, hours) => {
    const { app, campaign, read } = await someone({ timeZone: "Europe/Berlin" });
    const [row] = await sql<{ begins: Date }[]>`
      select ${day}::text::date::timestamp at time zone 'Europe/Berlin' as begins`;
    // From two hours before the day to two hours after it.
    for (let hour = -2; hour < hours + 2; hour++) {
      const at = new Date(row!.begins.getTime() + hour * 3_600_000);
      await aClick(app, { campaignId: campaign.id, at });
    }
    const clicks = async (from: string, to = from) => Number((await read({ from, to })).row.clicks);
    const [before, after] = [-1, 1].map((n) =>
      new Date(Date.parse(`${day}T00:00:00Z`) + n * 86_400_000).toISOString().slice(0, 10),
    ) as [string, string];
    expect(await clicks(day)).toBe(hours);
    expect([await clicks(before), await clicks(after)]).toEqual([2, 2]);
    expect(await clicks(before, after)).toBe(hours + 4);
  });

  test("whitelists with empty, unknown or comma-containing names drop the unknown ones", async () => {
    const { app, campaign, read } = await someone();
    const { userId } = await anAttributedUser(app, campaign.id);
    for (const event_name of ["hike", "a,b"])
      await captureEvent(
        app.project,
        { token: "", event_name, user_id: userId },
        context("2026-06-02T10:00:00Z"),
      );
    await decideEverything(app);
    const names = async (events: string) => Object.keys((await read({ events })).row.custom_events).sort();
    expect(Object.keys((await read()).row.custom_events).sort()).toEqual(["a,b", "hike"]);
    expect(await names("a,,b, ,hike")).toEqual(["hike"]);
    expect(await names('"a,b"')).toEqual(["a,b"]);
    expect(await names('hike,"a,b"')).toEqual(["a,b", "hike"]);
    const many = Array.from({ length: 1_500 }, (_, n) => `n${n}`).join(",");
    expect(await names(`${many},hike`)).toEqual(["hike"]);
    expect(await names("nothing")).toEqual([]);
  });

  test("without spend the report has no return and no cost, and never NaN or Infinity", async () => {
    const { app, campaign, read } = await someone();
    const { userId } = await anAttributedUser(app, campaign.id);
    await pay(app, userId, 5);
    await captureEvent(
      app.project,
      { token: "", event_name: "hike", user_id: userId },
      context("2026-06-02T10:00:00Z"),
    );
    const { row, text } = await read({ cost_per_event: "hike,DEFAULT,nothing" });
    expect(row.spend).toBe("$0.00");
    for (const field of ["roas", "cost_per_signup", "cost_per_reinstall"])
      expect(row[field] ?? "0").toMatch(/^\$?0/);
    expect(text).not.toMatch(/NaN|Infinity|null%|undefined/);
  });

  test("search treats every character literally, also ten thousand of them", async () => {
    const { app, read } = await someone();
    for (const name of ["100% hemp", "under_score", "back\\slash"]) await aCampaign(app, { name });
    const names = async (search: string) =>
      (await read({ search })).body.data.campaigns.map(({ name }: { name: string }) => name);
    expect(await names("%")).toEqual(["100% hemp"]);
    expect(await names("_")).toEqual(["under_score"]);
    expect(await names("\\")).toEqual(["back\\slash"]);
    expect(await names("_".repeat(10_000))).toEqual([]);
  });

  test("a million small amounts and a very large one add up to the last digit", async () => {
    const { app, campaign, read } = await someone({ currency: "USD" });
    const { userId } = await anAttributedUser(app, campaign.id);
    await pay(app, userId, 999_999_999_999.9999);
    for (let i = 0; i < 3; i++) await pay(app, userId, 0.1);
    // A ledger row of a million payments of ten cents.
    await sql`
      insert into ledger (project_id, day, campaign_id, measure, name, platform, count, amount)
      select ${app.project.id}, '2026-06-02', ${campaign.id}, 'payment', 'DEFAULT', 'ANDROID', 1000, 10000
      from generate_series(1, 1000)`;
    const { row } = await read();
    expect(row.revenue).toBe("$1,000,000,100,000.30");
    expect(row.revenue_event_count).toBe("1,000,004");
  });
});
