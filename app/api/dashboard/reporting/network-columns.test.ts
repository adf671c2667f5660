import { beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { asServed, unquoted } from "@/lib/platform/http/testing";
import { networkColumns } from "@/lib/reporting/table/network-columns";
import type { TableData, TableFigures } from "@/lib/reporting/table/schema";
import { type AMember, aMember } from "@/testing/factories";
import { type KnownProject, knownProject } from "@/testing/reporting";
import { reportRoutes } from "./report";

const columns = networkColumns.map(({ id }) => id).join();

asServed([reportRoutes], (call) => {
  let world: KnownProject;
  let viewer: AMember;

  beforeAll(async () => {
    world = await knownProject();
    viewer = await aMember("viewer", world.app.accountId);
    const claims: [
      campaign: number,
      day: string,
      version: number,
      impressions: number | null,
      clicks: number,
    ][] = [
      [world.meta.id, "2026-06-03", 1, 500, 90],
      // The network corrected the day.
      [world.meta.id, "2026-06-03", 2, 1_000, 30],
      [world.meta.id, "2026-06-04", 1, 600, 10],
      // Only clicks, so the day has no share.
      [world.meta.id, "2026-06-05", 1, null, 700],
      [world.plain.id, "2026-06-04", 1, 400, 60],
      [world.meta.id, "2026-05-20", 1, 9_000, 900],
    ];
    for (const [campaign, day, version, impressions, clicks] of claims)
      await sql`
        insert into network_claims (project_id, campaign_id, day, version, reported_at, source, day_zone, impressions, clicks)
        values (${world.app.project.id}, ${campaign}, ${day}, ${version}, now(), 'test', 'UTC', ${impressions}, ${clicks})`;
  });

  const answer = (path: string, query: Record<string, string> = {}) =>
    call(`GET /api/dashboard/projects/${world.app.project.id}/report${path}`, {
      session: viewer.session,
      now: world.now,
      query: { from: "2026-06-01", to: "2026-06-10", columns, ...query },
    });
  const get = async (query: Record<string, string> = {}): Promise<TableData> => {
    const got = await answer("", query);
    expect(got.status, got.text).toBe(200);
    return got.body.data;
  };
  const values = (row: TableFigures | null) => networkColumns.map(({ of }) => row && of(row));

  test("campaigns and totals have the last counts of each day, and the total's share is of both sums", async () => {
    const data = await get();
    const of = (name: string) => values(data.campaigns.find((row) => row.name === name)!);
    expect(of("Alps")).toEqual([1_600, 40, 2.5]);
    expect(of("Newsletter")).toEqual([400, 60, 15]);
    expect(values(data.total)).toEqual([2_000, 100, 5]);
    expect(values(data.all)).toEqual([2_000, 100, 5]);
    expect(values(data.organic)).toEqual([null, null, null]);
    expect(values((await get({ search: "alps" })).total)).toEqual([1_600, 40, 2.5]);
  });

  test("the report can be sorted by them, and files have them", async () => {
    const { campaigns } = await get({ sort_field: "network:ctr", sort_order: "descending" });
    expect(campaigns.map(({ name }) => name)).toEqual(["Newsletter", "Alps"]);
    const text = unquoted((await answer("/export.csv")).text);
    expect(text).toContain("Network impressions,Network clicks,Network CTR (%)");
    expect(text).toMatch(/Alps.*,1600,40,2\.5\r?\n/);
  });

  test("a platform or country has none, because networks report these counts without them", async () => {
    const filters: Record<string, string>[] = [{ platform: "ios" }, { country: "IN" }, { publisher: "none" }];
    for (const filter of filters) {
      const { total, campaigns } = await get(filter);
      for (const row of [total, ...campaigns]) expect(values(row)).toEqual([null, null, null]);
    }
  });

  test("the shown SQL and breakdowns leave them out", async () => {
    const { left_out: leftOut } = (await answer("/sql", { by: "campaign" })).body.data;
    expect(leftOut).toEqual(networkColumns.map(({ label }) => label));
    expect((await answer("/groups", { by: "network", sort_field: "network:clicks" })).status).toBe(400);
  });
});
