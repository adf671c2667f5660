import { beforeAll, expect, test } from "vitest";
import { reportRoutes } from "@/app/api/dashboard/report";
import { throughBothAdapters } from "@/lib/platform/http/testing";
import type { ChangesData } from "@/lib/reporting/changes-schema";
import type { GroupRow } from "@/lib/reporting/groups-schema";
import { type AMember, aMember } from "@/testing/factories";
import { type KnownProject, knownProject } from "@/testing/reporting";

throughBothAdapters([reportRoutes], (call) => {
  let world: KnownProject;
  let viewer: AMember;
  const get = (path: string, query: Record<string, string>) =>
    call(`GET /api/dashboard/projects/${world.app.project.id}/report${path}`, {
      session: viewer.session,
      now: world.now,
      query,
    });
  const changes = async (query: Record<string, string>): Promise<ChangesData> => {
    const got = await get("/changes", { by: "network", compare: "weeks", ...query });
    expect(got.status, got.text).toBe(200);
    return got.body.data;
  };

  beforeAll(async () => {
    world = await knownProject();
    viewer = await aMember("viewer", world.app.accountId);
  });

  test("each row changes from its own figures of the earlier days, and so does the total", async () => {
    const data = await changes({ from: "2026-06-01", to: "2026-06-07" });
    expect(data.compared?.previous).toEqual({ from: "2026-05-25", to: "2026-05-31" });
    const rowsOf = async (from: string, to: string): Promise<GroupRow[]> =>
      (await get("/groups", { by: "network", from, to })).body.data.rows;
    const [over, before] = [
      await rowsOf("2026-06-01", "2026-06-07"),
      await rowsOf("2026-05-25", "2026-05-31"),
    ];
    const clicks = (rows: GroupRow[]) => rows.find(({ keys }) => keys[0] === "META")?.metrics.clicks ?? 0;
    const meta = data.rows.find(({ keys }) => keys[0] === "META")?.changes;
    expect(clicks(before)).toBe(1);
    expect(meta?.clicks).toBe(clicks(over) - 1);
    // Nothing was installed then: there is nothing to compare with.
    expect(meta).not.toHaveProperty("installs");
    expect(data.total.clicks).toBe(4);
  });

  test("there is no change against days before the first figure", async () => {
    expect(await changes({ from: "2026-05-25", to: "2026-05-31" })).toEqual({
      compared: null,
      total: {},
      rows: [],
    });
  });

  test.each([
    [{ compare: "luck" }, "compare must be one of previous, weeks, month, year."],
    [{ from: "2026-06-11", to: "2026-06-10" }, "from must not be after to."],
    [{}, "Give both from and to."],
  ])("refused: %j", async (query: Record<string, string>, message) => {
    const got = await get("/changes", { by: "network", compare: "weeks", ...query });
    expect(got.body.msg).toBe(message);
    expect(got.status).toBeGreaterThanOrEqual(400);
  });
});
