import { beforeAll, expect, test } from "vitest";
import { asServed, unquoted } from "@/lib/platform/http/testing";
import type { GroupsData } from "@/lib/reporting/groups/schema";
import type { TableData } from "@/lib/reporting/table/schema";
import { type AMember, aMember } from "@/testing/factories";
import { type KnownProject, knownProject } from "@/testing/reporting";
import { reportRoutes } from "./report";

const days = { from: "2026-06-01", to: "2026-06-10" };
/** In Berlin, the installs of June 3 have just completed D7. */
const now = new Date("2026-06-12T12:00:00Z");

asServed([reportRoutes], (call) => {
  let world: KnownProject;
  let viewer: AMember;
  beforeAll(async () => {
    world = await knownProject();
    viewer = await aMember("viewer", world.app.accountId);
  });
  const answer = (path: string, query: Record<string, string>, at = now) =>
    call(`GET /api/dashboard/projects/${world.app.project.id}/report${path}`, {
      session: viewer.session,
      now: at,
      query: { ...days, ...query },
    });
  const get = async (path: string, query: Record<string, string>) => {
    const got = await answer(path, query);
    expect(got.status, got.text).toBe(200);
    return got.body.data;
  };
  const columns = [
    "cohort:d1:ltv",
    "cohort:d1:roas",
    "cohort:d7:roas",
    "cohort:d7:arppu",
    "cohort:d7:cost_per_event:hike",
    "cohort:d30:revenue",
  ].join();

  test("a column has the sums of the installs that have completed its age, and nothing before", async () => {
    const data: TableData = await get("", { columns });
    const [alps, plain] = ["Alps", "Newsletter"].map(
      (name) => data.campaigns.find((row) => row.name === name)!.cohorts,
    );
    expect(alps).toEqual({
      "cohort:d1:ltv": 1_500 / 3,
      "cohort:d1:roas": 1_500 / 4_100,
      "cohort:d7:roas": 2_000 / 3_050,
      "cohort:d7:arppu": 2_000,
      "cohort:d7:cost_per_event:hike": 3_050 / 2,
    });
    // Its only install has not completed D7, and there is no spend.
    expect(plain).toEqual({ "cohort:d1:ltv": 0, "cohort:d1:roas": null });
    // Not the mean of the rows.
    expect(data.total.cohorts["cohort:d1:ltv"]).toBe(1_500 / 4);
    expect(data.organic!.cohorts).toEqual({ "cohort:d1:ltv": 50, "cohort:d1:roas": null });
    const [first] = data.campaigns.find(({ name }) => name === "Alps")!.children;
    expect(first!.cohorts["cohort:d7:roas"]).toBe(2_000 / 3_050);
  });

  test("without a requested column, no figures of cohorts are counted", async () => {
    const data: TableData = await get("", {});
    expect(data.total.cohorts).toEqual({});
  });

  test("the report can be sorted by a column of cohorts, with missing figures last", async () => {
    for (const order of ["ascending", "descending"]) {
      const data: TableData = await get("", { sort_field: "cohort:d7:roas", sort_order: order });
      expect(data.campaigns.map(({ name }) => name)).toEqual(["Alps", "Newsletter"]);
    }
    const data: TableData = await get("", { sort_field: "cohort:d1:ltv", sort_order: "ascending" });
    expect(data.campaigns.map(({ name }) => name)).toEqual(["Newsletter", "Alps"]);
  });

  test("files have the columns, with a dash for cohorts that are not old enough", async () => {
    const text = unquoted((await answer("/export.csv", { columns })).text);
    const [head, ...lines] = text.trim().split(/\r?\n/);
    expect(head).toContain(
      "LTV (ARPU) D1 (EUR),ROAS D1,ROAS D7,ARPPU D7 (EUR),hike: cost per event D7 (EUR)",
    );
    expect(lines.find((line) => line.includes("Alps"))).toMatch(/5,0\.37,0\.66,20,15\.25,–$/);
    const groups = await answer("/groups/export.csv", { by: "network", columns });
    expect(unquoted(groups.text)).toMatch(/Meta,5,0\.37,0\.66,20,15\.25,–/);
  });

  test("breakdowns have figures of cohorts, events and payments, and can be sorted by them", async () => {
    const requested = `cohort:d1:ltv,event:hike:count,event:hike:cost,payment:FIRST_PAYMENT:amount`;
    const query = { by: "network", traffic: "all", columns: requested, sort_field: "event:hike:count" };
    const { rows, total_requested, events, payments }: GroupsData = await get("/groups", query);
    expect(rows.map(({ labels }) => labels[0])).toEqual(["Meta", "Organic", "No network"]);
    const [meta, organic] = rows;
    expect(meta).toMatchObject({
      events: { hike: { count: 3, amount: 0 } },
      payments: { FIRST_PAYMENT: { count: 1, amount: 1_500 } },
      cohorts: { "cohort:d1:ltv": 500 },
    });
    expect(organic!.events).toEqual({ hike: { count: 1, amount: 0 } });
    expect(total_requested!.events).toEqual({ hike: { count: 4, amount: 0 } });
    expect(events).toEqual(["hike"]);
    expect(payments).toContain("FIRST_PAYMENT");
    const { text } = await answer("/groups/export.csv", query);
    expect(unquoted(text)).toMatch(/Meta,5,3,13\.67,15/);
  });

  test("ratios of cohorts are compared, and sums only once all of their days are mature", async () => {
    const query = {
      by: "campaign",
      compare: "previous",
      columns: "cohort:d1:ltv,cohort:d1:revenue",
      from: "2026-06-05",
      to: "2026-06-06",
    };
    const change = async (at: Date) =>
      (await answer("/changes", query, at)).body.data.total as Record<string, number>;
    // 0.50 of two installs, after 15.00 of three.
    const early = await change(new Date("2026-06-08T12:00:00Z"));
    expect(early).not.toHaveProperty("cohort:d1:revenue");
    const late = await change(new Date("2026-06-09T12:00:00Z"));
    expect(late["cohort:d1:revenue"]).toBeCloseTo((50 - 1_500) / 1_500);
    expect(late["cohort:d1:ltv"]).toBeCloseTo((25 - 500) / 500);
  });

  test.each([
    "cohort:d2:roas",
    "cohort:d0:retention",
    "cohort:d60:retention",
    "cohort:d7:events",
    "cohort:d7:roas:hike",
  ])("422 the report can't be sorted by the unknown column %s", async (field) => {
    expect((await answer("", { sort_field: field })).status).toBe(422);
    expect((await answer("/groups", { by: "day", sort_field: field })).status).toBe(400);
  });

  test("422 Choose at most 20 events for columns of cohorts.", async () => {
    const many = Array.from({ length: 21 }, (_, i) => `cohort:d7:events:e${i}`).join();
    for (const [path, query] of [
      ["", {}],
      ["/groups", { by: "day" }],
    ] as const) {
      const got = await answer(path, { ...query, columns: many });
      expect([got.status, got.body.msg]).toEqual([422, "Choose at most 20 events for columns of cohorts."]);
    }
  });
});
