import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "@/db";
import { paymentsList as paymentsOf } from "@/lib/activity/lists/payments/list";
import { paymentSchema } from "@/lib/activity/lists/payments/schema";
import { showCampaign } from "@/lib/campaigns/table/list";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { reportGroups } from "@/lib/reporting/groups/groups";
import { groupsQuery } from "@/lib/reporting/groups/schema";
import { report } from "@/lib/reporting/report/report";
import { reportQuery } from "@/lib/reporting/report/schema";
import { reportTableQuery } from "@/lib/reporting/table/schema";
import { reportTable } from "@/lib/reporting/table/table";
import { recordSpend } from "@/lib/spend/record";
import { aCampaign, decideEverything } from "@/testing/factories";
import { aLedgerStage, type LedgerStage, type LedgerStep, playSteps, stepsOfReturn } from "@/testing/ledger";

/** The retargeting view: users who returned, and their payments soon after. */

let stage: LedgerStage;
const now = new Date("2026-04-10T12:00:00Z");
const pay = (user: "u1" | "u2", amount: number, hours: number): LedgerStep => ({
  do: "pay",
  user,
  payment: null,
  type: "ONE_TIME",
  status: "PAYMENT_COMPLETED",
  amount,
  minutes: hours * 60,
});

const buy = (user: "u1" | "u2", instance: "i1" | "i2", amount: 1.5 | 2, hours: number): LedgerStep => ({
  do: "event",
  user,
  instance,
  name: "buy",
  amount,
  minutes: hours * 60,
});

beforeAll(async () => {
  stage = await aLedgerStage("Europe/Berlin");
  // The second campaign brings u1 back with its ad, and gets the reinstall on u1's phone.
  await playSteps(
    stage,
    // The first event is before the return.
    [...stepsOfReturn, buy("u1", "i1", 1.5, 1), pay("u1", 1000, 3), pay("u1", 250, 4), buy("u1", "i1", 2, 3)],
    false,
  );
  await decideEverything(stage.app);
  await playSteps(stage, [{ do: "init", instance: "i2", click: 1, minutes: 1000 }], false);
  await decideEverything(stage.app);
  await playSteps(
    stage,
    [
      { do: "trigger", instance: "i2", user: "u2", minutes: 1001 },
      pay("u2", 400, 20),
      buy("u2", "i2", 1.5, 20),
      buy("u2", "i2", 1.5, 21),
    ],
    false,
  );
  const { display_id } = (await showCampaign(stage.app.project, stage.campaigns[1]!)).campaign;
  const cost = {
    campaign: display_id,
    network_campaign_id: "",
    creative_id: "",
    keyword_id: "",
    platform: "",
    country: "",
  };
  await sql`
    update campaigns set purpose = 'retargeting' where project_id = ${stage.app.project.id} and id = ${stage.campaigns[1]!}`;
  await recordSpend(
    stage.app.project,
    [{ ...cost, date: "2026-03-28", ad_set_id: "back", amount: 3.3 }],
    { kind: "HAND", sourceKey: null, name: "By hand", createdBy: "test" },
    now,
  );
  await decideEverything(stage.app);
});

const read = async (query: Record<string, string>) => {
  const got = await report(
    stage.app.project,
    reportQuery.parse({ from: "2026-03-01", to: "2026-04-10", ...query }),
    now,
  );
  return got.campaigns;
};

describe("the retargeting view of the report", () => {
  test("counts re-engagements, reinstalls and payments soon after, per campaign, ad set and creative", async () => {
    const [row] = await read({ view: "retargeting", sort_field: "revenue" });
    expect(row).toMatchObject({
      id: stage.campaigns[1],
      reengagements: "1",
      reinstalls: "1",
      revenue: "$16.50",
      spend: "$3.30",
      roas: "5.00",
      cost_per_reinstall: "$3.30",
      revenue_event_count: "3",
      payment_events: { ONE_TIME: { count: "3", total: "16.50" } },
    });
    const back = row!.adSets.find(({ id }) => id === "back");
    expect(back).toMatchObject({
      reengagements: "1",
      reinstalls: "0",
      revenue: "$12.50",
      spend: "$3.30",
      roas: "3.79",
    });
    expect(back!.adCreatives).toMatchObject([{ id: "video", reengagements: "1", revenue: "$12.50" }]);
    const again = row!.adSets.find(({ id }) => id === "set 1");
    expect(again).toMatchObject({ reengagements: "0", reinstalls: "1", revenue: "$4.00" });
    expect(row).not.toHaveProperty("custom_events");
    expect(row).not.toHaveProperty("daywise_revenue");
    expect(row).not.toHaveProperty("cost_per_install");
  });

  test("leaves the figures of the install's campaign to the acquisition view", async () => {
    const rows = async (view: string) =>
      Object.fromEntries((await read({ view })).map((row) => [row.id, row.revenue]));
    expect(await rows("user_acquisition")).toEqual({
      [stage.campaigns[0]!]: "$12.50",
      [stage.campaigns[1]!]: "$4.00",
    });
    expect(await rows("retargeting")).toEqual({
      [stage.campaigns[0]!]: "$0.00",
      [stage.campaigns[1]!]: "$16.50",
    });
  });

  test("unique users of payments are those who paid soon after a re-engagement", async () => {
    const [row] = await read({ view: "retargeting", sort_field: "revenue", unique_user_events: "ONE_TIME" });
    expect(row!.payment_events).toEqual({ ONE_TIME: { unique_count: "2", total: "16.50" } });
    const sets = Object.fromEntries(row!.adSets.map((set) => [set.id, set.payment_events]));
    expect(sets).toMatchObject({
      back: { ONE_TIME: { unique_count: "1" } },
      "set 1": { ONE_TIME: { unique_count: "1" } },
    });
  });

  test("counts events soon after a return for what brought the user back, with their value, cost and users", async () => {
    const { app, campaigns } = stage;
    const columns = ["count", "amount", "unique", "cost"].map((part) => `event:buy:${part}`).join();
    const query = { from: "2026-03-01", to: "2026-04-10", columns };
    const table = await reportTable(
      app.project,
      reportTableQuery.parse({ ...query, view: "retargeting" }),
      now,
    );
    const row = table.campaigns.find(({ id }) => id === String(campaigns[1]));
    expect(row!.events).toEqual({ buy: { count: 3, amount: 500, unique: 2 } });
    expect(table.total.events).toEqual({ buy: { count: 3, amount: 500, unique: 2 } });
    const sets = Object.fromEntries(row!.children.map(({ id, events }) => [id, events]));
    expect(sets).toEqual({
      back: { buy: { count: 1, amount: 200, unique: 1 } },
      "set 1": { buy: { count: 2, amount: 300, unique: 1 } },
    });
    const acquired = await reportTable(app.project, reportTableQuery.parse(query), now);
    expect(acquired.campaigns.map(({ id, events }) => [id, events.buy])).toEqual(
      expect.arrayContaining([
        [String(campaigns[0]), { count: 2, amount: 350, unique: 1 }],
        [String(campaigns[1]), { count: 2, amount: 300, unique: 1 }],
      ]),
    );
    const groups = await reportGroups(
      app.project,
      groupsQuery.parse({ ...query, by: "campaign", view: "retargeting" }),
      now,
    );
    expect(Object.fromEntries(groups.rows.map(({ keys, events }) => [keys[0], events]))).toEqual({
      [campaigns[1]!]: { buy: { count: 3, amount: 500 } },
    });
    expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
  });

  test("links to the payments that it counts, each with the campaign of the re-engagement", async () => {
    const { app, campaigns } = stage;
    const query = paymentSchema.query.parse({
      returned: "yes",
      campaign: String(campaigns[1]),
      ad_set: "back",
    });
    const { payments } = await paymentsOf.page(app.project, query);
    expect(payments.map((one) => [one.amount_minor, one.campaign?.id, one.brought_back_by?.id])).toEqual([
      [250, campaigns[0], campaigns[1]],
      [1000, campaigns[0], campaigns[1]],
    ]);
    const all = await paymentsOf.page(app.project, paymentSchema.query.parse({ returned: "yes" }));
    expect(all.payments.map((one) => one.brought_back_by?.id)).toEqual([
      campaigns[1],
      campaigns[1],
      campaigns[1],
    ]);
    const none = await paymentsOf.page(
      app.project,
      paymentSchema.query.parse({ returned: "yes", campaign: String(campaigns[0]) }),
    );
    expect(none.payments).toEqual([]);
  });

  test("is sorted by its own revenue", async () => {
    const order = async (view: string) =>
      (await read({ view, sort_field: "revenue" })).map(({ id }) => stage.campaigns.indexOf(id));
    expect(await order("user_acquisition")).toEqual([0, 1]);
    expect(await order("retargeting")).toEqual([1, 0]);
  });

  test("campaigns and groups with figures of new users only have no row in the dashboard, and count as before in totals", async () => {
    const { project } = stage.app;
    const quiet = await aCampaign(stage.app, { name: "New users only" });
    await sql`
      insert into ledger (project_id, day, campaign_id, measure, platform, country, count)
      values (${project.id}, '2026-04-02', ${quiet.id}, 'installs', 'IOS', 'JP', 3)`;
    const table = (view: string) =>
      reportTable(project, reportTableQuery.parse({ from: "2026-03-01", to: "2026-04-10", view }), now);
    const [acquired, returned] = [await table("user_acquisition"), await table("retargeting")];
    expect(acquired.campaigns.map(({ id }) => Number(id))).toContain(quiet.id);
    // Clicks of campaigns with another purpose are no figures of the view.
    expect(returned.campaigns.map(({ id }) => Number(id))).toEqual([stage.campaigns[1]]);
    expect(returned.pagination.total).toBe(1);
    expect(returned.total.metrics.installs).toBe(acquired.total.metrics.installs);
    expect(returned.deleted).toBeNull();
    const countries = async (view: string) =>
      (await reportGroups(project, groupsQuery.parse({ by: "country", view }), now)).rows.map(
        ({ keys }) => keys[0],
      );
    expect(await countries("user_acquisition")).toContain("JP");
    expect(await countries("retargeting")).not.toContain("JP");
  });
});
