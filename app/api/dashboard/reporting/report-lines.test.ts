import { beforeAll, expect, test } from "vitest";
import { asServed } from "@/lib/platform/http/testing";
import type { LinesData } from "@/lib/reporting/groups/lines-schema";
import { type AMember, aCampaign, aClick, aMember } from "@/testing/factories";
import { type KnownProject, knownProject } from "@/testing/reporting";
import { reportRoutes } from "./report";

const days = { from: "2026-06-01", to: "2026-06-10" };

asServed([reportRoutes], (call) => {
  let world: KnownProject;
  let viewer: AMember;
  const get = (path: string, query: Record<string, string>) =>
    call(`GET /api/dashboard/projects/${world.app.project.id}/report${path}`, {
      session: viewer.session,
      now: world.now,
      query: { ...days, ...query },
    });
  const lines = async (query: Record<string, string>): Promise<LinesData> => {
    const got = await get("/lines", query);
    expect(got.status, got.text).toBe(200);
    return got.body.data;
  };
  const sum = (values: readonly (number | null)[] = []) =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0);

  beforeAll(async () => {
    world = await knownProject();
    viewer = await aMember("viewer", world.app.accountId);
  });

  test.each(["installs", "revenue", "spend"])(
    "the days of %s add up to the report's totals",
    async (metric) => {
      const { all, total } = (await get("", {})).body.data;
      const everything = await lines({ metric });
      expect(everything.lines).toHaveLength(1);
      expect(everything.lines[0]?.days).toHaveLength(10);
      expect(sum(everything.lines[0]?.days)).toBe(all.metrics[metric]);
      const paid = await lines({ metric, traffic: "paid" });
      expect(sum(paid.lines[0]?.days)).toBe(total.metrics[metric]);
    },
  );

  test("each network has a line with the figures of its row, the largest first", async () => {
    const { rows } = (await get("/groups", { by: "network" })).body.data;
    const { lines: drawn } = await lines({ metric: "installs", by: "network" });
    expect(drawn.map(({ label, days: values }) => [label, sum(values)])).toEqual(
      rows.map((row: { labels: string[]; metrics: { installs: number } }) => [
        row.labels[0],
        row.metrics.installs,
      ]),
    );
  });

  test("a day's ratio divides that day's figures, and is missing if the denominator is 0", async () => {
    const [roas] = (await lines({ metric: "roas", by: "network" })).lines;
    expect(roas?.label).toBe("Meta");
    expect(roas?.days[2]).toBeCloseTo(15 / 30.5);
    expect(roas?.days[0]).toBeNull();
  });

  test("days before the first figure and future days have no value", async () => {
    const { lines: drawn, today } = await lines({ metric: "clicks", from: "2026-05-01", to: "2026-06-30" });
    const first = drawn[0]?.days.findIndex((value) => value !== null);
    expect(first).toBe(24);
    expect(drawn[0]?.days.length).toBe(61);
    expect(drawn[0]?.days.at(-1)).toBeNull();
    expect(today < "2026-06-30").toBe(true);
  });

  test("at most five lines, and none for rows without values", async () => {
    for (let i = 0; i < 6; i++) {
      const { id } = await aCampaign(world.app, { name: `Many ${i}`, now: new Date("2026-05-22T00:00:00Z") });
      for (let click = 0; click <= i; click++)
        await aClick(world.app, { campaignId: id, at: new Date("2026-05-28T10:00:00Z") });
    }
    const window = { from: "2026-05-28", to: "2026-05-28" };
    await expect
      .poll(async () => sum((await lines({ metric: "clicks", ...window })).lines[0]?.days) > 0)
      .toBe(true);
    const { lines: drawn } = await lines({ metric: "clicks", by: "campaign", ...window });
    expect(drawn.map(({ label }) => label)).toEqual(["Many 5", "Many 4", "Many 3", "Many 2", "Many 1"]);
  });

  test.each([
    [{ metric: "luck" }, "This metric does not exist."],
    [
      { metric: "clicks", by: "week" },
      "by must be one of campaign, network, affiliate, tag, platform, country, app_version, publisher.",
    ],
    [{ metric: "clicks", from: "2026-06-11" }, "from must not be after to."],
    [{ metric: "clicks", from: "2020-06-11" }, "Choose at most 731 days."],
  ])("rejected: %j", async (query: Record<string, string>, message) => {
    const got = await get("/lines", query);
    expect(got.body.msg).toBe(message);
    expect(got.status).toBeGreaterThanOrEqual(400);
  });
});
